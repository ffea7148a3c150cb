/* Launches of which a condition in host code is not understood, with other numbers than a counterexample has: the condition may be about
   just those. */
#include <string.h>

#include "base/vec.h"
#include "check/launch_judge.h"
#include "protocol/protocol.h"

/* Numbers of three kinds, none of which has the others' divisors: what host code asks of numbers mostly lets one kind by, or excludes it. */
static const struct { const char *before, *after; } kinds[] = {{"power_of_two(", ")"}, {"", " % 6 == 0"}, {"", " % 2 == 1"}};
enum { KINDS = sizeof kinds / sizeof *kinds };

struct varied {
    const struct kernel_result *results[KINDS]; /* NULL: no launch of the site has such numbers */
};

struct requirements {
    VEC(const char *) list;
};

static bool is_integer(const char *value) {
    const char *digits = value + (*value == '-');
    return *digits && !digits[strspn(digits, "0123456789")];
}

static bool is_fixed(const struct check_options *options, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < options->param_count; i++)
        is |= strcmp(options->params[i].name, name) == 0;
    return is;
}

static void require(struct requirements *out, const char *text) {
    bool is_new = true;
    for (uint32_t i = 0; i < out->list.size; i++)
        is_new &= strcmp(out->list.data[i], text) != 0;
    if (is_new)
        vec_push(&out->list, text);
}

static bool is_error(const struct finding *f) {
    return f->level == LEVEL_ERROR && finding_is_violation(f) && f->has_witness;
}

/* The numbers of the counterexamples, other than they have them; false: they rest on none. */
static bool vary(struct judge *j, unsigned kind, const struct check_options *options, const struct kernel_result *r, struct requirements *out) {
    uint32_t before = out->list.size;
    for (uint32_t i = 0; i < r->finding_count; i++) {
        const struct finding_witness *w = &r->findings[i].witness;
        for (uint32_t k = 0; is_error(&r->findings[i]) && k < w->param_count; k++) {
            if (!is_integer(w->params[k].value) || is_fixed(options, w->params[k].name))
                continue;
            require(out, arena_printf(j->arena, "%s%s%s", kinds[kind].before, w->params[k].name, kinds[kind].after));
            require(out, arena_printf(j->arena, "%s != %s", w->params[k].name, w->params[k].value));
        }
    }
    return out->list.size > before;
}

static bool is_impossible(const struct kernel_result *r) {
    bool is = false;
    for (uint32_t i = 0; i < r->unproved_count; i++)
        is |= strcmp(r->unproved[i].reason, reason_name(REASON_IMPOSSIBLE)) == 0;
    return is;
}

/* Some kind of numbers does not show the violation. */
static bool is_particular(struct arena *arena, const void *context, struct finding *f) {
    (void)arena;
    const struct varied *varied = context;
    bool is = false;
    for (unsigned kind = 0; kind < KINDS; kind++)
        is |= f->has_witness && varied->results[kind] && !launches_is_shown(varied->results[kind], f);
    return is;
}

void launches_vary(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r) {
    struct varied varied = {{NULL}};
    bool has_errors = false, is_varied = false;
    for (uint32_t i = 0; i < r->finding_count; i++)
        has_errors |= is_error(&r->findings[i]);
    for (unsigned kind = 0; kind < KINDS && has_errors; kind++) {
        struct requirements required = {0};
        for (uint32_t i = 0; i < options->required_count; i++)
            require(&required, options->required[i]);
        if (vary(j, kind, options, r, &required)) {
            struct check_options own = *options;
            own.required = required.list.data;
            own.required_count = required.list.size;
            const struct kernel_result *result = launches_judge_options(j, launch, &own);
            varied.results[kind] = is_impossible(result) ? NULL : result;
            is_varied = true;
        }
        vec_release(&required.list);
    }
    if (is_varied)
        launches_doubt_where(j->arena, NULL, r, launches_why_omitted(j->arena, launch->omitted), is_particular, &varied);
}

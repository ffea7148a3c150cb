/* Errors at a launch of which something is not known, judged again with other numbers, or other contents of arrays, than their counterexamples
   have: what the program does may exclude just those. */
#include <string.h>

#include "base/vec.h"
#include "check/check_scope.h"
#include "check/launch_judge.h"
#include "protocol/protocol.h"

struct kind {
    const char *before, *after; /* of the name */
    double real;
};

/* Numbers of three kinds, none of which has the others' divisors: what host code asks of numbers mostly lets one kind by, or excludes it. */
static const struct kind numbers[] = {{"power_of_two(", ")", 0}, {"", " % 6 == 0", 0}, {"", " % 2 == 1", 0}};
/* Flags that are not set, and that are; places that are no thread's but one's. */
static const struct kind contents[] = {{"zero(", ")", 0}, {"nonzero(", ")", 0}, {"distinct(", ")", 0}};
/* A factor of steps, and one of sizes. */
static const struct kind reals[] = {{"", "", 0.375}, {"", "", 17.5}};

enum { KINDS_MOST = 3 };

struct varied {
    const struct kernel_result *results[KINDS_MOST]; /* NULL: no launch of the site is of this kind, or none was asked */
};

/* What is stated beside what the options of the launch say. */
struct variation {
    VEC(const char *) required;
    VEC(struct check_param) params;
    bool is_some;
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

static void require(struct variation *out, const char *text) {
    bool is_new = true;
    for (uint32_t i = 0; i < out->required.size; i++)
        is_new &= strcmp(out->required.data[i], text) != 0;
    if (is_new)
        vec_push(&out->required, text);
    out->is_some |= is_new;
}

static bool is_error(const struct finding *f) {
    return f->level == LEVEL_ERROR && finding_is_violation(f) && f->has_witness;
}

/* The numbers of a counterexample, other than it has them. */
static void vary_numbers(struct judge *j, const struct kind *kind, const struct launch_site *site, const struct check_options *options,
                         const struct finding *f, struct variation *out) {
    (void)site;
    const struct finding_witness *w = &f->witness;
    for (uint32_t k = 0; k < w->param_count; k++) {
        if (!is_integer(w->params[k].value) || is_fixed(options, w->params[k].name))
            continue;
        require(out, arena_printf(j->arena, "%s%s%s", kind->before, w->params[k].name, kind->after));
        require(out, arena_printf(j->arena, "%s != %s", w->params[k].name, w->params[k].value));
    }
}

/* The kernel writes the array: it holds more than one thing, and not for nothing. */
static bool is_written(const struct protocol *p, const char *array, size_t length) {
    bool is = false;
    for (uint32_t i = 0; i < p->array_count; i++)
        is |= p->arrays[i].written && strncmp(p->arrays[i].name, array, length) == 0 && !p->arrays[i].name[length];
    return is;
}

/* The kernel reads the array, and nothing is said of what it holds. */
static bool is_unknown(const struct protocol *p, uint32_t array, const struct launch_site *site) {
    enum array_kind kind = p->arrays[array].kind;
    bool is_read = false;
    for (uint32_t i = 0; i < p->item_count && (kind == ARRAY_PARAM || kind == ARRAY_GLOBAL || kind == ARRAY_CONSTANT); i++)
        is_read |= p->items[i].kind == ITEM_ACCESS && p->items[i].array == array && p->items[i].mode != ACCESS_WRITE;
    return is_read && !launches_is_stated(site, p->arrays[array].name, strlen(p->arrays[array].name));
}

/* What happens depends on values of memory, through functions that are not followed, and a run shows it with contents of its own. */
static bool rests_on_others(const struct finding *f) {
    bool depends = f->depends_on != NULL;
    for (uint32_t i = 0; i < f->access_count; i++)
        depends |= f->accesses[i].depends_on != NULL;
    return depends && f->witness.array_count > 0;
}

/* Of arrays whose contents come from outside none are particular to a race; indices that are read in lie where the program can use them. */
static void vary_array(struct judge *j, const struct kind *kind, const struct launch_site *site, enum rule rule, const char *array, size_t length,
                       struct variation *out) {
    bool is_given = rule == RULE_DATA_RACE && launches_is_given(site, array, length);
    if (!is_given && (kind == &contents[1] || !is_written(j->protocol, array, length)))
        require(out, arena_printf(j->arena, "%s%.*s%s", kind->before, (int)length, array, kind->after));
}

/* The array that decides, and those whose elements the counterexample gives, of which the launch says nothing; where none is told, all. */
static void vary_contents(struct judge *j, const struct kind *kind, const struct launch_site *site, const struct check_options *options,
                          const struct finding *f, struct variation *out) {
    (void)options;
    if (kind == &contents[2] && f->rule != RULE_DATA_RACE)
        return;
    if (f->unknown_there)
        vary_array(j, kind, site, f->rule, f->unknown_there, strlen(f->unknown_there), out);
    for (uint32_t i = 0; i < f->witness.array_count && f->unknown_there; i++) {
        const char *cell = f->witness.arrays[i].name; /* "scale[0]" */
        size_t length = strcspn(cell, "[");
        if (cell[length] && !launches_is_stated(site, cell, length))
            vary_array(j, kind, site, f->rule, cell, length, out);
    }
    for (uint32_t i = 0; i < j->protocol->array_count && !f->unknown_there && rests_on_others(f); i++)
        if (is_unknown(j->protocol, i, site))
            vary_array(j, kind, site, f->rule, j->protocol->arrays[i].name, strlen(j->protocol->arrays[i].name), out);
}

static bool is_impossible(const struct kernel_result *r) {
    bool is = false;
    for (uint32_t i = 0; i < r->unproved_count; i++)
        is |= strcmp(r->unproved[i].reason, reason_name(REASON_IMPOSSIBLE)) == 0;
    return is;
}

/* All that the property lacks is that accesses stay in their arrays. */
static bool lacks_bounds_only(const struct kernel_result *r, unsigned property) {
    bool is = r->properties[property] == VERDICT_UNPROVED;
    for (uint32_t i = 0; i < r->unproved_count; i++)
        is &= r->unproved[i].property != property || strcmp(r->unproved[i].reason, reason_name(REASON_OUT_OF_BOUNDS)) == 0 ||
              strcmp(r->unproved[i].reason, reason_name(REASON_NEEDS_PRECONDITION)) == 0;
    for (uint32_t i = 0; i < r->finding_count; i++)
        is &= !finding_is_violation(&r->findings[i]) || launches_property_of(r->findings[i].rule) != property;
    return is;
}

/* Nothing of the sort happens. Bounds of arrays whose size is not known are another question, and so are bounds where a race is asked about. */
static bool is_excluded(const struct kernel_result *r, unsigned property) {
    return r->properties[property] == VERDICT_PROVED || (property == PROP_BOUNDS && r->properties[property] == VERDICT_UNCHECKED) ||
           (property == PROP_RACE && lacks_bounds_only(r, property));
}

/* For some kind there is a proof that nothing of the sort happens. */
static bool is_particular(struct arena *arena, const void *context, struct finding *f) {
    (void)arena;
    const struct varied *varied = context;
    bool is = false;
    for (unsigned kind = 0; kind < KINDS_MOST; kind++)
        is |= f->has_witness && varied->results[kind] && is_excluded(varied->results[kind], launches_property_of(f->rule));
    return is;
}

/* All that the launch gets and host code computes. */
static void vary_reals(struct judge *j, const struct kind *kind, const struct launch_site *site, const struct check_options *options,
                       const struct finding *f, struct variation *out) {
    (void)j, (void)f;
    for (uint32_t i = 0; i < site->real_count; i++) {
        bool is_new = !is_fixed(options, site->reals[i]);
        for (uint32_t k = 0; k < out->params.size; k++)
            is_new &= strcmp(out->params.data[k].name, site->reals[i]) != 0;
        if (is_new)
            vec_push(&out->params, ((struct check_param){site->reals[i], 0, true, kind->real}));
        out->is_some |= is_new;
    }
}

/* Only these can be excluded. */
static unsigned properties_of_errors(const struct kernel_result *r) {
    unsigned properties = 0;
    for (uint32_t i = 0; i < r->finding_count; i++)
        properties |= is_error(&r->findings[i]) ? 1u << launches_property_of(r->findings[i].rule) : 0;
    return properties;
}

/* Proofs that exclude what a counterexample shows are short: the numbers, or contents, say it. */
enum { VARIATION_SHARE = 8 };

static void judge_kinds(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r,
                        const char *why, const struct kind *kinds, unsigned count,
                        void (*vary)(struct judge *j, const struct kind *kind, const struct launch_site *site, const struct check_options *options,
                                     const struct finding *f, struct variation *out)) {
    struct varied varied = {{NULL}};
    bool is_varied = false;
    for (unsigned kind = 0; kind < count; kind++) {
        struct variation variation = {.is_some = false};
        for (uint32_t i = 0; i < options->required_count; i++)
            require(&variation, options->required[i]);
        for (uint32_t i = 0; i < options->param_count; i++)
            vec_push(&variation.params, options->params[i]);
        variation.is_some = false;
        for (uint32_t i = 0; i < r->finding_count; i++)
            if (is_error(&r->findings[i]))
                vary(j, &kinds[kind], launch, options, &r->findings[i], &variation);
        if (variation.is_some) {
            struct check_options own = *options;
            own.required = variation.required.data;
            own.required_count = variation.required.size;
            own.varied_first = options->required_count;
            own.varied_count = own.required_count - options->required_count;
            own.params = variation.params.data;
            own.param_count = variation.params.size;
            own.properties = properties_of_errors(r);
            own.budget_steps = check_scope_budget(options) / VARIATION_SHARE;
            const struct kernel_result *result = launches_judge_options(j, launch, &own);
            varied.results[kind] = is_impossible(result) ? NULL : result;
            is_varied = true;
        }
        vec_release(&variation.required);
        vec_release(&variation.params);
    }
    if (is_varied)
        launches_doubt_where(j->arena, NULL, r, why, is_particular, &varied);
}

void launches_vary_numbers(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r) {
    const char *why = launches_why_omitted(j->arena, launch->omitted);
    judge_kinds(j, launch, options, r, why, numbers, sizeof numbers / sizeof *numbers, vary_numbers);
    launches_rerun_numbers(j, options, r, why);
}

void launches_vary_reals(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r) {
    const char *why = launches_why_omitted(j->arena, arena_printf(j->arena, "%s, a floating-point number that is computed", launch->reals[0]));
    judge_kinds(j, launch, options, r, why, reals, sizeof reals / sizeof *reals, vary_reals);
    launches_rerun_numbers(j, options, r, why);
}

void launches_vary_contents(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r) {
    judge_kinds(j, launch, options, r, launches_why_contents, contents, sizeof contents / sizeof *contents, vary_contents);
}

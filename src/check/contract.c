#include "check/contract.h"

#include <string.h>

#include "base/vec.h"
#include "check/aliases.h"
#include "prove/prove.h"

enum { ROUNDS_MAX = 4, PARTS_MAX = 16 };

struct drafter {
    struct arena *arena;
    const struct kernel *kernel;
    struct protocol *protocol;
    const struct check_options *options;
    const char *parts[PARTS_MAX];
    uint32_t count;
};

/* Everything asked for is proved or was not asked for. */
static bool holds(const struct kernel_result *result) {
    bool all = true;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        all &= result->properties[p] == VERDICT_PROVED || result->properties[p] == VERDICT_UNCHECKED;
    return all;
}

/* A check under the user's requirements and all parts but one (PARTS_MAX: but none). */
static struct kernel_result *check_under(const struct drafter *d, uint32_t without) {
    struct check_options options = *d->options;
    options.dumps = 0;
    const char **required = arena_alloc(d->arena, (options.required_count + d->count + 1) * sizeof *required);
    uint32_t count = 0;
    for (uint32_t i = 0; i < options.required_count; i++)
        required[count++] = options.required[i];
    for (uint32_t i = 0; i < d->count; i++)
        if (i != without)
            required[count++] = d->parts[i];
    options.required = required;
    options.required_count = count;
    return check_kernel(d->arena, d->kernel, d->protocol, &options);
}

static bool add_part(struct drafter *d, const char *text) {
    for (uint32_t i = 0; i < d->count; i++)
        if (strcmp(d->parts[i], text) == 0)
            return true;
    if (d->count == PARTS_MAX)
        return false;
    d->parts[d->count++] = text;
    return true;
}

/* The parts of a conjunction. */
static bool add_parts(struct drafter *d, const char *condition) {
    const struct prove_contract parts = prove_parts(d->arena, condition);
    for (uint32_t i = 0; i < parts.count; i++)
        if (!add_part(d, parts.conditions[i].text))
            return false;
    return true;
}

/* The parts of all preconditions that are proved, shown to be needed or not; false if a finding has none. */
static bool collect(struct drafter *d, const struct kernel_result *result) {
    for (uint32_t i = 0; i < result->finding_count; i++) {
        const struct finding *f = &result->findings[i];
        if (finding_is_violation(f) && (!f->precondition || !f->precondition_proved || !add_parts(d, f->precondition)))
            return false;
    }
    for (unsigned p = 0; p < PROP_COUNT; p++)
        if (result->sufficient[p] && !add_parts(d, result->sufficient[p]))
            return false;
    return true;
}

/* Rounds: a property that rests on another one shows its findings when that one is proved. */
static struct kernel_result *draft(struct drafter *d, struct kernel_result *result) {
    for (int round = 0; round < ROUNDS_MAX && !holds(result); round++) {
        uint32_t before = d->count;
        if (!collect(d, result) || d->count == before)
            return NULL;
        result = check_under(d, PARTS_MAX);
    }
    return holds(result) ? result : NULL;
}

/* Parts without which everything is proved all the same go; of the others, what a launch outside of them shows. Returns the check under the
   parts that are left; `under` is the one under all. */
static const struct kernel_result *examine(struct drafter *d, struct contract *contract, const struct kernel_result *under) {
    for (uint32_t i = d->count; i-- > 0;) {
        const struct kernel_result *result = check_under(d, i);
        if (d->count > 1 && holds(result)) {
            for (uint32_t j = i; j + 1 < d->count; j++)
                d->parts[j] = d->parts[j + 1];
            for (uint32_t j = i; j + 1 < contract->part_count; j++)
                contract->parts[j] = contract->parts[j + 1];
            d->count--;
            contract->part_count--;
            under = result;
            continue;
        }
        struct contract_part *part = &contract->parts[i];
        part->condition = d->parts[i];
        for (uint32_t f = 0; f < result->finding_count && !part->shown; f++)
            if (finding_is_violation(&result->findings[f]) && result->findings[f].certainty == CERTAINTY_CONFIRMED)
                part->shown = &result->findings[f];
    }
    return under;
}

static const char *joined(const struct drafter *d) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < d->count; i++)
        buffer_printf(&text, "%s%s", i ? " && " : "", d->parts[i]);
    const char *result = arena_strdup(d->arena, buffer_text(&text));
    buffer_release(&text);
    return result;
}

/* What the proof under the condition rests on, the condition aside. */
static void take_assumptions(const struct drafter *d, struct kernel_result *result, const struct kernel_result *under) {
    result->assumptions = arena_alloc(d->arena, (under->assumption_count + 1) * sizeof *result->assumptions);
    result->assumption_count = 0;
    for (uint32_t i = 0; i < under->assumption_count; i++) {
        const struct assumption *a = &under->assumptions[i];
        bool is_part = false;
        for (uint32_t j = 0; j < d->count && a->kind == ASSUMPTION_REQUIRED; j++)
            is_part |= strcmp(strchr(a->text, ' ') + 1, d->parts[j]) == 0;
        if (!is_part)
            result->assumptions[result->assumption_count++] = *a;
    }
}

struct kernel_result *contract_kernel(struct arena *arena, const struct kernel *kernel, struct protocol *protocol,
                                      const struct check_options *options, struct launch_protocols *protocols) {
    const struct aliased a = aliases_apply(arena, kernel, protocol, options, protocols);
    struct drafter d = {.arena = arena, .kernel = a.kernel, .protocol = a.protocol, .options = &a.options};
    struct kernel_result *result =
        a.problem ? aliases_check(arena, kernel, protocol, options, protocols) : check_kernel(arena, a.kernel, a.protocol, &a.options);
    struct contract *contract = arena_alloc(arena, sizeof *contract);
    result->contract = contract;
    if (a.problem)
        return result;
    if (holds(result)) {
        contract->condition = "true";
        return result;
    }
    const struct kernel_result *under = draft(&d, result);
    if (!under)
        return result;
    contract->parts = arena_alloc(arena, (d.count + 1) * sizeof *contract->parts);
    contract->part_count = d.count;
    under = examine(&d, contract, under);
    take_assumptions(&d, result, under);
    contract->condition = joined(&d);
    contract->example = under->example;
    contract->has_example = under->has_example;
    return result;
}

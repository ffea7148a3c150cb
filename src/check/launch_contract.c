/* What a kernel states that it relies on (`wp_requires`, `__requires`), at a launch of the program: there it is to hold, and is judged as an
 * assertion, in a copy of the kernel. A violation is one of the launch; what is proved there with the contract is then not. */
#include <string.h>

#include "check/aliases.h"
#include "check/launch_judge.h"
#include "kernel/edit.h"
#include "protocol/protocol.h"

static const char failing[] = "assertion fails: ";

static bool is_of_contract(const struct finding *f) {
    size_t length = sizeof failing - 1;
    return f->rule == RULE_ASSERTION && strncmp(f->message, failing, length) == 0 && kernel_is_contract(f->message + length);
}

static bool rests_on_contract(const struct kernel_result *r, unsigned property) {
    bool rests = false;
    for (uint32_t i = 0; i < r->rests_on[property].count; i++)
        rests |= r->rests_on[property].list[i].kind == ASSUMPTION_ASSUMED;
    return rests;
}

/* The violations, and nothing that says the same in other words. */
static void add_findings(struct judge *j, const struct kernel_result *broken, struct kernel_result *r) {
    struct finding *all = arena_alloc(j->arena, (r->finding_count + (size_t)broken->finding_count) * sizeof *all);
    uint32_t count = 0, kept = 0;
    for (; count < r->finding_count; count++)
        all[count] = r->findings[count];
    for (uint32_t i = 0; i < broken->finding_count; i++) {
        const struct finding *f = &broken->findings[i];
        if (!is_of_contract(f))
            continue;
        const char *words = f->level == LEVEL_ERROR ? "breaks" : "may break";
        all[count] = *f;
        all[count++].message = arena_printf(j->arena, "a launch %s the contract: %s", words, f->message + sizeof failing - 1);
    }
    r->findings = all;
    r->finding_count = count;
    for (uint32_t i = 0; i < r->unproved_count; i++)
        if (r->unproved[i].property != PROP_ASSERT || strcmp(r->unproved[i].reason, reason_name(REASON_CONTRADICTION)) != 0)
            r->unproved[kept++] = r->unproved[i];
    r->unproved_count = kept;
}

/* What is judged of a copy of the kernel. */
static struct kernel_result *judge_copy(struct judge *j, const struct launch_site *launch, const struct kernel *kernel, unsigned properties,
                                        const struct check_options *options) {
    struct check_options own = *options;
    uint32_t threads = launches_block_threads(options) > 1024 ? launches_block_threads(options) : 1024;
    struct protocol *protocol = protocol_infer(j->arena, kernel, threads);
    vec_push(&j->protocols->list, protocol);
    if (options->lockstep)
        protocol_add_sides(protocol, kernel);
    if (launch->is_read)
        launches_free_axes(protocol);
    own.properties = properties;
    own.advice = false;
    own.search = SEARCH_OFF;
    return aliases_check(j->arena, kernel, protocol, &own, j->protocols);
}

/* What is proved with the contract is proved without, or not. */
static void drop_proofs(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r) {
    const struct source_place place = {r->file, r->line, 0, NULL};
    struct unproved *all = arena_alloc(j->arena, (r->unproved_count + (size_t)PROP_COUNT) * sizeof *all);
    unsigned doubtful = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        doubtful |= r->properties[p] == VERDICT_PROVED && rests_on_contract(r, p) ? 1u << p : 0;
    if (doubtful == 0)
        return;
    const struct kernel_result *without = judge_copy(j, launch, kernel_without_contract(j->arena, j->kernel), doubtful, options);
    for (uint32_t i = 0; i < r->unproved_count; i++)
        all[i] = r->unproved[i];
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(doubtful & 1u << p))
            continue;
        if (without->properties[p] == VERDICT_PROVED) {
            r->rests_on[p] = without->rests_on[p];
            continue;
        }
        r->properties[p] = VERDICT_UNPROVED;
        all[r->unproved_count++] =
            (struct unproved){p, reason_name(REASON_CONTRADICTION), place, "proved only with the contract, which a launch breaks", {0}};
    }
    r->unproved = all;
}

/* `is_refuted`: a launch that need not be an odd one breaks the contract. */
static void doubt_asserts(struct judge *j, bool is_refuted, struct kernel_result *r) {
    const struct source_place place = {r->file, r->line, 0, NULL};
    struct unproved *all = arena_alloc(j->arena, (r->unproved_count + (size_t)1) * sizeof *all);
    for (uint32_t i = 0; i < r->unproved_count; i++)
        all[i] = r->unproved[i];
    if (!is_refuted)
        all[r->unproved_count++] = (struct unproved){PROP_ASSERT, reason_name(REASON_CONTRADICTION), place, "a launch may break the contract", {0}};
    if (r->properties[PROP_ASSERT] != VERDICT_REFUTED)
        r->properties[PROP_ASSERT] = is_refuted ? VERDICT_REFUTED : VERDICT_UNPROVED;
    r->unproved = all;
}

void launches_hold_contract(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r) {
    const bool is_told = j->asked & options->properties & 1u << PROP_ASSERT;
    bool is_asked = is_told, is_broken = false, is_refuted = false;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        is_asked |= rests_on_contract(r, p);
    is_asked &= j->kernel && !launch->why && launches_have_contract(j->protocol);
    struct kernel *kernel = is_asked ? kernel_with_contract(j->arena, j->kernel) : NULL;
    if (!kernel)
        return;
    const struct kernel_result *broken = judge_copy(j, launch, kernel, 1u << PROP_ASSERT, options);
    for (uint32_t i = 0; i < broken->finding_count; i++) {
        is_broken |= is_of_contract(&broken->findings[i]);
        is_refuted |= is_of_contract(&broken->findings[i]) && broken->findings[i].level == LEVEL_ERROR;
    }
    if (!is_broken)
        return;
    drop_proofs(j, launch, options, r);
    if (is_told) {
        add_findings(j, broken, r);
        doubt_asserts(j, is_refuted, r);
    }
}

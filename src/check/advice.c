#include "check/advice.h"

#include "check/source_terms.h"

static bool has_inst(const struct kernel *kernel, enum inst_op op, uint64_t imm, bool any_imm) {
    for (uint32_t i = 1; kernel && i < kernel->inst_count; i++)
        if (kernel->insts[i].op == op && (any_imm || kernel->insts[i].imm == imm))
            return true;
    return false;
}

bool advice_has_fence(const struct kernel *kernel) {
    return has_inst(kernel, INST_FENCE, 0, true);
}

/* Nothing but what the prover's proof leaves out of account stands between the kernel and a proof of races and divergence: conflicts of
   known arrays, barriers that threads miss, accesses that leave their array. */
static bool can_be_told(const struct protocol *protocol, const struct prove_report *report) {
    bool only = !report->impossible && report->unmodelled;
    for (uint32_t i = 0; i < protocol->problem_count; i++)
        only &= (protocol->problems[i].properties & (PROPERTY_RACE | PROPERTY_DIVERGENCE)) == 0;
    for (uint32_t i = 0; only && i < protocol->item_count; i++)
        only =
            !report->unmodelled[i] && !(protocol->items[i].kind == ITEM_ACCESS && protocol->arrays[protocol->items[i].array].kind == ARRAY_UNKNOWN);
    return only;
}

/* The arrays of races that are not proved absent: "'a', 'b'"; NULL: none. */
static const char *open_arrays(struct arena *arena, const struct protocol *protocol, const struct prove_report *report) {
    const char *text = NULL;
    for (uint32_t i = 0; i < report->conflict_count; i++) {
        const struct prove_conflict *c = &report->conflicts[i];
        uint32_t array = protocol->items[c->item[0]].array;
        bool is_told = c->outcome == PROVE_MODEL && c->same_value;
        for (uint32_t j = 0; j < i; j++)
            is_told |= protocol->items[report->conflicts[j].item[0]].array == array &&
                       !(report->conflicts[j].outcome == PROVE_MODEL && report->conflicts[j].same_value);
        if (!is_told)
            text = arena_printf(arena, "%s%s'%s'", text ? text : "", text ? ", " : "", protocol->arrays[array].name);
    }
    return text;
}

static const char *redundant_message(struct arena *arena, const struct protocol *protocol, const struct prove_report *report,
                                     const struct prove_barrier *b, bool diverges) {
    const char *text = "this barrier is redundant: without it, conflicting accesses are still ordered or apart";
    if (!b->together)
        text = arena_printf(arena, "%s; not together with every other redundant one before it", text);
    const char *open = open_arrays(arena, protocol, report);
    if (open)
        text = arena_printf(arena, "%s; as far as the accesses of other arrays go, for races on %s are open", text, open);
    if (diverges)
        text = arena_printf(arena, "%s; in launches where threads miss no barrier or warp-wide operation, for divergence is open", text);
    for (uint32_t i = 0; i < report->advice_assumption_count; i++)
        text = arena_printf(arena, "%s%s%s", text, i ? ", " : "; assuming ", source_terms(arena, protocol, report->advice_assumptions[i].text));
    return text;
}

void advice_on_barriers(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct prove_report *report,
                        struct kernel_result *result) {
    bool diverges = result->properties[PROP_DIVERGENCE] != VERDICT_PROVED, all = result->properties[PROP_RACE] == VERDICT_PROVED && !diverges;
    bool proved = (all || can_be_told(protocol, report)) && !has_inst(kernel, INST_SREG, SREG_CLOCK, false);
    result->advice = arena_alloc(arena, (report->barrier_count + 1) * sizeof *result->advice);
    result->kept_barriers = arena_alloc(arena, (report->barrier_count + 1) * sizeof *result->kept_barriers);
    for (uint32_t i = 0; i < report->barrier_count; i++) {
        const struct prove_barrier *b = &report->barriers[i];
        const struct loc *l = &protocol->locs[protocol->items[b->item].location.id];
        struct source_place place = {l->file, l->line, l->column, l->function};
        if (proved && b->redundant)
            result->advice[result->advice_count++] = (struct advice){.rule = ADVICE_REDUNDANT_BARRIER,
                                                                     .place = place,
                                                                     .message = redundant_message(arena, protocol, report, b, diverges),
                                                                     .together = b->together};
        else
            result->kept_barriers[result->kept_barrier_count++] = place;
    }
}

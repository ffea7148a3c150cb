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

static const char *redundant_message(struct arena *arena, const struct protocol *protocol, const struct prove_report *report, const struct prove_barrier *b) {
    const char *text = "this barrier is redundant: without it, conflicting accesses are still ordered or apart";
    if (!b->together)
        text = arena_printf(arena, "%s; not together with every other redundant one before it", text);
    for (uint32_t i = 0; i < report->advice_assumption_count; i++)
        text = arena_printf(arena, "%s%s%s", text, i ? ", " : "; assuming ", source_terms(arena, protocol, report->advice_assumptions[i].text));
    return text;
}

void advice_on_barriers(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol,
                        const struct prove_report *report, struct kernel_result *result) {
    bool proved = result->properties[PROP_RACE] == VERDICT_PROVED && result->properties[PROP_DIVERGENCE] == VERDICT_PROVED &&
                  !has_inst(kernel, INST_SREG, SREG_CLOCK, false);
    result->advice = arena_alloc(arena, (report->barrier_count + 1) * sizeof *result->advice);
    result->kept_barriers = arena_alloc(arena, (report->barrier_count + 1) * sizeof *result->kept_barriers);
    for (uint32_t i = 0; i < report->barrier_count; i++) {
        const struct prove_barrier *b = &report->barriers[i];
        const struct loc *l = &protocol->locs[protocol->items[b->item].location.id];
        struct source_place place = {l->file, l->line, l->column, l->function};
        if (proved && b->redundant)
            result->advice[result->advice_count++] =
                (struct advice){.rule = ADVICE_REDUNDANT_BARRIER, .place = place,
                                .message = redundant_message(arena, protocol, report, b), .together = b->together};
        else
            result->kept_barriers[result->kept_barrier_count++] = place;
    }
}

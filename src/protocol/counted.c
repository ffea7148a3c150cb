/* Values that count, and values that choose. Each round leaves one alone or adds a constant that is not negative, `if (x[k] > y) count++`; or it
   leaves it alone or takes on what a counter of the loop has, `if (x[k] > most) { most = x[k]; at = k; }`. Without a closed form, such a value
   lies between bounds that no wrap disturbs, as the ordinals of the loop are small. Induction over the iterations. */
#include "base/breakage.h"
#include "protocol/closed.h"

enum { STEP_MOST = 1024, STEP_DEPTH = 32 };

/* What a round does to the value of `phi`: adds at most `most`, or makes it one of a counter's that begins at `from`, at most, and steps by `by`,
   at most. */
struct change {
    uint64_t most, from, by;
    bool is_chosen;
};

/* The value is a counter of the loop, in steps that are not negative: what it may be in the round becomes part of *change. */
static bool take_counter(const struct loop_work *work, value_ref v, struct change *change) {
    struct term_table *t = work->inf->terms;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        uint64_t by;
        if (c->phi.id != v.id || c->is_pointer || term_is_none(c->closed) || term_is_none(c->init) || term_is_none(c->next) ||
            term_op_of(term_get(t, c->next)) != TERM_ADD || !term_same(term_child(t, c->next, 0), c->placeholder) ||
            !term_is_const(t, term_child(t, c->next, 1), &by) || by > STEP_MOST)
            continue;
        const struct term_range from = term_range_of(t, c->init);
        if (from.smin < 0)
            return false;
        change->is_chosen = true;
        change->from = (uint64_t)from.smax > change->from ? (uint64_t)from.smax : change->from;
        change->by = by > change->by ? by : change->by;
        return true;
    }
    return false;
}

/* What is added to `phi` on the way to the value, at most, in one round; false: it is not known that nothing is taken from it. */
static bool step_of(const struct loop_work *work, value_ref phi, value_ref v, uint32_t depth, uint64_t *most, struct change *change) {
    const struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, v);
    *most = 0;
    if (v.id == phi.id)
        return true;
    if (!loop_defines(work, inst) || depth > STEP_DEPTH || inst->type.lanes != 1)
        return false;
    if (inst->op == INST_PHI && inst->block.id == inf->cfg->loops[work->loop].header)
        return take_counter(work, v, change);
    bool is_choice = inst->op == INST_SELECT || (inst->op == INST_PHI && inf->cfg->loop_of[inst->block.id] == work->loop);
    for (uint32_t i = inst->op == INST_SELECT; is_choice && i < inst->operand_count; i++) {
        uint64_t step;
        is_choice = step_of(work, phi, kernel_operand(inf->kernel, inst, i), depth + 1, &step, change);
        *most = is_choice && step > *most ? step : *most;
    }
    if (is_choice || inst->op != INST_ADD)
        return is_choice;
    for (uint32_t i = 0; i < 2; i++) {
        const struct inst *by = kernel_inst(inf->kernel, kernel_operand(inf->kernel, inst, 1 - i));
        const struct inst *flag = by->op == INST_ZEXT ? kernel_inst(inf->kernel, kernel_operand(inf->kernel, by, 0)) : NULL;
        bool is_small = (by->op == INST_CONST && by->imm <= STEP_MOST) || (flag && flag->type.width_bits == 1);
        uint64_t step;
        if (is_small && step_of(work, phi, kernel_operand(inf->kernel, inst, i), depth + 1, &step, change)) {
            *most = step + (by->op == INST_CONST ? by->imm : 1);
            return *most <= STEP_MOST;
        }
    }
    return false;
}

/* What a whole round does; false: something else. */
static bool change_of(const struct loop_work *work, value_ref phi, struct change *change) {
    const struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, phi);
    bool is_known = true;
    *change = (struct change){.most = 0};
    for (uint32_t i = 0; i < inst->operand_count && is_known; i++) {
        uint64_t step = 0;
        if (cfg_loop_contains(inf->cfg, work->loop, kernel_pred(inf->kernel, inst->block.id, i).id))
            is_known = step_of(work, phi, kernel_operand(inf->kernel, inst, i), 0, &step, change);
        change->most = step > change->most ? step : change->most;
    }
    return is_known && !(change->is_chosen && change->most > 0);
}

/* start + step * round fits below `most` in each of so many rounds. */
static bool fits(uint64_t start, uint64_t step, uint64_t rounds, uint64_t most) {
    return start <= most && (step == 0 || (most - start) / step >= rounds - 1);
}

void loop_count_values(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    const struct loop_state *state = &work->inf->loop_states[work->loop];
    uint64_t rounds = state->is_short ? UINT64_C(1) << 31 : term_width(t, state->counter_term) > 48 ? UINT64_C(1) << 48 : 0, trips;
    if (rounds > 0 && loop_trips(work, &trips))
        rounds = trips + 1; /* the test that fails is a round, too */
    for (uint32_t i = 0; i < work->carried.size && rounds > 0; i++) {
        struct carried *c = &work->carried.data[i];
        struct change change;
        if (c->is_pointer || term_is_none(c->init) || !term_is_none(c->closed) || term_is_none(c->placeholder))
            continue;
        const uint8_t width = term_width(t, c->init);
        const struct term_range start = term_range_of(t, c->init);
        const uint64_t most = (UINT64_C(1) << (width - 1)) - 1;
        if (width < 32 || c->bits < width || start.smin < 0 || !change_of(work, c->phi, &change) ||
            !fits((uint64_t)start.smax, change.most, rounds, most) || (change.is_chosen && !fits(change.from, change.by, rounds, most)) ||
            start.smax > INT64_MAX - STEP_MOST) /* loop_counted_fact adds a step */
            continue;
        c->bits = (uint8_t)(width - 1);
        c->bound = change.is_chosen ? CARRIED_CHOSEN : CARRIED_COUNTED;
        c->start = (uint64_t)start.smax;
        c->step = change.most;
        c->from = change.from;
        c->by = change.by;
    }
}

static term_ref plus_rounds(struct term_table *t, uint64_t start, uint64_t step, term_ref ordinal) {
    term_ref steps = term_mul(t, term_zext(t, ordinal, 64), term_const(t, 64, step), TERM_NUW | TERM_NSW);
    return term_add(t, steps, term_const(t, 64, start), TERM_NUW | TERM_NSW);
}

/* In 64 bits, which hold all of it. What is chosen was a counter's value in an earlier round. */
term_ref loop_counted_fact(struct term_table *t, const struct carried *c, term_ref value, term_ref ordinal) {
    term_ref wide = term_zext(t, value, 64);
    if (c->bound == CARRIED_COUNTED)
        return term_ule(t, wide, plus_rounds(t, c->start, BREAK(COUNTED) ? c->step / 2 : c->step, ordinal));
    term_ref next = term_add(t, wide, term_const(t, 64, c->by), TERM_NUW | TERM_NSW);
    return term_or(t, term_ule(t, wide, term_const(t, 64, c->start)), term_ule(t, next, plus_rounds(t, c->from, c->by, ordinal)));
}

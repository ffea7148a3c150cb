/* Values that count: each round leaves one alone or adds a constant that is not negative, `if (x[k] > y) count++`. Without a closed form, the
   value in round k lies between its start and so many steps more, which no wrap disturbs as the ordinals of the loop are small. Induction over
   the iterations. */
#include "protocol/closed.h"

enum { STEP_MOST = 1024, STEP_DEPTH = 32 };

static bool is_inside(const struct loop_work *work, const struct inst *inst) {
    bool is_leaf = inst->op == INST_CONST || inst->op == INST_UNDEF || inst->op == INST_PARAM || inst->op == INST_OBJECT || inst->op == INST_NULLPTR;
    return !is_leaf && cfg_loop_contains(work->inf->cfg, work->loop, inst->block.id);
}

/* The largest number that is added to `phi` on the way to the value, in one round; false: it is not known that nothing is taken from it. */
static bool step_of(const struct loop_work *work, value_ref phi, value_ref v, uint32_t depth, uint64_t *most) {
    const struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, v);
    *most = 0;
    if (v.id == phi.id)
        return true;
    if (!is_inside(work, inst) || depth > STEP_DEPTH || inst->type.lanes != 1)
        return false;
    bool is_choice = inst->op == INST_SELECT || (inst->op == INST_PHI && inf->cfg->loop_of[inst->block.id] == work->loop &&
                                                 inst->block.id != inf->cfg->loops[work->loop].header);
    for (uint32_t i = inst->op == INST_SELECT; is_choice && i < inst->operand_count; i++) {
        uint64_t step;
        is_choice = step_of(work, phi, kernel_operand(inf->kernel, inst, i), depth + 1, &step);
        *most = is_choice && step > *most ? step : *most;
    }
    if (is_choice || inst->op != INST_ADD)
        return is_choice;
    for (uint32_t i = 0; i < 2; i++) {
        const struct inst *by = kernel_inst(inf->kernel, kernel_operand(inf->kernel, inst, 1 - i));
        const struct inst *flag = by->op == INST_ZEXT ? kernel_inst(inf->kernel, kernel_operand(inf->kernel, by, 0)) : NULL;
        bool is_small = (by->op == INST_CONST && by->imm <= STEP_MOST) || (flag && flag->type.width_bits == 1);
        uint64_t step;
        if (is_small && step_of(work, phi, kernel_operand(inf->kernel, inst, i), depth + 1, &step)) {
            *most = step + (by->op == INST_CONST ? by->imm : 1);
            return *most <= STEP_MOST;
        }
    }
    return false;
}

/* The same of a whole round. */
static bool step_of_round(const struct loop_work *work, value_ref phi, uint64_t *most) {
    const struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, phi);
    bool is_known = true;
    *most = 0;
    for (uint32_t i = 0; i < inst->operand_count && is_known; i++) {
        uint64_t step = 0;
        if (cfg_loop_contains(inf->cfg, work->loop, kernel_pred(inf->kernel, inst->block.id, i).id))
            is_known = step_of(work, phi, kernel_operand(inf->kernel, inst, i), 0, &step);
        *most = step > *most ? step : *most;
    }
    return is_known;
}

void loop_count_values(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    const struct loop_state *state = &work->inf->loop_states[work->loop];
    uint64_t rounds = state->is_short ? UINT64_C(1) << 31 : term_width(t, state->counter_term) > 48 ? UINT64_C(1) << 48 : 0, trips;
    if (rounds > 0 && loop_trips(work, &trips))
        rounds = trips + 1; /* the test that fails is a round, too */
    for (uint32_t i = 0; i < work->carried.size && rounds > 0; i++) {
        struct carried *c = &work->carried.data[i];
        uint64_t step;
        if (c->is_pointer || term_is_none(c->init) || !term_is_none(c->closed) || term_is_none(c->placeholder))
            continue;
        const uint8_t width = term_width(t, c->init);
        const struct term_range from = term_range_of(t, c->init);
        if (width < 32 || c->bits < width || from.smin < 0 || !step_of_round(work, c->phi, &step))
            continue;
        const uint64_t most = (UINT64_C(1) << (width - 1)) - 1;
        if ((uint64_t)from.smax > most || (step > 0 && (most - (uint64_t)from.smax) / step < rounds - 1))
            continue;
        c->bits = (uint8_t)(width - 1);
        c->is_counted = true;
        c->start = (uint64_t)from.smax;
        c->step = step;
    }
}

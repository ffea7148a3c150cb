/* Values that choose: each round leaves one alone or makes it one of a few values that have a closed form, `if (x[i] > most) { most = x[i]; at = i; }`. In round
   k such a value is what entered the loop, or what it was made in some round j < k, whose test let it into the body. Induction over the rounds.
   Where j and whether there is one depend on memory, both are fresh values. */
#include "base/breakage.h"
#include "protocol/closed.h"

enum { CHOICES_MOST = 2, CHOICE_DEPTH = 32 };

struct choices {
    term_ref list[CHOICES_MOST]; /* over the loop's counter */
    uint32_t count;
};

static bool add_choice(struct choices *choices, term_ref closed) {
    for (uint32_t i = 0; i < choices->count; i++)
        if (term_same(choices->list[i], closed))
            return true;
    if (term_is_none(closed) || choices->count == CHOICES_MOST)
        return false;
    choices->list[choices->count++] = closed;
    return true;
}

/* What a round may make of `phi`, on the ways that lead to v. */
static bool collect(struct loop_work *work, value_ref phi, value_ref v, uint32_t depth, struct choices *choices) {
    const struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, v);
    if (v.id == phi.id)
        return true;
    bool is_own = depth < CHOICE_DEPTH && loop_defines(work, inst) && inf->cfg->loop_of[inst->block.id] == work->loop;
    bool is_choice = is_own && inst->type.lanes == 1 &&
                     (inst->op == INST_SELECT || (inst->op == INST_PHI && inst->block.id != inf->cfg->loops[work->loop].header));
    if (!is_choice)
        return add_choice(choices, loop_close(work, loop_slice(work, v, 0)));
    for (uint32_t i = inst->op == INST_SELECT; is_choice && i < inst->operand_count; i++)
        is_choice = loop_way_leaves(work, inst, i) || collect(work, phi, kernel_operand(inf->kernel, inst, i), depth + 1, choices);
    return is_choice;
}

static bool collect_rounds(struct loop_work *work, value_ref phi, struct choices *choices) {
    const struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, phi);
    bool is_known = true;
    for (uint32_t i = 0; i < inst->operand_count && is_known; i++)
        if (cfg_loop_contains(inf->cfg, work->loop, kernel_pred(inf->kernel, inst->block.id, i).id))
            is_known = collect(work, phi, kernel_operand(inf->kernel, inst, i), 0, choices);
    return is_known;
}

/* A fresh value in each round, of all threads that compute the same. */
static symbol_ref fresh(struct loop_work *work, const struct carried *c, uint8_t bits, const char *reason) {
    struct inference *inf = work->inf;
    return value_shared(inf, bits, uniform_scope(inf, c->phi), inf->loop_states[work->loop].proto_loop, kernel_inst(inf->kernel, c->phi)->loc,
                        reason);
}

term_ref loop_chosen_value(struct loop_work *work, const struct carried *c, const char *reason) {
    struct inference *inf = work->inf;
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[work->loop];
    struct choices choices = {.count = 0};
    if (c->is_pointer || term_is_none(c->init) || term_is_none(c->placeholder) || !collect_rounds(work, c->phi, &choices))
        return TERM_NONE;
    if (choices.count == 0) /* it is left alone wherever the loop goes on */
        return c->init;
    symbol_ref is_first = fresh(work, c, 1, reason), round = fresh(work, c, term_width(t, state->counter_term), reason);
    term_ref first = term_symbol(t, is_first), j = term_symbol(t, round), value = term_replace(t, choices.list[0], state->counter, j);
    for (uint32_t i = 1; i < choices.count; i++)
        value = term_ite(t, term_symbol(t, fresh(work, c, 1, reason)), term_replace(t, choices.list[i], state->counter, j), value);
    term_ref stays = loop_close(work, loop_stays(work)), holds = term_true(t);
    if (!term_is_none(stays))
        holds = term_replace(t, term_and(t, stays, loop_near_bound(inf, work->loop, stays, true)), state->counter, j);
    holds = term_and(t, holds, loop_beyond_begin(work, j));
    if (!state->ordinals_return)
        holds = term_and(t, holds, term_ult(t, j, BREAK(CHOSEN) ? term_const(t, term_width(t, j), 1) : state->counter_term));
    if (!term_is_true(t, holds))
        symbol_add_fact(t, round, term_or(t, first, holds));
    return term_ite(t, first, c->init, value);
}

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

struct closing {
    const struct loop_work *work;
    bool is_open; /* a value without a closed form was met */
};

static term_ref close_value(void *context, symbol_ref symbol) {
    struct closing *closing = context;
    const struct loop_work *work = closing->work;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        if (term_is_none(c->placeholder) || c->symbol.id != symbol.id)
            continue;
        closing->is_open |= term_is_none(c->closed);
        return c->closed;
    }
    return TERM_NONE;
}

static void note_made_inside(void *context, symbol_ref symbol) {
    struct closing *closing = context;
    const struct inference *inf = closing->work->inf;
    const struct loop_state *state = &inf->loop_states[closing->work->loop];
    const enum symbol_role role = symbol_get(inf->terms, symbol)->role;
    bool is_of_round = role == SYMBOL_VALUE || role == SYMBOL_FINAL || role == SYMBOL_COUNTER;
    closing->is_open |= is_of_round && symbol.id >= state->first_symbol && symbol.id != state->counter.id;
}

/* The term over placeholders, over the counter; TERM_NONE: it is not the counter's alone. */
static term_ref close(struct loop_work *work, term_ref slice) {
    struct term_table *t = work->inf->terms;
    struct closing closing = {work, false};
    if (term_is_none(slice))
        return TERM_NONE;
    struct substitution *s = substitution_create(t, close_value, &closing);
    term_ref closed = substitution_apply(s, slice);
    substitution_destroy(s);
    if (!closing.is_open)
        term_visit_symbols(t, closed, note_made_inside, &closing);
    return closing.is_open || (term_deps(t, closed) & DEP_MEMORY) ? TERM_NONE : closed;
}

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
        return add_choice(choices, close(work, loop_slice(work, v, 0)));
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

/* The step of a value that each round adds one to; TERM_NONE. */
static term_ref step_of(const struct term_table *t, const struct carried *c) {
    if (term_is_none(c->next) || term_is_none(c->placeholder) || term_op_of(term_get(t, c->next)) != TERM_ADD)
        return TERM_NONE;
    for (uint32_t i = 0; i < 2; i++)
        if (term_same(term_child(t, c->next, i), c->placeholder))
            return term_child(t, c->next, 1 - i);
    return TERM_NONE;
}

/* The test has a conjunct value <= bound: the bound; TERM_NONE. */
static term_ref bound_of(struct term_table *t, term_ref test, term_ref value) {
    if (term_is_none(test))
        return TERM_NONE;
    const enum term_op op = term_op_of(term_get(t, test));
    if (op == TERM_AND) {
        term_ref bound = bound_of(t, term_child(t, test, 0), value);
        return term_is_none(bound) ? bound_of(t, term_child(t, test, 1), value) : bound;
    }
    return (op == TERM_SLT || op == TERM_SLE) && term_same(term_child(t, test, 0), value) ? term_child(t, test, 1) : TERM_NONE;
}

/* A value that rises by steps from round to round is not below where it began: where no step takes it over the largest number. A step does so without signed
   overflow, or leaves from below a bound that is a step away from there. */
static term_ref beyond_begin(struct loop_work *work, term_ref round) {
    struct term_table *t = work->inf->terms;
    const struct loop_state *state = &work->inf->loop_states[work->loop];
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        term_ref step = term_is_none(c->closed) || c->is_pointer ? TERM_NONE : step_of(t, c), premise = term_true(t);
        if (term_is_none(step) || term_range_of(t, step).smin < 0)
            continue;
        if (!(term_get(t, c->next)->flags & TERM_NSW)) {
            const uint8_t width = term_width(t, step);
            const uint64_t most = (UINT64_C(1) << (width - 1)) - 1;
            term_ref bound = close(work, bound_of(t, loop_stays(work), c->placeholder));
            if (term_is_none(bound) || term_has_symbol(t, bound, state->counter))
                continue;
            premise = term_sle(t, bound, term_const(t, width, most - (uint64_t)term_range_of(t, step).smax));
        }
        all = term_and(t, all, term_implies(t, premise, term_sle(t, c->init, term_replace(t, c->closed, state->counter, round))));
    }
    return all;
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
    term_ref stays = close(work, loop_stays(work)), holds = term_true(t);
    if (!term_is_none(stays))
        holds = term_replace(t, term_and(t, stays, loop_near_bound(inf, work->loop, stays, true)), state->counter, j);
    holds = term_and(t, holds, beyond_begin(work, j));
    if (!state->ordinals_return)
        holds = term_and(t, holds, term_ult(t, j, BREAK(CHOSEN) ? term_const(t, term_width(t, j), 1) : state->counter_term));
    if (!term_is_true(t, holds))
        symbol_add_fact(t, round, term_or(t, first, holds));
    return term_ite(t, first, c->init, value);
}

/* How far values that rise by steps have come: without a wrap, where no step takes one over the largest number. A step does so without signed overflow, or
   leaves from below a bound that is a step away from there. */
#include "base/breakage.h"
#include "protocol/closed.h"

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

term_ref loop_close(struct loop_work *work, term_ref slice) {
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

/* The value rises by steps that are not negative, in closed form; *premise: under which none wraps. The bound that the test has for it, or TERM_NONE. */
static bool rises(struct loop_work *work, const struct carried *c, term_ref *step, term_ref *bound, term_ref *premise) {
    struct term_table *t = work->inf->terms;
    const struct loop_state *state = &work->inf->loop_states[work->loop];
    *step = term_is_none(c->closed) || c->is_pointer ? TERM_NONE : step_of(t, c);
    *premise = term_true(t);
    if (term_is_none(*step) || term_range_of(t, *step).smin < 0 || !term_same(loop_close(work, *step), *step)) /* the same in each round */
        return false;
    *bound = loop_close(work, bound_of(t, loop_stays(work), c->placeholder));
    if (!term_is_none(*bound) && term_has_symbol(t, *bound, state->counter))
        *bound = TERM_NONE;
    if (term_get(t, c->next)->flags & TERM_NSW)
        return true;
    const uint8_t width = term_width(t, *step);
    const uint64_t most = (UINT64_C(1) << (width - 1)) - 1;
    if (!term_is_none(*bound))
        *premise = term_sle(t, *bound, term_const(t, width, most - (uint64_t)term_range_of(t, *step).smax));
    return !term_is_none(*bound);
}

term_ref loop_beyond_begin(struct loop_work *work, term_ref round) {
    struct term_table *t = work->inf->terms;
    const struct loop_state *state = &work->inf->loop_states[work->loop];
    term_ref all = term_true(t), step, bound, premise;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        if (rises(work, c, &step, &bound, &premise))
            all = term_and(t, all, term_implies(t, premise, term_sle(t, c->init, term_replace(t, c->closed, state->counter, round))));
    }
    return all;
}

/* Round 0, or the round before has passed the test: begin + step * (k - 1) < bound, or <= bound, in numbers that do not wrap. */
static term_ref reached(struct loop_work *work, const struct carried *c, term_ref step, term_ref bound) {
    struct term_table *t = work->inf->terms;
    const struct loop_state *state = &work->inf->loop_states[work->loop];
    term_ref k = state->counter_term, way = term_mul(t, term_zext(t, k, 64), term_sext(t, step, 64), TERM_NSW);
    term_ref most = term_add(t, term_sub(t, term_sext(t, bound, 64), term_sext(t, c->init, 64), TERM_NSW), term_sext(t, step, 64), TERM_NSW);
    return term_or(t, term_eq(t, k, term_const(t, term_width(t, k), 0)),
                   BREAK(REACH) ? term_slt(t, term_add(t, way, term_sext(t, step, 64), TERM_NSW), most) : term_sle(t, way, most));
}

void loop_reach_counter(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    const struct loop_state *state = &work->inf->loop_states[work->loop];
    term_ref step, bound, premise;
    for (uint32_t i = 0; i < work->carried.size && state->ordinals_return; i++) {
        const struct carried *c = &work->carried.data[i];
        if (!rises(work, c, &step, &bound, &premise) || term_is_none(bound) || term_width(t, step) != 32 ||
            term_width(t, state->counter_term) != 32 || term_range_of(t, step).smin < 1)
            continue;
        symbol_add_fact(t, state->counter, term_implies(t, premise, reached(work, c, step, bound)));
    }
}

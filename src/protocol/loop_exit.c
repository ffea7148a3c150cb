/* How loops are left: the ordinal of the last iteration, what values are behind the
   loop, and how often the loop goes on. */
#include "protocol/infer.h"

#include <string.h>

struct made_inside {
    const struct term_table *terms;
    const struct loop_state *state;
    bool found;
};

static void note_symbol(void *context, symbol_ref symbol) {
    struct made_inside *made = context;
    enum symbol_role role = symbol_get(made->terms, symbol)->role;
    bool of_iteration = role == SYMBOL_VALUE || role == SYMBOL_FINAL || role == SYMBOL_COUNTER;
    if (of_iteration && symbol.id >= made->state->first_symbol && symbol.id != made->state->counter.id)
        made->found = true;
}

/* Whether t depends, besides the counter, on a value made inside the loop: such
   a value belongs to one iteration and says nothing about another. */
static bool made_inside(const struct inference *inf, uint32_t loop, term_ref t) {
    struct made_inside made = {inf->terms, &inf->loop_states[loop], false};
    term_visit_symbols(inf->terms, t, note_symbol, &made);
    return made.found;
}

static term_ref goes_on(struct inference *inf, uint32_t loop) {
    struct term_table *t = inf->terms;
    const struct cfg_loop *l = &inf->cfg->loops[loop];
    term_ref all = term_false(t);
    for (uint32_t i = 0; i < l->latch_count; i++)
        all = term_or(t, all, region_edge_guard(inf, l->latches[i], l->header, loop));
    return all;
}

static term_ref leaves(struct inference *inf, uint32_t loop) {
    struct term_table *t = inf->terms;
    const struct cfg_loop *l = &inf->cfg->loops[loop];
    term_ref all = term_false(t);
    for (uint32_t i = 0; i < l->block_count; i++) {
        uint32_t b = l->blocks[i];
        if (inf->cfg->loop_of[b] != loop)
            continue;
        for (uint32_t s = 0; s < inf->kernel->blocks[b].succ_count; s++) {
            uint32_t to = kernel_succ(inf->kernel, b, s).id;
            if (!cfg_loop_contains(inf->cfg, loop, to))
                all = term_or(t, all, term_and(t, inf->guard[b], region_branch_condition(inf, b, to)));
        }
    }
    return all;
}

/* Exits out of inner loops that leave this one too are not in `leaves`. */
static bool has_deep_exit(const struct inference *inf, uint32_t loop) {
    const struct cfg_loop *l = &inf->cfg->loops[loop];
    for (uint32_t i = 0; i < l->block_count; i++) {
        uint32_t b = l->blocks[i];
        for (uint32_t s = 0; inf->cfg->loop_of[b] != loop && s < inf->kernel->blocks[b].succ_count; s++)
            if (!cfg_loop_contains(inf->cfg, loop, kernel_succ(inf->kernel, b, s).id))
                return true;
    }
    return false;
}

static bool is_left_from(const struct inference *inf, uint32_t loop, uint32_t block) {
    for (uint32_t s = 0; s < inf->kernel->blocks[block].succ_count; s++)
        if (!cfg_loop_contains(inf->cfg, loop, kernel_succ(inf->kernel, block, s).id))
            return true;
    return false;
}

static bool block_acts(const struct inference *inf, uint32_t block) {
    for (uint32_t i = 0; i < inf->kernel->blocks[block].inst_count; i++) {
        const struct inst *inst = kernel_inst(inf->kernel, kernel_at(inf->kernel, block, i));
        enum inst_class class = inst_class_of((enum inst_op)inst->op);
        if (class == CLASS_MEMORY || class == CLASS_SYNC || class == CLASS_EFFECT)
            return true;
    }
    return false;
}

/* Nothing is done in an iteration before its last test of whether the loop ends: in the blocks from which a block
   that may leave the loop is reached within the iteration. `i < n || i < m` and a `?:` in the condition are tests of
   several blocks. */
static bool tests_first(const struct inference *inf, uint32_t loop) {
    const struct cfg_loop *l = &inf->cfg->loops[loop];
    bool *before = arena_alloc(inf->arena, inf->kernel->block_count * sizeof *before);
    bool pure = true;
    memset(before, 0, inf->kernel->block_count * sizeof *before);
    for (bool grows = true; grows && pure;) {
        grows = false;
        for (uint32_t i = l->block_count; i-- > 0 && pure;) {
            uint32_t b = l->blocks[i];
            bool is_before = is_left_from(inf, loop, b);
            for (uint32_t s = 0; s < inf->kernel->blocks[b].succ_count && !is_before; s++) {
                uint32_t to = kernel_succ(inf->kernel, b, s).id;
                is_before = to != l->header && cfg_loop_contains(inf->cfg, loop, to) && before[to];
            }
            if (is_before && !before[b]) {
                before[b] = grows = true;
                pure = inf->cfg->loop_of[b] == loop && !block_acts(inf, b);
            }
        }
    }
    return pure;
}

/* The loop around `loop`, + 1; 0 none. */
static uint32_t around(const struct inference *inf, uint32_t loop) {
    uint32_t parent = inf->loops.data[inf->loop_states[loop].proto_loop].parent;
    return parent == PROTOCOL_NONE ? 0 : parent + 1;
}

struct sharing {
    const struct inference *inf;
    uint32_t loop;
    enum symbol_scope scope;
    uint32_t in_loop;
};

static void note_scope(void *context, symbol_ref symbol) {
    struct sharing *sharing = context;
    const struct loop_state *state = &sharing->inf->loop_states[sharing->loop];
    const struct symbol *s = symbol_get(sharing->inf->terms, symbol);
    if (symbol.id == state->counter.id)
        return;
    if (s->scope > sharing->scope)
        sharing->scope = s->scope;
    /* loops around this one have lower numbers; its own values' last ones belong to the loop around */
    uint32_t in_loop = s->in_loop > state->proto_loop ? around(sharing->inf, sharing->loop) : s->in_loop;
    if (in_loop > sharing->in_loop)
        sharing->in_loop = in_loop;
}

/* Who agrees on the iteration that leaves the loop: those who agree on every
   symbol of its conditions but the loop's own counter. */
static struct sharing final_scope(struct inference *inf, uint32_t loop, term_ref on, term_ref off) {
    struct sharing sharing = {inf, loop, SCOPE_UNIFORM, 0};
    term_visit_symbols(inf->terms, on, note_scope, &sharing);
    term_visit_symbols(inf->terms, off, note_scope, &sharing);
    if (sharing.scope == SCOPE_THREAD)
        sharing.in_loop = 0;
    return sharing;
}

/* t moves in one direction as the counter grows, wraps aside: x & 3 and (short)x do not. A counter that
   stays below 2^31 may be cut to 32 bits. */
static bool is_steady(const struct term_table *t, term_ref x, symbol_ref counter, bool is_short) {
    const struct term *term = term_get(t, x);
    enum term_op op = term_op_of(term);
    if (op == TERM_SYMBOL || !term_has_symbol(t, x, counter))
        return true;
    if (op == TERM_ZEXT || op == TERM_SEXT || (op == TERM_TRUNC && is_short && term->width_bits >= 32))
        return is_steady(t, term_child(t, x, 0), counter, is_short);
    if (op == TERM_UDIV || op == TERM_SDIV || op == TERM_LSHR || op == TERM_ASHR || op == TERM_SHL)
        return !term_has_symbol(t, term_child(t, x, 1), counter) && is_steady(t, term_child(t, x, 0), counter, is_short);
    return (op == TERM_ADD || op == TERM_MUL) && is_steady(t, term_child(t, x, 0), counter, is_short) &&
           is_steady(t, term_child(t, x, 1), counter, is_short);
}

/* The test compares a value that no iteration takes over an end of its signed range, and that each moves towards the bound by 1. */
static bool is_rising(const struct inference *inf, uint32_t loop, term_ref stays) {
    const struct loop_state *state = &inf->loop_states[loop];
    bool is_found = false;
    if (!trips_counts(inf->terms, stays, state->counter))
        return false;
    for (uint32_t i = 0; i < state->rising.size; i++)
        for (uint32_t k = 0; k < 2; k++)
            is_found |= term_same(state->rising.data[i], term_child(inf->terms, stays, k));
    return is_found;
}

/* A comparison that fails for good once it has failed (*held true), or holds from the first iteration on if it ever
   does (*held: it held in the first). *jumps: unless what it compares jumps over the bound. */
static bool comparison_lasts(struct inference *inf, uint32_t loop, term_ref exit, term_ref *held, bool *jumps) {
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[loop];
    term_ref stays = term_not(t, exit);
    enum term_op op = term_op_of(term_get(t, stays));
    bool compares = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
    if (!compares || !is_steady(t, term_child(t, stays, 0), state->counter, state->is_short) ||
        !is_steady(t, term_child(t, stays, 1), state->counter, state->is_short))
        return false;
    *held = trips_first_held(t, stays, state->counter);
    *jumps |= trips_may_jump(t, stays, state->counter, state->ordinals_return);
    return true;
}

/* An exit that is taken for good, made of such ones by "and" and "or", as the conditions of `i < n && i < m` and
   `i < n || i < m` are. */
static bool parts_last(struct inference *inf, uint32_t loop, term_ref exit, bool is_negated, bool *jumps) {
    struct term_table *t = inf->terms;
    enum term_op op = term_op_of(term_get(t, exit));
    uint64_t ones;
    term_ref held = term_true(t);
    if (!term_has_symbol(t, exit, inf->loop_states[loop].counter))
        return true;
    if (op == TERM_XOR && term_width(t, exit) == 1 && term_is_const(t, term_child(t, exit, 1), &ones) && ones == 1)
        return parts_last(inf, loop, term_child(t, exit, 0), !is_negated, jumps);
    if (op == TERM_AND || op == TERM_OR)
        return parts_last(inf, loop, term_child(t, exit, 0), is_negated, jumps) && parts_last(inf, loop, term_child(t, exit, 1), is_negated, jumps);
    return comparison_lasts(inf, loop, is_negated ? term_not(t, exit) : exit, &held, jumps) && term_is_true(t, held);
}

/* Some of the tests that must all hold is about a value that may jump over its bound; where it may not, near_bound tells how far it goes. */
static bool any_jumps(struct inference *inf, uint32_t loop, term_ref stays) {
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[loop];
    if (term_op_of(term_get(t, stays)) == TERM_AND)
        return any_jumps(inf, loop, term_child(t, stays, 0)) || any_jumps(inf, loop, term_child(t, stays, 1));
    enum term_op op = term_op_of(term_get(t, stays));
    bool compares = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
    return !compares || (trips_may_jump(t, stays, state->counter, state->ordinals_return) && !is_rising(inf, loop, stays));
}

/* The exit is taken for good once it is taken (or not for a while, *held: which began if it was not at first), or is
   independent of the counter: no earlier exit can be missed. */
static bool earlier_exits_implied(struct inference *inf, uint32_t loop, term_ref exit, term_ref *held, bool *jumps) {
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[loop];
    term_ref stays = term_not(t, exit);
    *jumps = false;
    if (made_inside(inf, loop, exit))
        return false;
    if (!term_has_symbol(t, exit, state->counter))
        return true;
    if (!state->ordinals_return && trips_exit_lasts(t, exit, state->counter)) {
        *jumps = trips_may_jump(t, stays, state->counter, state->ordinals_return);
        return true;
    }
    if (comparison_lasts(inf, loop, exit, held, jumps)) {
        *jumps = *jumps && !is_rising(inf, loop, stays); /* of a whole test: near_bound tells how far it goes */
        return true;
    }
    bool lasts = parts_last(inf, loop, exit, false, jumps);
    *jumps = *jumps && any_jumps(inf, loop, stays);
    return lasts;
}

/* Threads share a value of the last iteration if they share its ordinal too. */
static void share_last(const struct loop_state *state, struct symbol *s) {
    const struct symbol *final = symbol_get(state->inf->terms, state->final);
    if (s->in_loop == 0)
        return;
    uint32_t parent = state->inf->loops.data[state->proto_loop].parent;
    s->scope = final->scope > s->scope ? final->scope : s->scope;
    s->in_loop = parent == PROTOCOL_NONE || s->scope == SCOPE_THREAD ? 0 : parent + 1;
}

static term_ref leave_symbol(void *context, symbol_ref symbol) {
    struct loop_state *state = context;
    struct term_table *t = state->inf->terms;
    uint32_t last;
    if (symbol.id == state->counter.id)
        return state->final_term;
    struct symbol s = *symbol_get(t, symbol);
    bool of_iteration = s.role == SYMBOL_VALUE || s.role == SYMBOL_FINAL || s.role == SYMBOL_COUNTER;
    if (!of_iteration || symbol.id < state->first_symbol || symbol.id >= state->end_symbol)
        return TERM_NONE;
    if (!map_get(&state->last_of, symbol.id, &last)) {
        s.name = arena_printf(state->inf->arena, "%s.last", s.name);
        share_last(state, &s);
        last = symbol_create(t, &s).id;
        map_set(&state->last_of, symbol.id, last);
        vec_push(&state->pending, symbol);
    }
    return term_symbol(t, (symbol_ref){last});
}

term_ref loop_leave(struct inference *inf, uint32_t loop, term_ref t) {
    struct loop_state *state = &inf->loop_states[loop];
    term_ref result = substitution_apply(state->leave, t);
    while (state->pending.size > 0) {
        symbol_ref symbol = vec_pop(&state->pending);
        uint32_t last = 0;
        (void)map_get(&state->last_of, symbol.id, &last);
        for (uint32_t i = 0; i < symbol_fact_count(inf->terms, symbol); i++)
            symbol_add_fact(inf->terms, (symbol_ref){last}, substitution_apply(state->leave, symbol_fact(inf->terms, symbol, i)));
        ticket_leave(inf, symbol, (symbol_ref){last}, state->leave);
    }
    return result;
}

/* A loop that goes on while d(k) != 0 for a d that moves in fixed steps towards
   0 and hits it: d has not crossed 0 in an iteration that is begun. What stands
   before the test is executed once more, with d = 0. TERM_NONE if the test is
   none such; *exact: it is known to hit 0. */
static term_ref not_crossed(struct inference *inf, uint32_t loop, term_ref exit, bool *exact) {
    struct term_table *t = inf->terms;
    struct loop_state *state = &inf->loop_states[loop];
    *exact = false;
    if (term_op_of(term_get(t, exit)) != TERM_EQ || term_width(t, term_child(t, exit, 0)) == 1 || made_inside(inf, loop, exit))
        return TERM_NONE;
    term_ref k = state->counter_term;
    uint8_t kw = term_width(t, k);
    term_ref d = term_sub(t, term_child(t, exit, 0), term_child(t, exit, 1), 0);
    term_ref first = term_replace(t, d, state->counter, term_const(t, kw, 0));
    term_ref after = term_replace(t, d, state->counter, term_add(t, k, term_const(t, kw, 1), TERM_NUW | TERM_NSW));
    uint64_t step;
    uint8_t w = term_width(t, d);
    if ((!term_is_const(t, term_sub(t, after, d, 0), &step) && !trips_step(t, d, state->counter, &step)) || step == 0)
        return TERM_NONE;
    int64_t by = w == 64 ? (int64_t)step : (int64_t)(step ^ UINT64_C(1) << (w - 1)) - (INT64_C(1) << (w - 1));
    term_ref zero = term_const(t, w, 0), size = term_const(t, w, (uint64_t)(by < 0 ? -by : by));
    term_ref towards = by > 0 ? term_sle(t, first, zero) : term_sle(t, zero, first);
    term_ref hits = term_eq(t, term_binary(t, TERM_SREM, first, size), zero);
    term_ref before = by > 0 ? term_sle(t, d, zero) : term_sle(t, zero, d);
    if (kw == w) { /* d may come back to that side */
        term_ref far = by > 0 ? term_sub(t, zero, first, 0) : first;
        before = term_and(t, before, term_ule(t, k, term_binary(t, TERM_UDIV, far, size)));
    }
    term_ref known = term_implies(t, term_and(t, towards, hits), before);
    uint64_t steps = (uint64_t)(by < 0 ? -by : by);
    term_ref odd = term_binary(t, TERM_AND, first, term_const(t, w, steps - 1));
    if (kw >= w && (steps & (steps - 1)) == 0 && term_same(odd, zero)) { /* it comes to 0, if only around the end of the type */
        term_ref far = term_binary(t, TERM_UDIV, by > 0 ? term_sub(t, zero, first, 0) : first, size);
        known = term_and(t, known, term_ule(t, k, kw > w ? term_zext(t, far, kw) : far));
        *exact = true;
    }
    *exact |= term_is_true(t, towards) && term_is_true(t, hits);
    return known;
}

/* A shifted value becomes 0 after as many iterations as it has bits, and stays
   0, where a test may hold again: an iteration beyond that is begun only if
   the last one before goes on. */
static term_ref not_shifted_out(struct inference *inf, uint32_t loop, term_ref on) {
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[loop];
    term_ref k = state->counter_term;
    if (state->has_trips)
        return term_ule(t, k, term_const(t, term_width(t, k), state->trips));
    if (state->shift_bits == 0 || made_inside(inf, loop, on))
        return term_true(t);
    term_ref last = term_const(t, term_width(t, k), state->shift_bits - 1u);
    return term_or(t, term_ule(t, k, last), term_replace(t, on, state->counter, last));
}

/* If the loop is left where the shifted value has one bit left, it is left there or before. */
static term_ref shifted_out(struct inference *inf, uint32_t loop, term_ref off) {
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[loop];
    if (state->shift_bits == 0 || state->ordinals_return || made_inside(inf, loop, off))
        return term_true(t);
    term_ref last = term_const(t, term_width(t, state->counter_term), state->shift_bits - 1u);
    return term_implies(t, term_replace(t, off, state->counter, last), term_ule(t, state->final_term, last));
}

/* The ordinal of the iteration that leaves the loop: a constant, or a symbol. */
static void make_final(struct inference *inf, uint32_t loop, term_ref on, term_ref off, bool deep) {
    struct loop_state *state = &inf->loop_states[loop];
    struct term_table *t = inf->terms;
    uint8_t width = term_width(t, state->counter_term);
    term_ref trips = term_const(t, width, state->trips);
    state->end_symbol = symbol_count(t);
    state->inf = inf;
    map_init(&state->last_of);
    state->leave = substitution_create(t, leave_symbol, state);
    if (state->has_trips && !deep && term_same(off, term_ule(t, trips, state->counter_term))) {
        state->final_term = trips;
        return;
    }
    struct sharing sharing = deep ? (struct sharing){.scope = SCOPE_THREAD} : final_scope(inf, loop, on, off);
    struct symbol symbol = {.name = arena_printf(inf->arena, "last%u", state->proto_loop),
                            .width_bits = width,
                            .role = SYMBOL_FINAL,
                            .scope = sharing.scope,
                            .in_loop = sharing.in_loop,
                            .loop = state->proto_loop};
    state->final = symbol_create(t, &symbol);
    state->final_term = term_symbol(t, state->final);
    for (uint32_t i = 0; i < symbol_fact_count(t, state->counter); i++)
        symbol_add_fact(t, state->final, term_replace(t, symbol_fact(t, state->counter, i), state->counter, state->final_term));
}

term_ref loop_near_bound(struct inference *inf, uint32_t loop, term_ref stays, bool is_passed) {
    const struct loop_state *state = &inf->loop_states[loop];
    struct term_table *t = inf->terms;
    if (term_op_of(term_get(t, stays)) == TERM_AND) {
        term_ref first = loop_near_bound(inf, loop, term_child(t, stays, 0), is_passed);
        return term_and(t, first, loop_near_bound(inf, loop, term_child(t, stays, 1), is_passed));
    }
    uint64_t ones;
    term_ref inner = term_op_of(term_get(t, stays)) == TERM_XOR && term_width(t, stays) == 1 ? term_child(t, stays, 0) : TERM_NONE;
    if (!term_is_none(inner) && term_op_of(term_get(t, inner)) == TERM_OR && term_is_const(t, term_child(t, stays, 1), &ones) && ones == 1) {
        term_ref first = loop_near_bound(inf, loop, term_not(t, term_child(t, inner, 0)), is_passed);
        return term_and(t, first, loop_near_bound(inf, loop, term_not(t, term_child(t, inner, 1)), is_passed));
    }
    bool told = (state->is_short && !trips_may_wrap(t, stays, state->counter)) || made_inside(inf, loop, stays);
    return told ? term_true(t) : trips_begun(t, stays, state->counter, is_rising(inf, loop, stays), is_passed);
}

term_ref loop_finish(struct inference *inf, uint32_t loop, bool *exact) {
    struct loop_state *state = &inf->loop_states[loop];
    struct term_table *t = inf->terms;
    term_ref on = goes_on(inf, loop), off = leaves(inf, loop);
    bool deep = has_deep_exit(inf, loop);
    term_ref k = state->counter_term;
    uint8_t width = term_width(t, k);
    make_final(inf, loop, on, off, deep);
    state->proceeds = on;
    term_ref zero_k = term_const(t, width, 0), before = term_sub(t, k, term_const(t, width, 1), 0);
    /* what the paths back to the header say, or where they rest on values of the iteration, that nothing left it */
    term_ref goes = deep || !made_inside(inf, loop, on) ? on : term_not(t, off), begun = term_true(t);
    bool is_begun_told = !made_inside(inf, loop, goes), is_test_first = tests_first(inf, loop);
    if (is_begun_told)
        begun = term_or(t, term_eq(t, k, zero_k), term_replace(t, goes, state->counter, before));
    if (!deep && !term_is_false(t, off) && state->final.id) {
        term_ref known = term_and(t, loop_leave(inf, loop, term_and(t, off, begun)), shifted_out(inf, loop, off));
        symbol_add_fact(t, state->final, term_implies(t, state->entry, known));
    }
    bool reaches, jumps = false, is_header_test = is_left_from(inf, loop, inf->cfg->loops[loop].header);
    term_ref crossed = deep || !is_header_test ? TERM_NONE : not_crossed(inf, loop, off, &reaches);
    term_ref held = term_true(t);
    bool is_implied = !deep && !term_is_false(t, off) && earlier_exits_implied(inf, loop, off, &held, &jumps);
    term_ref shifted = term_and(t, term_and(t, not_shifted_out(inf, loop, on), loop_near_bound(inf, loop, term_not(t, off), is_test_first)), held);
    if ((!is_implied || !is_test_first) && is_begun_told)
        shifted = term_and(t, shifted, begun);
    *exact = is_implied && (is_begun_told || is_test_first) && !jumps;
    if (term_is_none(crossed))
        return shifted;
    *exact |= reaches;
    return term_and(t, crossed, shifted);
}

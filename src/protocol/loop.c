/* Loop-carried values: which there are, what enters the loop and what comes next,
   and the closed form, or else the fresh value, that stands for each. */
#include "protocol/closed.h"

#define FLAG_BITS 8u /* of a Boolean that is kept in a variable */

static uint32_t only_array(const struct inference *inf, value_ref pointer) {
    uint64_t roots = inf->roots[pointer.id];
    if (roots == 0 || (roots & (roots - 1)) != 0)
        return PROTOCOL_NONE;
    return (uint32_t)__builtin_ctzll(roots);
}

/* The value entering the loop: the operands from outside, chosen by their edges. */
static struct value initial_value(struct loop_work *work, const struct inst *phi, uint32_t header) {
    struct inference *inf = work->inf;
    uint32_t parent = inf->cfg->loops[work->loop].parent;
    struct value init = {.kind = VALUE_NONE};
    for (uint32_t i = phi->operand_count; i-- > 0;) {
        uint32_t pred = kernel_pred(inf->kernel, header, i).id;
        if (cfg_loop_contains(inf->cfg, work->loop, pred))
            continue;
        struct value v = value_at(inf, kernel_operand(inf->kernel, phi, i), pred);
        if (init.kind == VALUE_NONE)
            init = v;
        else
            init = value_choose(inf, region_edge_guard(inf, pred, header, parent), v, init);
    }
    return init;
}

static term_ref next_value(struct loop_work *work, const struct inst *phi, uint32_t header) {
    term_ref next = TERM_NONE;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        uint32_t pred = kernel_pred(work->inf->kernel, header, i).id;
        if (!cfg_loop_contains(work->inf->cfg, work->loop, pred))
            continue;
        term_ref here = loop_slice(work, kernel_operand(work->inf->kernel, phi, i), 0);
        if (term_is_none(here) || (!term_is_none(next) && !term_same(here, next)))
            return TERM_NONE;
        next = here;
    }
    return next;
}

static void add_carried(struct loop_work *work, value_ref phi, uint32_t header) {
    struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, phi);
    struct carried c = {.phi = phi, .is_pointer = inst->type.kind == TYPE_POINTER, .array = PROTOCOL_NONE};
    if (c.is_pointer)
        c.array = only_array(inf, phi);
    struct value init = initial_value(work, inst, header);
    bool usable = inst->type.lanes == 1 && (!c.is_pointer || (c.array != PROTOCOL_NONE && c.array != inf->unknown_array));
    if (init.kind == VALUE_SCALAR)
        c.init = init.term;
    else if (init.kind == VALUE_POINTER && init.count == 1 && inf->alts.data[init.first].array == c.array)
        c.init = inf->alts.data[init.first].offset;
    if (usable && !term_is_none(c.init)) {
        struct symbol symbol = {.name = arena_printf(inf->arena, "phi%u", phi.id),
                                .width_bits = term_width(inf->terms, c.init),
                                .role = SYMBOL_VALUE,
                                .scope = SCOPE_THREAD,
                                .approximate = true,
                                .reason = "phi"};
        c.symbol = symbol_create(inf->terms, &symbol);
        c.placeholder = term_symbol(inf->terms, c.symbol);
    }
    vec_push(&work->carried, c);
}

static void create_counter(struct inference *inf, uint32_t loop, uint8_t width_bits) {
    struct loop_state *state = &inf->loop_states[loop];
    struct term_table *t = inf->terms;
    uint32_t number = state->proto_loop;
    struct symbol symbol = {
        .name = arena_printf(inf->arena, "k%u", number), .width_bits = width_bits, .role = SYMBOL_COUNTER, .scope = SCOPE_THREAD, .loop = number};
    state->counter = symbol_create(t, &symbol);
    state->counter_term = term_symbol(t, state->counter);
}

/* The test keeps the value between init and a bound less than 2^31 away. */
static bool is_held(struct term_table *t, const struct carried *c, term_ref test, bool upwards) {
    if (term_is_none(test))
        return false;
    const struct term *term = term_get(t, test);
    if (term_op_of(term) != TERM_SLT && term_op_of(term) != TERM_SLE)
        return false;
    if (!term_same(term_child(t, test, upwards ? 0 : 1), c->placeholder))
        return false;
    struct term_range from = term_range_of(t, c->init), bound = term_range_of(t, term_child(t, test, upwards ? 1 : 0));
    return upwards ? bound.smax - from.smin < INT32_MAX : from.smax - bound.smin < (INT64_C(1) << 31);
}

/* A 32-bit value that moves by a fixed step without signed overflow, away from
   the end of its range that it starts at or towards a bound that the header
   tests, limits the number of iterations; by 2 or more, from wherever it starts: 2^32 / 2 rounds at most. */
static bool is_counted_in_32_bits(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    term_ref test = loop_stays(work);
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        if (c->is_pointer || term_is_none(c->init) || term_is_none(c->next))
            continue;
        const struct term *next = term_get(t, c->next);
        if (term_op_of(next) != TERM_ADD || next->width_bits != 32 || !(next->flags & TERM_NSW))
            continue;
        uint32_t at = !term_same(term_child(t, c->next, 0), c->placeholder);
        if (!term_same(term_child(t, c->next, at), c->placeholder))
            continue;
        struct term_range from = term_range_of(t, c->init), by = term_range_of(t, term_child(t, c->next, 1 - at));
        if ((from.smin >= 0 && by.smin >= 1) || (from.smax <= 0 && by.smax <= -1))
            return true;
        if (by.smin >= 2 || by.smax <= -2)
            return true;
        if ((by.smin >= 1 && is_held(t, c, test, true)) || (by.smax <= -1 && is_held(t, c, test, false)))
            return true;
    }
    return false;
}

/* The header's test is about a value that is shifted: the loop ends when its
   bits are gone, or never. */
static bool is_ended_by_shift(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    term_ref test = loop_stays(work);
    for (uint32_t i = 0; i < work->carried.size && !term_is_none(test); i++) {
        const struct carried *c = &work->carried.data[i];
        enum term_op op;
        uint64_t amount;
        if (!term_is_none(c->next) && !term_is_none(c->placeholder) && loop_shift_amount(t, c, &op, &amount) && term_has_symbol(t, test, c->symbol))
            return true;
    }
    return false;
}

static void bound_counter(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    struct loop_state *state = &work->inf->loop_states[work->loop];
    uint8_t width = term_width(t, state->counter_term);
    state->is_short = is_counted_in_32_bits(work);
    state->ordinals_return = !state->is_short && width < 64 && !is_ended_by_shift(work);
    bool is_ended = !state->ordinals_return && width <= 48; /* by a shift: after as many iterations as there are bits, or never */
    uint64_t limit = state->is_short ? UINT64_C(1) << 31 : is_ended ? UINT64_C(1) << (width - 1) : UINT64_C(1) << 48;
    if (state->is_short || is_ended || width > 48)
        symbol_add_fact(t, state->counter, term_ult(t, state->counter_term, term_const(t, width, limit)));
}

static term_ref closed_value(void *context, symbol_ref symbol) {
    const struct loop_work *work = context;
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (work->carried.data[i].symbol.id == symbol.id && !term_is_none(work->carried.data[i].placeholder))
            return work->carried.data[i].closed;
    return TERM_NONE;
}

bool loop_trips(struct loop_work *work, uint64_t *trips) {
    struct term_table *t = work->inf->terms;
    term_ref stays = loop_stays(work);
    if (term_is_none(stays))
        return false;
    struct substitution *closed = substitution_create(t, closed_value, work);
    term_ref test = substitution_apply(closed, stays);
    substitution_destroy(closed);
    return trips_constant(t, test, work->inf->loop_states[work->loop].counter, trips);
}

/* A loop that shifts and runs to a constant. */
static void count_trips(struct loop_work *work) {
    struct loop_state *state = &work->inf->loop_states[work->loop];
    if (state->shift_bits == 0 || state->ordinals_return || !is_ended_by_shift(work))
        return;
    state->has_trips = loop_trips(work, &state->trips);
}

static const char *phi_reason(struct inference *inf, const struct inst *phi) {
    return phi->name && phi->name[0] ? arena_printf(inf->arena, "loop-carried value %s", phi->name) : "a loop-carried value";
}

/* A value of its own in each iteration, of all threads that compute the same. */
static term_ref iteration_value(struct loop_work *work, const struct carried *c, uint8_t width) {
    struct inference *inf = work->inf;
    const struct inst *phi = kernel_inst(inf->kernel, c->phi);
    uint32_t proto_loop = inf->loop_states[work->loop].proto_loop;
    uint8_t bits = c->bits < width ? c->bits : width;
    symbol_ref symbol = value_shared(inf, bits, uniform_scope(inf, c->phi), proto_loop, phi->loc, phi_reason(inf, phi));
    term_ref value = term_symbol(inf->terms, symbol);
    if (c->bound != CARRIED_ANY && bits < width)
        symbol_add_fact(inf->terms, symbol, loop_counted_fact(inf->terms, c, value, inf->loop_states[work->loop].counter_term));
    return term_zext(inf->terms, value, width);
}

/* A flag is what it was in front of the loop, in the first iteration; later it is unknown. */
static term_ref flag_value(struct loop_work *work, const struct carried *c, uint8_t width) {
    struct inference *inf = work->inf;
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[work->loop];
    term_ref later = iteration_value(work, c, width);
    if (term_is_none(c->init) || state->ordinals_return)
        return later;
    return term_ite(t, term_eq(t, state->counter_term, term_const(t, term_width(t, state->counter_term), 0)), c->init, later);
}

static void settle(struct loop_work *work, const struct carried *c) {
    struct inference *inf = work->inf;
    const struct inst *phi = kernel_inst(inf->kernel, c->phi);
    struct value *value = &inf->values[c->phi.id];
    if (!c->is_pointer) {
        term_ref chosen;
        bool is_scalar = phi->type.lanes == 1 && phi->type.width_bits >= 1 && phi->type.width_bits <= 64;
        if (!term_is_none(c->closed))
            *value = value_of_scalar(c->closed);
        else if (is_scalar && phi->type.width_bits <= FLAG_BITS)
            *value = value_of_scalar(flag_value(work, c, phi->type.width_bits));
        else if (!term_is_none(chosen = is_scalar && c->bits >= phi->type.width_bits ? loop_chosen_value(work, c, phi_reason(inf, phi)) : TERM_NONE))
            *value = value_of_scalar(chosen);
        else if (is_scalar)
            ticket_note_phi(inf, c->phi, (*value = value_of_scalar(iteration_value(work, c, phi->type.width_bits))).term);
        else
            *value = value_fresh_of_type(inf, phi->type, phi->loc, phi_reason(inf, phi));
        return;
    }
    if (c->array != PROTOCOL_NONE) {
        struct pointer_alt alt = {term_true(inf->terms), c->array, c->closed, 0, false};
        if (term_is_none(alt.offset))
            alt.offset = iteration_value(work, c, 64);
        *value = value_of_pointer(inf, &alt, 1);
        return;
    }
    struct value choice = {.kind = VALUE_NONE};
    for (uint32_t i = 0; i < inf->arrays.size; i++) {
        if (!(inf->roots[c->phi.id] >> i & 1))
            continue;
        struct pointer_alt alt = {term_true(inf->terms), i, value_fresh(inf, 64, phi->loc, phi_reason(inf, phi)), MARK_BASE, false};
        struct value v = value_of_pointer(inf, &alt, 1);
        choice = choice.kind == VALUE_NONE ? v : value_choose(inf, value_fresh(inf, 1, phi->loc, phi_reason(inf, phi)), v, choice);
    }
    *value = choice.kind == VALUE_NONE ? value_fresh_of_type(inf, phi->type, phi->loc, phi_reason(inf, phi)) : choice;
}

static bool symbol_of(const struct loop_work *work, const struct carried *c, symbol_ref *symbol) {
    const struct value *value = &work->inf->values[c->phi.id];
    const struct term *term = value->kind == VALUE_SCALAR ? term_get(work->inf->terms, value->term) : NULL;
    if (!term || term_op_of(term) != TERM_SYMBOL)
        return false;
    *symbol = (symbol_ref){(uint32_t)term->value};
    return true;
}

static void add_bracket_facts(const struct loop_work *work) {
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        symbol_ref low, high;
        if (c->bracket.with && symbol_of(work, c, &low) && symbol_of(work, &work->carried.data[c->bracket.with - 1], &high))
            loop_bracket_facts(work, c, low, high);
    }
}

/* The header's phi that has in this iteration what the phi has in the next one. */
static value_ref followed(const struct loop_work *work, value_ref phi, uint32_t header) {
    const struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, phi);
    const struct cfg_loop *l = &inf->cfg->loops[work->loop];
    if (inst->operand_count != 2 || l->latch_count != 1)
        return (value_ref){0};
    uint32_t back = kernel_pred(inf->kernel, header, 0).id == l->latches[0] ? 0 : 1;
    value_ref next = kernel_operand(inf->kernel, inst, back);
    const struct inst *other = kernel_inst(inf->kernel, next);
    return other->op == INST_PHI && other->block.id == header ? next : (value_ref){0};
}

/* Pointers into different arrays that are passed on in a circle: two that swap, or more. */
static bool settle_pointer_circle(struct loop_work *work, const struct carried *c, uint32_t header) {
    struct inference *inf = work->inf;
    if (!c->is_pointer)
        return false;
    value_ref circle[TURNS_MAX] = {c->phi}, at = followed(work, c->phi, header);
    uint32_t period = 1;
    for (; at.id != 0 && at.id != c->phi.id && period < TURNS_MAX; at = followed(work, at, header))
        circle[period++] = at;
    if (at.id != c->phi.id || !loop_has_turns(work, period))
        return false;
    struct value value = initial_value(work, kernel_inst(inf->kernel, circle[period - 1]), header);
    for (uint32_t i = period - 1; i-- > 0;)
        value = value_choose(inf, loop_is_turn(work, i, period), initial_value(work, kernel_inst(inf->kernel, circle[i]), header), value);
    inf->values[c->phi.id] = value;
    return true;
}

/* Ordinals have 64 bits where a pointer is carried, or a 64-bit integer of which it is known how it changes: others have
   no closed form, and 32 bits are exact for the values beside them. */
static uint8_t counter_width(const struct loop_work *work) {
    bool is_wide = false;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        struct type type = kernel_inst(work->inf->kernel, c->phi)->type;
        is_wide |= c->is_pointer || (type.kind == TYPE_INT && type.width_bits == 64 && !term_is_none(c->next));
    }
    return is_wide ? 64 : 32;
}

void loop_carried_values(struct inference *inf, uint32_t loop) {
    struct loop_work work = {.inf = inf, .loop = loop};
    const struct kernel *k = inf->kernel;
    uint32_t header = inf->cfg->loops[loop].header;
    map_init(&work.memo);
    for (uint32_t i = 0; i < k->blocks[header].inst_count; i++) {
        value_ref v = kernel_at(k, header, i);
        const struct inst *inst = kernel_inst(k, v);
        if (inst->op != INST_PHI)
            break;
        add_carried(&work, v, header);
    }
    for (uint32_t i = 0; i < work.carried.size; i++) {
        struct carried *c = &work.carried.data[i];
        if (!term_is_none(c->placeholder))
            c->next = next_value(&work, kernel_inst(k, c->phi), header);
    }
    create_counter(inf, loop, counter_width(&work));
    bound_counter(&work);
    for (uint32_t i = 0; i < work.carried.size; i++)
        work.carried.data[i].closed = loop_closed_form(&work, &work.carried.data[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < work.carried.size; i++) {
            struct carried *c = &work.carried.data[i];
            if (!term_is_none(c->closed) || term_is_none(c->next) || term_is_none(c->init))
                continue;
            c->closed = loop_closed_derived(&work, c);
            changed |= !term_is_none(c->closed);
        }
    }
    loop_bound_values(&work);
    loop_count_values(&work);
    loop_find_brackets(&work);
    loop_reach_counter(&work);
    count_trips(&work);
    for (uint32_t i = 0; i < work.carried.size; i++)
        if (!settle_pointer_circle(&work, &work.carried.data[i], header))
            settle(&work, &work.carried.data[i]);
    add_bracket_facts(&work);
    vec_release(&work.carried);
    map_release(&work.memo);
}

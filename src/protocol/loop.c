/* Loop-carried values in closed form (design section 3.3).

   A header phi becomes a function of the ordinal k of the iteration, counted
   from 0, when the value it has in the next iteration, written over the phis
   themselves, has one of the shapes below; anything else is a fresh value per
   iteration, marked approximate.

     next = phi + c           init + k*c          c the same in every iteration
     next = phi * 2^s         init << k*s
     next = phi >> s          init >> k*s         logical, arithmetic, and / 2^s
     next = c - phi, phi ^ c  init or next, by the parity of k
     next = other, other's next = phi             the two inits, by the parity of k
     next = c                 k = 0 ? init : c
     next = f(phis above)     k = 0 ? init : f at k-1

   A pointer that stays within one array is its offset. Ordinals are counted
   modulo 2^32 where no value in the loop is wider, which closed forms of such
   values do not notice; 64-bit ordinals are taken to stay below 2^48
   (docs/soundness.md). */
#include "protocol/infer.h"

#define SLICE_DEPTH_MAX 64u

struct carried {
    value_ref phi;
    term_ref placeholder;  /* stands for the phi's value (or offset) in `next` */
    symbol_ref symbol;
    term_ref init, next;   /* TERM_NONE: not known */
    term_ref closed;
    uint32_t array;        /* pointers: the only array, else PROTOCOL_NONE */
    bool is_pointer;
};

struct loop_work {
    struct inference *inf;
    uint32_t loop;
    VEC(struct carried) carried;
    struct map memo; /* instruction -> term id of its slice, 0 if opaque */
};

static term_ref slice(struct loop_work *work, value_ref v, uint32_t depth);

static uint32_t only_array(const struct inference *inf, value_ref pointer) {
    uint64_t roots = inf->roots[pointer.id];
    if (roots == 0 || (roots & (roots - 1)) != 0)
        return PROTOCOL_NONE;
    return (uint32_t)__builtin_ctzll(roots);
}

static term_ref slice_outside(struct loop_work *work, value_ref v) {
    struct inference *inf = work->inf;
    struct value value = value_at(inf, v, inf->cfg->loops[work->loop].header);
    if (value.kind == VALUE_SCALAR)
        return value.term;
    if (value.kind == VALUE_POINTER && value.count == 1 && value.first < inf->alts.size)
        return inf->alts.data[value.first].offset;
    return TERM_NONE;
}

static bool defined_inside(const struct loop_work *work, const struct inst *inst) {
    if (inst->op == INST_CONST || inst->op == INST_UNDEF || inst->op == INST_PARAM || inst->op == INST_OBJECT ||
        inst->op == INST_NULLPTR)
        return false;
    return cfg_loop_contains(work->inf->cfg, work->loop, inst->block.id);
}

static term_ref slice_operation(struct loop_work *work, const struct inst *inst, uint32_t depth) {
    struct inference *inf = work->inf;
    if (inst->operand_count > 4 || inst_class_of((enum inst_op)inst->op) != CLASS_VALUE)
        return TERM_NONE;
    term_ref operands[4] = {TERM_NONE, TERM_NONE, TERM_NONE, TERM_NONE};
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        value_ref o = kernel_operand(inf->kernel, inst, i);
        if (kernel_inst(inf->kernel, o)->type.kind == TYPE_POINTER && inst->op != INST_PTRADD && inst->op != INST_PTRCAST)
            return TERM_NONE;
        operands[i] = slice(work, o, depth + 1);
        if (term_is_none(operands[i]))
            return TERM_NONE;
    }
    if (inst->op == INST_PTRCAST)
        return operands[0];
    if (inst->op == INST_PTRADD)
        return term_add(inf->terms, operands[0], operands[1], inst->flags & INST_INBOUNDS ? TERM_NSW : 0);
    if (inst->op == INST_SREG || inst->op == INST_PHI)
        return TERM_NONE;
    return value_operation(inf, inst, operands);
}

static term_ref slice(struct loop_work *work, value_ref v, uint32_t depth) {
    struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, v);
    if (!defined_inside(work, inst))
        return slice_outside(work, v);
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (work->carried.data[i].phi.id == v.id)
            return work->carried.data[i].placeholder;
    uint32_t known;
    if (map_get(&work->memo, v.id, &known))
        return (term_ref){known};
    term_ref result = depth > SLICE_DEPTH_MAX ? TERM_NONE : TERM_NONE;
    if (inst->op == INST_SREG && inst->imm <= SREG_WARPSIZE) /* others change as the loop goes round */
        result = value_evaluate(inf, v, inst->block.id).term;
    else if (depth <= SLICE_DEPTH_MAX && inst->type.lanes == 1)
        result = slice_operation(work, inst, depth);
    map_set(&work->memo, v.id, result.id);
    return result;
}

static bool mentions_phis(const struct loop_work *work, term_ref t) {
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (!term_is_none(work->carried.data[i].placeholder) &&
            term_has_symbol(work->inf->terms, t, work->carried.data[i].symbol))
            return true;
    return false;
}

static term_ref counter_of_width(struct loop_work *work, uint8_t width) {
    struct inference *inf = work->inf;
    term_ref k = inf->loop_states[work->loop].counter_term;
    uint8_t own = term_width(inf->terms, k);
    return width <= own ? term_trunc(inf->terms, k, width) : term_zext(inf->terms, k, width);
}

static term_ref is_even(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    term_ref k = work->inf->loop_states[work->loop].counter_term;
    return term_eq(t, term_trunc(t, k, 1), term_const(t, 1, 0));
}

static term_ref is_first(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    term_ref k = work->inf->loop_states[work->loop].counter_term;
    return term_eq(t, k, term_const(t, term_width(t, k), 0));
}

static term_ref closed_linear(struct loop_work *work, const struct carried *c, term_ref step) {
    struct term_table *t = work->inf->terms;
    uint8_t flags = term_get(t, c->next)->flags;
    if (term_op_of(term_get(t, c->next)) != TERM_ADD)
        flags = 0;
    /* each step is free of overflow; k * step is if it never leaves the side of
       0 that init is on, or if its size is k itself */
    struct term_range from = term_range_of(t, c->init), by = term_range_of(t, step);
    bool upwards = from.smin >= 0 && by.smin >= 0, downwards = from.smax <= 0 && by.smax <= 0;
    bool by_one = by.smin == by.smax && (by.smin == 1 || by.smin == -1) && work->inf->loop_states[work->loop].is_short;
    if (!upwards && !downwards && !by_one)
        flags &= (uint8_t)~TERM_NSW;
    term_ref k = counter_of_width(work, term_width(t, c->init));
    return term_add(t, c->init, term_mul(t, k, step, flags), flags);
}

/* The s of next = phi op 2^s or phi >> s; false if next has no such shape. */
static bool shift_amount(struct term_table *t, const struct carried *c, enum term_op *op, uint64_t *amount) {
    const struct term *next = term_get(t, c->next);
    uint64_t value;
    *op = term_op_of(next);
    if (next->arity != 2 || !term_same(term_child(t, c->next, 0), c->placeholder) ||
        !term_is_const(t, term_child(t, c->next, 1), &value))
        return false;
    if (*op == TERM_LSHR || *op == TERM_ASHR || *op == TERM_SHL) {
        *amount = value;
        return value > 0 && value < next->width_bits;
    }
    if (*op != TERM_MUL && *op != TERM_SDIV)
        return false;
    if (value < 2 || (value & (value - 1)) != 0 || value >> (next->width_bits - 1) != 0)
        return false;
    *amount = (uint64_t)__builtin_ctzll(value);
    return true;
}

/* The ordinals below `limit`; all of them, not their lowest bits. */
static term_ref is_below(struct loop_work *work, uint64_t limit) {
    struct term_table *t = work->inf->terms;
    term_ref k = work->inf->loop_states[work->loop].counter_term;
    return term_ult(t, k, term_const(t, term_width(t, k), limit));
}

static term_ref closed_shift(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    enum term_op op;
    uint64_t amount;
    if (work->inf->loop_states[work->loop].ordinals_return || !shift_amount(t, c, &op, &amount))
        return TERM_NONE;
    uint8_t w = term_width(t, c->init);
    work->inf->loop_states[work->loop].shift_bits = w;
    uint64_t most = (w + amount - 1) / amount; /* iterations until nothing is left */
    term_ref some = is_below(work, most), by = counter_of_width(work, w);
    if (amount > 1)
        by = term_mul(t, term_ite(t, some, by, term_const(t, w, most - 1)), term_const(t, w, amount), TERM_NUW);
    term_ref zero = term_const(t, w, 0), one = term_const(t, w, 1);
    if (op == TERM_LSHR)
        return term_ite(t, some, term_binary(t, TERM_LSHR, c->init, by), zero);
    if (op == TERM_ASHR)
        return term_binary(t, TERM_ASHR, c->init, term_ite(t, some, by, term_const(t, w, (uint64_t)w - 1)));
    uint8_t flags = term_get(t, c->next)->flags;
    if (op == TERM_MUL || op == TERM_SHL)
        return term_ite(t, some, term_mul(t, c->init, term_binary(t, TERM_SHL, one, by), flags), zero);
    if (term_range_of(t, c->init).smin < 0)
        return TERM_NONE;
    term_ref small = is_below(work, (w - 1 + amount - 1) / amount);
    return term_ite(t, small, term_binary(t, TERM_SDIV, c->init, term_binary(t, TERM_SHL, one, by)), zero);
}

static term_ref closed_toggle(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    term_ref sum = term_add(t, c->next, c->placeholder, 0);
    term_ref mix = term_binary(t, TERM_XOR, c->next, c->placeholder);
    if (!mentions_phis(work, sum))
        return term_ite(t, is_even(work), c->init, term_sub(t, sum, c->init, 0));
    if (!mentions_phis(work, mix))
        return term_ite(t, is_even(work), c->init, term_binary(t, TERM_XOR, mix, c->init));
    return TERM_NONE;
}

static term_ref closed_swap(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *other = &work->carried.data[i];
        if (other == c || term_is_none(other->next) || term_is_none(other->init) || other->is_pointer != c->is_pointer ||
            (c->is_pointer && other->array != c->array))
            continue;
        if (term_same(c->next, other->placeholder) && term_same(other->next, c->placeholder))
            return term_ite(t, is_even(work), c->init, other->init);
    }
    return TERM_NONE;
}

struct previous { struct loop_work *work; bool failed; };

static term_ref previous_value(void *context, symbol_ref symbol) {
    struct previous *previous = context;
    struct loop_work *work = previous->work;
    struct term_table *t = work->inf->terms;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        if (c->symbol.id != symbol.id || term_is_none(c->placeholder))
            continue;
        if (term_is_none(c->closed))
            previous->failed = true;
        return term_is_none(c->closed) ? TERM_NONE : c->closed;
    }
    if (symbol.id == work->inf->loop_states[work->loop].counter.id) {
        term_ref k = term_symbol(t, symbol);
        return term_sub(t, k, term_const(t, term_width(t, k), 1), 0);
    }
    return TERM_NONE;
}

static term_ref keep_phis(void *context, symbol_ref symbol) {
    struct previous *previous = context;
    return symbol.id == previous->work->inf->loop_states[previous->work->loop].counter.id
               ? previous_value(context, symbol) : TERM_NONE;
}

/* next = f(other phis): f over their values one iteration earlier. */
static term_ref closed_derived(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    if (term_has_symbol(t, c->next, c->symbol) || work->inf->loop_states[work->loop].ordinals_return)
        return TERM_NONE; /* ordinal 0 would not mean the first iteration */
    struct previous context = {work, false};
    struct substitution *phis = substitution_create(t, previous_value, &context);
    term_ref now = substitution_apply(phis, c->next);
    substitution_destroy(phis);
    if (context.failed)
        return TERM_NONE;
    struct substitution *earlier = substitution_create(t, keep_phis, &context);
    term_ref before = substitution_apply(earlier, now);
    substitution_destroy(earlier);
    return term_ite(t, is_first(work), c->init, before);
}

static term_ref closed_form(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    if (term_is_none(c->next) || term_is_none(c->init))
        return TERM_NONE;
    if (term_same(c->next, c->placeholder))
        return c->init;
    term_ref step = term_sub(t, c->next, c->placeholder, 0);
    if (!mentions_phis(work, step))
        return closed_linear(work, c, step);
    term_ref closed = closed_shift(work, c);
    if (term_is_none(closed))
        closed = closed_toggle(work, c);
    if (term_is_none(closed))
        closed = closed_swap(work, c);
    return closed;
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
        term_ref here = slice(work, kernel_operand(work->inf->kernel, phi, i), 0);
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
        struct symbol symbol = {.name = arena_printf(inf->arena, "phi%u", phi.id), .width_bits = term_width(inf->terms, c.init),
                                .role = SYMBOL_VALUE, .scope = SCOPE_THREAD, .approximate = true, .reason = "phi"};
        c.symbol = symbol_create(inf->terms, &symbol);
        c.placeholder = term_symbol(inf->terms, c.symbol);
    }
    vec_push(&work->carried, c);
}

static void create_counter(struct inference *inf, uint32_t loop, uint8_t width_bits) {
    struct loop_state *state = &inf->loop_states[loop];
    struct term_table *t = inf->terms;
    uint32_t number = state->proto_loop;
    struct symbol symbol = {.name = arena_printf(inf->arena, "k%u", number), .width_bits = width_bits,
                            .role = SYMBOL_COUNTER, .scope = SCOPE_THREAD, .loop = number};
    state->counter = symbol_create(t, &symbol);
    state->counter_term = term_symbol(t, state->counter);
}

/* The condition under which the header's test stays in the loop, over the
   placeholders; TERM_NONE if there is none in closed form. */
static term_ref stays(struct loop_work *work) {
    struct inference *inf = work->inf;
    const struct kernel *k = inf->kernel;
    uint32_t header = inf->cfg->loops[work->loop].header;
    const struct inst *last = kernel_inst(k, kernel_at(k, header, k->blocks[header].inst_count - 1));
    if (last->op != INST_CONDBR)
        return TERM_NONE;
    bool first = cfg_loop_contains(inf->cfg, work->loop, kernel_succ(k, header, 0).id);
    bool second = cfg_loop_contains(inf->cfg, work->loop, kernel_succ(k, header, 1).id);
    term_ref condition = slice(work, kernel_operand(k, last, 0), 0);
    if (first == second || term_is_none(condition))
        return TERM_NONE;
    return first ? condition : term_not(inf->terms, condition);
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
   tests, limits the number of iterations. */
static bool is_counted_in_32_bits(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    term_ref test = stays(work);
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
        if ((by.smin >= 1 && is_held(t, c, test, true)) || (by.smax <= -1 && is_held(t, c, test, false)))
            return true;
    }
    return false;
}

/* The header's test is about a value that is shifted: the loop ends when its
   bits are gone, or never. */
static bool is_ended_by_shift(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    term_ref test = stays(work);
    for (uint32_t i = 0; i < work->carried.size && !term_is_none(test); i++) {
        const struct carried *c = &work->carried.data[i];
        enum term_op op;
        uint64_t amount;
        if (!term_is_none(c->next) && !term_is_none(c->placeholder) && shift_amount(t, c, &op, &amount) &&
            term_has_symbol(t, test, c->symbol))
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
    uint64_t limit = state->is_short ? UINT64_C(1) << 31 : UINT64_C(1) << 48;
    if (state->is_short || width > 48)
        symbol_add_fact(t, state->counter, term_ult(t, state->counter_term, term_const(t, width, limit)));
}

static term_ref closed_value(void *context, symbol_ref symbol) {
    const struct loop_work *work = context;
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (work->carried.data[i].symbol.id == symbol.id && !term_is_none(work->carried.data[i].placeholder))
            return work->carried.data[i].closed;
    return TERM_NONE;
}

/* A loop that shifts and runs to a constant. */
static void count_trips(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    struct loop_state *state = &work->inf->loop_states[work->loop];
    if (state->shift_bits == 0 || state->ordinals_return || !is_ended_by_shift(work))
        return;
    struct substitution *closed = substitution_create(t, closed_value, work);
    term_ref test = substitution_apply(closed, stays(work));
    substitution_destroy(closed);
    state->has_trips = trips_constant(t, test, state->counter, &state->trips);
}

static const char *phi_reason(struct inference *inf, const struct inst *phi) {
    return phi->name && phi->name[0] ? arena_printf(inf->arena, "loop-carried value %s", phi->name) : "a loop-carried value";
}

/* A value of its own in each iteration, of all threads that compute the same. */
static term_ref iteration_value(struct loop_work *work, const struct carried *c, uint8_t width) {
    struct inference *inf = work->inf;
    const struct inst *phi = kernel_inst(inf->kernel, c->phi);
    uint32_t proto_loop = inf->loop_states[work->loop].proto_loop;
    return term_symbol(inf->terms, value_shared(inf, width, uniform_scope(inf, c->phi), proto_loop, phi->loc, phi_reason(inf, phi)));
}

static void settle(struct loop_work *work, const struct carried *c) {
    struct inference *inf = work->inf;
    const struct inst *phi = kernel_inst(inf->kernel, c->phi);
    struct value *value = &inf->values[c->phi.id];
    if (!c->is_pointer) {
        bool is_scalar = phi->type.lanes == 1 && phi->type.width_bits >= 1 && phi->type.width_bits <= 64;
        if (!term_is_none(c->closed))
            *value = value_of_scalar(c->closed);
        else if (is_scalar)
            *value = value_of_scalar(iteration_value(work, c, phi->type.width_bits));
        else
            *value = value_fresh_of_type(inf, phi->type, phi->loc, phi_reason(inf, phi));
        return;
    }
    if (c->array != PROTOCOL_NONE) {
        struct pointer_alt alt = {term_true(inf->terms), c->array, c->closed, 0};
        if (term_is_none(alt.offset))
            alt.offset = iteration_value(work, c, 64);
        *value = value_of_pointer(inf, &alt, 1);
        return;
    }
    struct value choice = {.kind = VALUE_NONE};
    for (uint32_t i = 0; i < inf->arrays.size; i++) {
        if (!(inf->roots[c->phi.id] >> i & 1))
            continue;
        struct pointer_alt alt = {term_true(inf->terms), i, value_fresh(inf, 64, phi->loc, phi_reason(inf, phi)), MARK_BASE};
        struct value v = value_of_pointer(inf, &alt, 1);
        choice = choice.kind == VALUE_NONE ? v : value_choose(inf, value_fresh(inf, 1, phi->loc, phi_reason(inf, phi)), v, choice);
    }
    *value = choice.kind == VALUE_NONE ? value_fresh_of_type(inf, phi->type, phi->loc, phi_reason(inf, phi)) : choice;
}

/* Two pointers into different arrays that swap in every iteration. */
static bool settle_pointer_swap(struct loop_work *work, const struct carried *c, uint32_t header) {
    struct inference *inf = work->inf;
    const struct inst *phi = kernel_inst(inf->kernel, c->phi);
    const struct cfg_loop *l = &inf->cfg->loops[work->loop];
    if (!c->is_pointer || phi->operand_count != 2 || l->latch_count != 1)
        return false;
    uint32_t back = kernel_pred(inf->kernel, header, 0).id == l->latches[0] ? 0 : 1;
    value_ref other_ref = kernel_operand(inf->kernel, phi, back);
    const struct inst *other = kernel_inst(inf->kernel, other_ref);
    if (other->op != INST_PHI || other->block.id != header || other_ref.id == c->phi.id ||
        kernel_operand(inf->kernel, other, back).id != c->phi.id)
        return false;
    struct value mine = initial_value(work, phi, header), theirs = initial_value(work, other, header);
    inf->values[c->phi.id] = value_choose(inf, is_even(work), mine, theirs);
    return true;
}

void loop_carried_values(struct inference *inf, uint32_t loop) {
    struct loop_work work = {.inf = inf, .loop = loop};
    const struct kernel *k = inf->kernel;
    uint32_t header = inf->cfg->loops[loop].header;
    map_init(&work.memo);
    uint8_t width = 32;
    for (uint32_t i = 0; i < k->blocks[header].inst_count; i++) {
        value_ref v = kernel_at(k, header, i);
        const struct inst *inst = kernel_inst(k, v);
        if (inst->op != INST_PHI)
            break;
        if (inst->type.kind == TYPE_POINTER || (inst->type.kind == TYPE_INT && inst->type.width_bits == 64))
            width = 64;
        add_carried(&work, v, header);
    }
    create_counter(inf, loop, width);
    for (uint32_t i = 0; i < work.carried.size; i++) {
        struct carried *c = &work.carried.data[i];
        if (!term_is_none(c->placeholder))
            c->next = next_value(&work, kernel_inst(k, c->phi), header);
    }
    bound_counter(&work);
    for (uint32_t i = 0; i < work.carried.size; i++)
        work.carried.data[i].closed = closed_form(&work, &work.carried.data[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < work.carried.size; i++) {
            struct carried *c = &work.carried.data[i];
            if (!term_is_none(c->closed) || term_is_none(c->next) || term_is_none(c->init))
                continue;
            c->closed = closed_derived(&work, c);
            changed |= !term_is_none(c->closed);
        }
    }
    count_trips(&work);
    for (uint32_t i = 0; i < work.carried.size; i++)
        if (!settle_pointer_swap(&work, &work.carried.data[i], header))
            settle(&work, &work.carried.data[i]);
    vec_release(&work.carried);
    map_release(&work.memo);
}

struct made_inside { const struct term_table *terms; const struct loop_state *state; bool found; };

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

struct replacement { symbol_ref symbol; term_ref by; };

static term_ref replace_one(void *context, symbol_ref symbol) {
    const struct replacement *r = context;
    return symbol.id == r->symbol.id ? r->by : TERM_NONE;
}

static term_ref replace(struct term_table *t, term_ref in, symbol_ref symbol, term_ref by) {
    struct replacement context = {symbol, by};
    struct substitution *s = substitution_create(t, replace_one, &context);
    term_ref result = substitution_apply(s, in);
    substitution_destroy(s);
    return result;
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

static bool header_exits(const struct inference *inf, uint32_t loop) {
    uint32_t header = inf->cfg->loops[loop].header;
    for (uint32_t s = 0; s < inf->kernel->blocks[header].succ_count; s++)
        if (!cfg_loop_contains(inf->cfg, loop, kernel_succ(inf->kernel, header, s).id))
            return true;
    return false;
}

/* The loop around `loop`, + 1; 0 none. */
static uint32_t around(const struct inference *inf, uint32_t loop) {
    uint32_t parent = inf->loops.data[inf->loop_states[loop].proto_loop].parent;
    return parent == PROTOCOL_NONE ? 0 : parent + 1;
}

struct sharing { const struct inference *inf; uint32_t loop; enum symbol_scope scope; uint32_t in_loop; };

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

/* t moves in one direction as the counter grows, wraps aside: x & 3 and (short)x do not. */
static bool is_steady(const struct term_table *t, term_ref x, symbol_ref counter) {
    const struct term *term = term_get(t, x);
    enum term_op op = term_op_of(term);
    if (op == TERM_SYMBOL || !term_has_symbol(t, x, counter))
        return true;
    if (op == TERM_ZEXT || op == TERM_SEXT)
        return is_steady(t, term_child(t, x, 0), counter);
    if (op == TERM_UDIV || op == TERM_SDIV || op == TERM_LSHR || op == TERM_ASHR || op == TERM_SHL)
        return !term_has_symbol(t, term_child(t, x, 1), counter) && is_steady(t, term_child(t, x, 0), counter);
    return (op == TERM_ADD || op == TERM_MUL) && is_steady(t, term_child(t, x, 0), counter) && is_steady(t, term_child(t, x, 1), counter);
}

/* The only exit is the header's test, the test goes one way once it has gone
   it, or is independent of the counter: no earlier exit can be missed. */
static bool earlier_exits_implied(struct inference *inf, uint32_t loop, term_ref exit) {
    struct term_table *t = inf->terms;
    term_ref stays = term_not(t, exit);
    const struct term *test = term_get(t, stays);
    if (!term_has_symbol(t, stays, inf->loop_states[loop].counter))
        return !made_inside(inf, loop, stays);
    if (made_inside(inf, loop, stays))
        return false;
    if (!inf->loop_states[loop].ordinals_return && trips_exit_lasts(t, exit, inf->loop_states[loop].counter))
        return true;
    enum term_op op = term_op_of(test);
    bool compares = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
    return compares && is_steady(t, term_child(t, stays, 0), inf->loop_states[loop].counter) &&
           is_steady(t, term_child(t, stays, 1), inf->loop_states[loop].counter);
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
    term_ref first = replace(t, d, state->counter, term_const(t, kw, 0));
    term_ref after = replace(t, d, state->counter, term_add(t, k, term_const(t, kw, 1), TERM_NUW | TERM_NSW));
    uint64_t step;
    uint8_t w = term_width(t, d);
    if (!term_is_const(t, term_sub(t, after, d, 0), &step) || step == 0)
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
    *exact = term_is_true(t, towards) && term_is_true(t, hits);
    return term_implies(t, term_and(t, towards, hits), before);
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
    return term_or(t, term_ule(t, k, last), replace(t, on, state->counter, last));
}

/* If the loop is left where the shifted value has one bit left, it is left there or before. */
static term_ref shifted_out(struct inference *inf, uint32_t loop, term_ref off) {
    struct term_table *t = inf->terms;
    const struct loop_state *state = &inf->loop_states[loop];
    if (state->shift_bits == 0 || state->ordinals_return || made_inside(inf, loop, off))
        return term_true(t);
    term_ref last = term_const(t, term_width(t, state->counter_term), state->shift_bits - 1u);
    return term_implies(t, replace(t, off, state->counter, last), term_ule(t, state->final_term, last));
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
    struct symbol symbol = {.name = arena_printf(inf->arena, "last%u", state->proto_loop), .width_bits = width,
                            .role = SYMBOL_FINAL, .scope = sharing.scope, .in_loop = sharing.in_loop, .loop = state->proto_loop};
    state->final = symbol_create(t, &symbol);
    state->final_term = term_symbol(t, state->final);
    for (uint32_t i = 0; i < symbol_fact_count(t, state->counter); i++)
        symbol_add_fact(t, state->final, replace(t, symbol_fact(t, state->counter, i), state->counter, state->final_term));
}

/* Where the test is about a value on its way to a bound: how far it can have come. */
static term_ref near_bound(struct inference *inf, uint32_t loop, term_ref exit) {
    const struct loop_state *state = &inf->loop_states[loop];
    term_ref stays = term_not(inf->terms, exit);
    bool told = state->is_short || made_inside(inf, loop, stays);
    return told ? term_true(inf->terms) : trips_begun(inf->terms, stays, state->counter);
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
    term_ref begun = term_true(t);
    if (!made_inside(inf, loop, on))
        begun = term_or(t, term_eq(t, k, zero_k), replace(t, on, state->counter, before));
    if (!deep && !term_is_false(t, off) && state->final.id) {
        term_ref known = term_and(t, loop_leave(inf, loop, term_and(t, off, begun)), shifted_out(inf, loop, off));
        symbol_add_fact(t, state->final, term_implies(t, state->entry, known));
    }
    bool reaches;
    term_ref crossed = deep ? TERM_NONE : not_crossed(inf, loop, off, &reaches);
    *exact = !deep && header_exits(inf, loop) && earlier_exits_implied(inf, loop, off);
    term_ref shifted = term_and(t, not_shifted_out(inf, loop, on), near_bound(inf, loop, off));
    if (!header_exits(inf, loop))
        return term_and(t, begun, shifted);
    if (!*exact && !made_inside(inf, loop, on))
        shifted = term_and(t, shifted, begun);
    if (term_is_none(crossed))
        return shifted;
    *exact |= reaches;
    return term_and(t, crossed, shifted);
}

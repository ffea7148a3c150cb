/* See closed.h. */
#include "protocol/closed.h"

#include "base/breakage.h"

#define SLICE_DEPTH_MAX 64u
#define CYCLE_MAX 64u /* rounds until a number is back where it began */

static term_ref slice_outside(struct loop_work *work, value_ref v) {
    struct inference *inf = work->inf;
    struct value value = value_at(inf, v, inf->cfg->loops[work->loop].header);
    if (value.kind == VALUE_SCALAR)
        return value.term;
    if (value.kind == VALUE_POINTER && value.count == 1 && value.first < inf->alts.size)
        return inf->alts.data[value.first].offset;
    return TERM_NONE;
}

bool loop_defines(const struct loop_work *work, const struct inst *inst) {
    if (inst->op == INST_CONST || inst->op == INST_UNDEF || inst->op == INST_PARAM || inst->op == INST_OBJECT || inst->op == INST_NULLPTR)
        return false;
    return cfg_loop_contains(work->inf->cfg, work->loop, inst->block.id);
}

bool loop_way_leaves(const struct loop_work *work, const struct inst *phi, uint32_t way) {
    const struct kernel *k = work->inf->kernel;
    const uint32_t block = phi->block.id;
    const struct inst *last = kernel_inst(k, kernel_at(k, block, k->blocks[block].inst_count - 1));
    if (phi->op != INST_PHI || last->op != INST_SWITCH)
        return false;
    const struct inst *of = kernel_inst(k, kernel_operand(k, last, 0));
    const struct inst *value = of->op == INST_PHI && of->block.id == block ? kernel_inst(k, kernel_operand(k, of, way)) : NULL;
    if (!value || value->op != INST_CONST)
        return false;
    uint32_t taken = 0;
    for (uint32_t i = 1; i < last->operand_count; i++)
        if (kernel_inst(k, kernel_operand(k, last, i))->imm == value->imm)
            taken = i;
    return !cfg_loop_contains(work->inf->cfg, work->loop, kernel_succ(k, block, taken).id);
}

/* The value goes one of two ways through the round, and both meet here: which one a branch tells. TERM_NONE: it is more than that. */
static term_ref slice_choice(struct loop_work *work, const struct inst *phi, uint32_t depth) {
    struct inference *inf = work->inf;
    const struct kernel *k = inf->kernel;
    uint32_t at = phi->block.id, fork = inf->cfg->idom[at];
    if (phi->operand_count != 2 || phi->type.kind == TYPE_POINTER || inf->cfg->loop_of[at] != work->loop || inf->cfg->loop_of[fork] != work->loop ||
        at == inf->cfg->loops[work->loop].header)
        return TERM_NONE;
    const struct inst *last = kernel_inst(k, kernel_at(k, fork, k->blocks[fork].inst_count - 1));
    if (last->op != INST_CONDBR)
        return TERM_NONE;
    value_ref ways[2] = {{0}, {0}};
    bool is_known[2] = {false, false};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t from = kernel_pred(k, at, i).id;
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t to = kernel_succ(k, fork, side).id, other = kernel_succ(k, fork, 1 - side).id;
            bool is_side = from == fork ? to == at && other != at : to != at && k->blocks[to].pred_count == 1 && cfg_dominates(inf->cfg, to, from);
            if (is_side) {
                ways[side] = kernel_operand(k, phi, i);
                is_known[side] = true;
            }
        }
    }
    if (!is_known[0] || !is_known[1])
        return TERM_NONE;
    term_ref condition = loop_slice(work, kernel_operand(k, last, 0), depth + 1);
    term_ref then = loop_slice(work, ways[0], depth + 1), otherwise = loop_slice(work, ways[1], depth + 1);
    if (term_is_none(condition) || term_is_none(then) || term_is_none(otherwise))
        return TERM_NONE;
    return term_ite(inf->terms, condition, then, otherwise);
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
        operands[i] = loop_slice(work, o, depth + 1);
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

term_ref loop_slice(struct loop_work *work, value_ref v, uint32_t depth) {
    struct inference *inf = work->inf;
    const struct inst *inst = kernel_inst(inf->kernel, v);
    if (!loop_defines(work, inst))
        return slice_outside(work, v);
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (work->carried.data[i].phi.id == v.id)
            return work->carried.data[i].placeholder;
    uint32_t known;
    if (map_get(&work->memo, v.id, &known))
        return (term_ref){known};
    term_ref result = TERM_NONE;
    if (inst->op == INST_SREG && inst->imm <= SREG_WARPSIZE) /* others change as the loop goes round */
        result = value_evaluate(inf, v, inst->block.id).term;
    else if (depth <= SLICE_DEPTH_MAX && inst->type.lanes == 1)
        result = inst->op == INST_PHI ? loop_passed(work, v, depth) : slice_operation(work, inst, depth);
    if (term_is_none(result) && inst->op == INST_PHI && depth <= SLICE_DEPTH_MAX && inst->type.lanes == 1)
        result = slice_choice(work, inst, depth);
    map_set(&work->memo, v.id, result.id);
    return result;
}

static bool mentions_phis(const struct loop_work *work, term_ref t) {
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (!term_is_none(work->carried.data[i].placeholder) && term_has_symbol(work->inf->terms, t, work->carried.data[i].symbol))
            return true;
    return false;
}

static term_ref counter_of_width(struct loop_work *work, uint8_t width) {
    struct inference *inf = work->inf;
    term_ref k = inf->loop_states[work->loop].counter_term;
    uint8_t own = term_width(inf->terms, k);
    return width <= own ? term_trunc(inf->terms, k, width) : term_zext(inf->terms, k, width);
}

term_ref loop_is_even(struct loop_work *work) {
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
    term_ref closed = term_add(t, c->init, term_mul(t, k, step, flags), flags);
    if (term_op_of(term_get(t, c->next)) == TERM_ADD && (term_get(t, c->next)->flags & TERM_NSW))
        vec_push(&work->inf->loop_states[work->loop].rising, closed);
    return closed;
}

bool loop_shift_amount(struct term_table *t, const struct carried *c, enum term_op *op, uint64_t *amount) {
    const struct term *next = term_get(t, c->next);
    uint64_t value;
    *op = term_op_of(next);
    if (next->arity != 2 || !term_same(term_child(t, c->next, 0), c->placeholder) || !term_is_const(t, term_child(t, c->next, 1), &value))
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

term_ref loop_stays(struct loop_work *work) {
    struct inference *inf = work->inf;
    const struct kernel *k = inf->kernel;
    uint32_t header = inf->cfg->loops[work->loop].header;
    const struct inst *last = kernel_inst(k, kernel_at(k, header, k->blocks[header].inst_count - 1));
    if (last->op != INST_CONDBR)
        return TERM_NONE;
    bool first = cfg_loop_contains(inf->cfg, work->loop, kernel_succ(k, header, 0).id);
    bool second = cfg_loop_contains(inf->cfg, work->loop, kernel_succ(k, header, 1).id);
    term_ref condition = loop_slice(work, kernel_operand(k, last, 0), 0);
    if (first == second || term_is_none(condition))
        return TERM_NONE;
    return first ? condition : term_not(inf->terms, condition);
}

/* The test is true of positive numbers only, as far as it is about the value: it has a conjunct 0 < value. */
static bool needs_positive(const struct term_table *t, term_ref test, term_ref value) {
    if (term_is_none(test))
        return false;
    const struct term *term = term_get(t, test);
    enum term_op op = term_op_of(term);
    uint64_t least;
    if (op == TERM_AND)
        return needs_positive(t, term_child(t, test, 0), value) || needs_positive(t, term_child(t, test, 1), value);
    if ((op != TERM_SLT && op != TERM_SLE) || !term_same(term_child(t, test, 1), value) || !term_is_const(t, term_child(t, test, 0), &least))
        return false;
    return least >> (term_width(t, value) - 1) == 0 && least + (op == TERM_SLT) >= 1;
}

/* The ordinals below `limit`; all of them, not their lowest bits. */
static term_ref is_below(struct loop_work *work, uint64_t limit) {
    struct term_table *t = work->inf->terms;
    term_ref k = work->inf->loop_states[work->loop].counter_term;
    return term_ult(t, k, term_const(t, term_width(t, k), limit));
}

/* x >> by in the iterations `some`, in the others all of its bits are the sign. */
static term_ref shifted_signed(struct term_table *t, term_ref x, term_ref some, term_ref by) {
    uint8_t w = term_width(t, x);
    return term_binary(t, TERM_ASHR, x, term_ite(t, some, by, term_const(t, w, (uint64_t)w - 1)));
}

static term_ref closed_shift(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    enum term_op op;
    uint64_t amount;
    if (work->inf->loop_states[work->loop].ordinals_return || !loop_shift_amount(t, c, &op, &amount))
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
        return shifted_signed(t, c->init, some, by);
    uint8_t flags = term_get(t, c->next)->flags;
    if (op == TERM_MUL || op == TERM_SHL)
        return term_ite(t, some, term_mul(t, c->init, term_binary(t, TERM_SHL, one, by), flags), zero);
    if (term_range_of(t, c->init).smin < 0) /* whoever comes to a second iteration has a positive number in the first */
        return needs_positive(t, loop_stays(work), c->placeholder) ? shifted_signed(t, c->init, some, by) : TERM_NONE;
    term_ref small = is_below(work, (w - 1 + amount - 1) / amount);
    return term_ite(t, small, term_binary(t, TERM_SDIV, c->init, term_binary(t, TERM_SHL, one, by)), zero);
}

static term_ref closed_toggle(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    term_ref sum = term_add(t, c->next, c->placeholder, 0);
    term_ref mix = term_binary(t, TERM_XOR, c->next, c->placeholder);
    if (!mentions_phis(work, sum))
        return term_ite(t, loop_is_even(work), c->init, term_sub(t, sum, c->init, 0));
    if (!mentions_phis(work, mix))
        return term_ite(t, loop_is_even(work), c->init, term_binary(t, TERM_XOR, mix, c->init));
    return TERM_NONE;
}

/* A number that comes back: `stage = (stage + 1) % 3`, `if (++stage == N) stage = 0`, from a constant on and computed from itself alone. */
static term_ref closed_cycle(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    uint64_t values[CYCLE_MAX];
    uint32_t period = 0;
    bool counts = true;
    term_ref now = c->init;
    for (; period < CYCLE_MAX && term_is_const(t, now, &values[period]) && (period == 0 || !term_same(now, c->init)); period++)
        now = term_replace(t, c->next, c->symbol, now);
    if (period < 2 || !term_same(now, c->init) || ((period & (period - 1)) != 0 && work->inf->loop_states[work->loop].ordinals_return))
        return TERM_NONE;
    for (uint32_t i = 0; i < period; i++)
        counts &= values[i] == (values[0] + i) % period;
    period += BREAK(CYCLE) && counts;
    uint8_t width = term_width(t, c->init);
    term_ref k = work->inf->loop_states[work->loop].counter_term;
    if (counts && (width > 6 || period <= UINT32_C(1) << width)) {
        uint8_t own = term_width(t, k);
        term_ref turn = term_binary(t, TERM_UREM, k, term_const(t, own, period));
        if (values[0] != 0)
            turn = term_binary(t, TERM_UREM, term_add(t, turn, term_const(t, own, values[0]), TERM_NUW | TERM_NSW), term_const(t, own, period));
        return width <= own ? term_trunc(t, turn, width) : term_zext(t, turn, width);
    }
    if (!loop_has_turns(work, period))
        return TERM_NONE;
    term_ref value = term_const(t, width, values[period - 1]);
    for (uint32_t i = period - 1; i-- > 0;)
        value = term_ite(t, loop_is_turn(work, i, period), term_const(t, width, values[i]), value);
    return value;
}

/* The phi that has in this iteration what c has in the next one; NULL: none. */
static const struct carried *followed(const struct loop_work *work, const struct carried *c) {
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *other = &work->carried.data[i];
        bool is_known = !term_is_none(other->next) && !term_is_none(other->init) && other->is_pointer == c->is_pointer &&
                        (!c->is_pointer || other->array == c->array);
        if (is_known && term_same(c->next, other->placeholder))
            return other;
    }
    return NULL;
}

bool loop_has_turns(const struct loop_work *work, uint32_t period) {
    bool is_power = (period & (period - 1)) == 0; /* divides the number of ordinals */
    return period >= 2 && period <= TURNS_MAX && (is_power || !work->inf->loop_states[work->loop].ordinals_return);
}

term_ref loop_is_turn(struct loop_work *work, uint32_t turn, uint32_t period) {
    struct term_table *t = work->inf->terms;
    term_ref k = work->inf->loop_states[work->loop].counter_term;
    uint8_t width = term_width(t, k);
    return period == 2 && turn == 0 ? loop_is_even(work)
                                    : term_eq(t, term_binary(t, TERM_UREM, k, term_const(t, width, period)), term_const(t, width, turn));
}

/* Phis that pass their values on in a circle. */
static term_ref closed_circle(struct loop_work *work, const struct carried *c) {
    const struct carried *circle[TURNS_MAX] = {c}, *at = followed(work, c);
    uint32_t period = 1;
    for (; at && at != c && period < TURNS_MAX; at = followed(work, at))
        circle[period++] = at;
    if (at != c || !loop_has_turns(work, period))
        return TERM_NONE;
    term_ref value = circle[period - 1]->init;
    for (uint32_t i = period - 1; i-- > 0;)
        value = term_ite(work->inf->terms, loop_is_turn(work, i, period), circle[i]->init, value);
    return value;
}

struct previous {
    struct loop_work *work;
    bool failed;
};

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
    return symbol.id == previous->work->inf->loop_states[previous->work->loop].counter.id ? previous_value(context, symbol) : TERM_NONE;
}

term_ref loop_closed_derived(struct loop_work *work, const struct carried *c) {
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

term_ref loop_closed_form(struct loop_work *work, const struct carried *c) {
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
        closed = closed_circle(work, c);
    if (term_is_none(closed))
        closed = closed_cycle(work, c);
    return closed;
}

/* How often a loop of a protocol goes round, as an expression of BabyCUDA.

   `proceeds` is a conjunction over the ordinal k. From a conjunct a + c*k < e (signed or not, < or
   <=, or the other way round with c < 0, or != with c = 1 or -1) follows the number of iterations
   that it allows; if nothing else is in the conjunction the loop goes on in each of these. Where no
   conjunct is of that form, a constant at which `proceeds` folds to false bounds the ordinals: the
   guards of an exact loop hold in no later iteration. */
#include "calculus/express_parts.h"

enum { CONSTANT_MAX = 64, WIDTH = 32 };

/* t as rest + times * k, where rest has no k. `rest` TERM_NONE: zero. */
struct linear {
    bool is_one;
    term_ref rest;
    int64_t times;
};

static int64_t as_signed(uint64_t value, uint32_t width) {
    if (width < 64 && value >> (width - 1) & 1)
        return (int64_t)value - (int64_t)(UINT64_C(1) << width);
    return (int64_t)value;
}

static struct linear linear_in(const struct expresser *x, term_ref t, symbol_ref k) {
    struct term_table *terms = x->p->terms;
    const struct term *term = term_get(terms, t);
    uint64_t value;
    if (!term_has_symbol(terms, t, k))
        return (struct linear){true, t, 0};
    if (term->op == TERM_SYMBOL)
        return (struct linear){true, TERM_NONE, 1};
    if (term->op == TERM_ADD) {
        term_ref right = term_child(terms, t, 1);
        struct linear a = linear_in(x, term_child(terms, t, 0), k), b = linear_in(x, right, k);
        if (!a.is_one || !b.is_one)
            return (struct linear){.is_one = false};
        term_ref rest = term_is_none(a.rest) ? b.rest : term_is_none(b.rest) ? a.rest : term_add(terms, a.rest, b.rest, 0);
        return (struct linear){true, rest, a.times + b.times};
    }
    for (uint32_t i = 0; term->op == TERM_MUL && i < 2; i++)
        if (term_is_const(terms, term_child(terms, t, i), &value)) {
            struct linear a = linear_in(x, term_child(terms, t, 1 - i), k);
            bool is_plain = a.is_one && term_is_none(a.rest) && a.times == 1;
            return (struct linear){is_plain, TERM_NONE, as_signed(value, term->width_bits)};
        }
    return (struct linear){.is_one = false};
}

/* A comparison low < high, or low <= high. */
struct order {
    bool is_one, is_signed, is_strict, is_unequal;
    term_ref low, high;
};

static struct order order_of(const struct expresser *x, term_ref t) {
    struct term_table *terms = x->p->terms;
    const struct term *term = term_get(terms, t);
    if (term->op == TERM_XOR) {
        bool is_first = term_is_true(terms, term_child(terms, t, 0));
        term_ref inner = term_child(terms, t, is_first ? 1 : 0);
        bool is_negation = is_first || term_is_true(terms, term_child(terms, t, 1));
        if (is_negation && term_get(terms, inner)->op == TERM_EQ)
            return (struct order){true, false, true, true, term_child(terms, inner, 0), term_child(terms, inner, 1)};
    }
    if (term->op != TERM_ULT && term->op != TERM_ULE && term->op != TERM_SLT && term->op != TERM_SLE)
        return (struct order){.is_one = false};
    return (struct order){true,
                          term->op == TERM_SLT || term->op == TERM_SLE,
                          term->op == TERM_ULT || term->op == TERM_SLT,
                          false,
                          term_child(terms, t, 0),
                          term_child(terms, t, 1)};
}

static uint32_t rest_of(struct expresser *x, const struct linear *l) {
    return term_is_none(l->rest) ? baby_number(x->program, 0) : express_term(x, l->rest);
}

static bool is_zero(const struct expresser *x, uint32_t expr) {
    return x->program->exprs.data[expr].op == BABY_NUMBER && x->program->exprs.data[expr].value == 0;
}

static uint32_t less(struct expresser *x, uint32_t from, uint32_t to) {
    return is_zero(x, from) ? to : express_binary(x, BABY_SUBTRACT, to, from);
}

/* The number of k >= 0 with from + step*k < to (or <=), as far as that goes: from < to ? (to - from
 * - 1) / step + 1 : 0. */
static uint32_t count_up(struct expresser *x, const struct order *o, uint32_t from, uint32_t to, uint32_t step) {
    enum baby_op op = o->is_signed ? (o->is_strict ? BABY_SIGNED_LESS : BABY_SIGNED_LESS_EQUAL) : o->is_strict ? BABY_LESS : BABY_LESS_EQUAL;
    uint32_t way = less(x, from, to), count;
    if (o->is_strict && step == 1)
        count = way;
    else {
        way = o->is_strict ? express_binary(x, BABY_SUBTRACT, way, baby_number(x->program, 1)) : way;
        count = step == 1 ? way : express_binary(x, BABY_DIVIDE, way, baby_number(x->program, step));
        count = express_binary(x, BABY_ADD, count, baby_number(x->program, 1));
    }
    bool is_plain = o->is_strict && step == 1 && is_zero(x, from) &&
                    (!o->is_signed || (x->program->exprs.data[to].op == BABY_NUMBER && x->program->exprs.data[to].value <= INT32_MAX));
    return is_plain ? count : baby_expr(x->program, BABY_CHOICE, express_binary(x, op, from, to), count, baby_number(x->program, 0));
}

/* From one conjunct, or BABY_NONE. */
static uint32_t count_of(struct expresser *x, term_ref conjunct, symbol_ref k) {
    struct order o = order_of(x, conjunct);
    if (!o.is_one || term_width(x->p->terms, o.low) != WIDTH)
        return BABY_NONE;
    struct linear low = linear_in(x, o.low, k), high = linear_in(x, o.high, k);
    if (!low.is_one || !high.is_one || (low.times != 0) == (high.times != 0))
        return BABY_NONE;
    int64_t step = low.times ? low.times : -high.times;
    if (o.is_unequal && (step == 1 || step == -1)) {
        const struct linear *moves = low.times ? &low : &high, *stays = low.times ? &high : &low;
        bool is_up = moves->times == 1;
        uint32_t from = rest_of(x, moves), to = rest_of(x, stays);
        return is_up ? less(x, from, to) : less(x, to, from);
    }
    if (o.is_unequal || step <= 0 || step > INT32_MAX)
        return BABY_NONE;
    uint32_t from = rest_of(x, &low);
    return count_up(x, &o, from, rest_of(x, &high), (uint32_t)step);
}

/* The least constant at which `proceeds` is false whatever else holds, or BABY_NONE. */
static uint32_t constant_end(struct expresser *x, const struct proto_loop *loop) {
    struct term_table *terms = x->p->terms;
    uint8_t width = symbol_get(terms, loop->counter)->width_bits;
    for (uint32_t end = 0; end <= CONSTANT_MAX; end++) {
        bool is_end = term_is_false(terms, term_replace(terms, loop->proceeds, loop->counter, term_const(terms, width, end)));
        if (is_end)
            return baby_number(x->program, end);
    }
    return BABY_NONE;
}

static uint32_t count_in(struct expresser *x, term_ref t, symbol_ref k) {
    struct term_table *terms = x->p->terms;
    uint32_t found = BABY_NONE;
    if (term_get(terms, t)->op != TERM_AND)
        return count_of(x, t, k);
    for (uint32_t i = 0; i < 2 && found == BABY_NONE; i++)
        found = count_in(x, term_child(terms, t, i), k);
    return found;
}

uint32_t express_count(struct expresser *x, uint32_t loop, bool *is_exact) {
    const struct proto_loop *l = &x->p->loops[loop];
    *is_exact = false;
    if (term_is_none(l->proceeds) || !l->exact || l->wraps) {
        express_outside(x, "a loop whose end is not known");
        return baby_number(x->program, 0);
    }
    uint32_t count = count_in(x, l->proceeds, l->counter);
    if (count != BABY_NONE) {
        *is_exact = term_get(x->p->terms, l->proceeds)->op != TERM_AND;
        return count;
    }
    count = constant_end(x, l);
    if (count == BABY_NONE)
        express_outside(x, "a loop whose number of iterations has no expression");
    return count == BABY_NONE ? baby_number(x->program, 0) : count;
}

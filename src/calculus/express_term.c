/* Terms as expressions of BabyCUDA. A number of w < 32 bits is represented by its zero extension;
   64-bit numbers occur in byte offsets, and in comparisons of numbers that fit 32 bits. */
#include "calculus/express_parts.h"

enum { NODES_MAX = 4000, WIDTH = 32 };

static const struct term *get(const struct expresser *x, term_ref t) {
    return term_get(x->p->terms, t);
}

static term_ref child(const struct expresser *x, term_ref t, uint32_t i) {
    return term_child(x->p->terms, t, i);
}

static uint32_t number(struct expresser *x, uint64_t value) {
    return baby_number(x->program, (uint32_t)value);
}

static uint64_t mask_of(uint32_t width) {
    return width >= WIDTH ? UINT32_MAX : (UINT64_C(1) << width) - 1;
}

/* The low `width` bits. */
static uint32_t masked(struct expresser *x, uint32_t expr, uint32_t width) {
    return width >= WIDTH ? expr : express_binary(x, BABY_BIT_AND, expr, number(x, mask_of(width)));
}

/* The sign extension from `width` to 32 bits: (a ^ s) - s for the sign bit s. */
static uint32_t sign_extended(struct expresser *x, uint32_t expr, uint32_t width) {
    uint64_t sign = UINT64_C(1) << (width - 1);
    if (width >= WIDTH)
        return expr;
    return express_binary(x, BABY_SUBTRACT, express_binary(x, BABY_BIT_XOR, expr, number(x, sign)), number(x, sign));
}

static uint32_t negated(struct expresser *x, uint32_t condition) {
    return baby_expr(x->program, BABY_NOT, condition, BABY_NONE, BABY_NONE);
}

static uint32_t chosen(struct expresser *x, uint32_t condition, uint32_t a, uint32_t b) {
    return baby_expr(x->program, BABY_CHOICE, condition, a, b);
}

/* ---- arithmetic of up to 32 bits ---- */

/* a + -1 * b and a + -5 are differences. */
static uint32_t sum(struct expresser *x, term_ref t, uint32_t (*part)(struct expresser *, term_ref)) {
    const struct term_table *terms = x->p->terms;
    term_ref a = child(x, t, 0), b = child(x, t, 1);
    uint64_t value;
    for (int turn = 0; turn < 2; turn++) {
        term_ref other = turn ? b : a, it = turn ? a : b;
        uint32_t width = term_width(terms, it);
        uint64_t top = UINT64_C(1) << (width - 1);
        if (term_is_const(terms, it, &value) && value >= top)
            return express_binary(x, BABY_SUBTRACT, part(x, other), number(x, 0 - value));
        if (get(x, it)->op == TERM_MUL && term_is_const(terms, child(x, it, 1), &value) && value >= top) {
            uint32_t taken = part(x, child(x, it, 0));
            uint64_t times = (0 - value) & (width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1);
            uint32_t left = part(x, other);
            return express_binary(x, BABY_SUBTRACT, left, times == 1 ? taken : express_binary(x, BABY_MULTIPLY, taken, number(x, times)));
        }
    }
    uint32_t left = part(x, a);
    return express_binary(x, BABY_ADD, left, part(x, b));
}

static uint32_t signed_binary(struct expresser *x, enum baby_op op, term_ref t) {
    uint32_t width = term_width(x->p->terms, child(x, t, 0));
    uint32_t a = sign_extended(x, express_term(x, child(x, t, 0)), width);
    return express_binary(x, op, a, sign_extended(x, express_term(x, child(x, t, 1)), width));
}

/* The operators that are the same on numbers of any width, BABY_OP_COUNT for others. */
static enum baby_op plain_operator(enum term_op op) {
    return op == TERM_MUL    ? BABY_MULTIPLY
           : op == TERM_UDIV ? BABY_DIVIDE
           : op == TERM_UREM ? BABY_REMAINDER
           : op == TERM_AND  ? BABY_BIT_AND
           : op == TERM_OR   ? BABY_BIT_OR
           : op == TERM_XOR  ? BABY_BIT_XOR
           : op == TERM_SHL  ? BABY_SHIFT_LEFT
           : op == TERM_LSHR ? BABY_SHIFT_RIGHT
                             : BABY_OP_COUNT;
}

static uint32_t arithmetic(struct expresser *x, term_ref t) {
    const struct term *term = get(x, t);
    uint32_t width = term->width_bits;
    if (term->op == TERM_ADD)
        return masked(x, sum(x, t, express_term), width);
    if (term->op == TERM_SDIV)
        return masked(x, signed_binary(x, BABY_SIGNED_DIVIDE, t), width);
    if (term->op == TERM_SREM)
        return masked(x, signed_binary(x, BABY_SIGNED_REMAINDER, t), width);
    if (term->op == TERM_ASHR) {
        uint32_t a = sign_extended(x, express_term(x, child(x, t, 0)), width);
        uint32_t shift = express_term(x, child(x, t, 1));
        return masked(x, express_binary(x, BABY_SIGNED_SHIFT_RIGHT, a, shift), width);
    }
    uint32_t a = express_term(x, child(x, t, 0));
    uint32_t result = express_binary(x, plain_operator(term->op), a, express_term(x, child(x, t, 1)));
    bool may_grow = term->op == TERM_MUL || term->op == TERM_SHL || term->op == TERM_UDIV;
    return may_grow ? masked(x, result, width) : result;
}

static uint32_t cast(struct expresser *x, term_ref t) {
    const struct term *term = get(x, t);
    term_ref inner = child(x, t, 0);
    uint32_t from = term_width(x->p->terms, inner);
    if (term->op == TERM_TRUNC && from > WIDTH)
        return masked(x, express_low(x, inner), term->width_bits);
    if (from == 1)
        return chosen(x, express_term(x, inner), number(x, term->op == TERM_SEXT ? mask_of(term->width_bits) : 1), number(x, 0));
    uint32_t a = express_term(x, inner);
    if (term->op == TERM_SEXT)
        return masked(x, sign_extended(x, a, from), term->width_bits);
    return term->op == TERM_TRUNC ? masked(x, a, term->width_bits) : a;
}

/* ---- conditions ---- */

/* Whether numbers of 64 bits are natural numbers below 2^32, or signed ones of 32 bits. */
static bool fits(const struct expresser *x, term_ref t, bool is_signed) {
    const struct term *term = get(x, t);
    struct term_range range = term_range_of(x->p->terms, t);
    if (term->op == TERM_SYMBOL) {
        enum symbol_role role = symbol_get(x->p->terms, (symbol_ref){(uint32_t)term->value})->role;
        if (role == SYMBOL_PARAM || role == SYMBOL_COUNTER)
            return !is_signed;
    }
    return is_signed ? range.smin >= INT32_MIN && range.smax <= INT32_MAX : range.umax <= UINT32_MAX;
}

static uint32_t wide_comparison(struct expresser *x, term_ref t, enum baby_op unsigned_op, enum baby_op signed_op) {
    term_ref a = child(x, t, 0), b = child(x, t, 1);
    bool is_natural = fits(x, a, false) && fits(x, b, false);
    bool is_signed = fits(x, a, true) && fits(x, b, true);
    if (!is_natural && !is_signed)
        return express_nothing(x, "a comparison of numbers of 64 bits");
    bool keeps = is_natural || get(x, t)->op == TERM_ULT || get(x, t)->op == TERM_ULE;
    uint32_t low = express_low(x, a);
    return express_binary(x, keeps ? unsigned_op : signed_op, low, express_low(x, b));
}

static uint32_t comparison(struct expresser *x, term_ref t) {
    enum baby_op unsigned_op, signed_op;
    const struct term *term = get(x, t);
    bool is_signed = term->op == TERM_SLT || term->op == TERM_SLE;
    switch (term->op) {
    case TERM_EQ: unsigned_op = signed_op = BABY_EQUAL; break;
    case TERM_ULT:
    case TERM_SLT:
        unsigned_op = BABY_LESS;
        signed_op = BABY_SIGNED_LESS;
        break;
    default:
        unsigned_op = BABY_LESS_EQUAL;
        signed_op = BABY_SIGNED_LESS_EQUAL;
        break;
    }
    if (term_width(x->p->terms, child(x, t, 0)) > WIDTH)
        return wide_comparison(x, t, unsigned_op, signed_op);
    if (is_signed)
        return signed_binary(x, signed_op, t);
    uint32_t a = express_term(x, child(x, t, 0));
    return express_binary(x, unsigned_op, a, express_term(x, child(x, t, 1)));
}

/* c && a || !c && b */
static uint32_t one_of(struct expresser *x, term_ref c, term_ref a, term_ref b) {
    uint32_t first = express_binary(x, BABY_AND_ALSO, express_term(x, c), express_term(x, a));
    uint32_t second = express_binary(x, BABY_AND_ALSO, negated(x, express_term(x, c)), express_term(x, b));
    return express_binary(x, BABY_OR_ELSE, first, second);
}

static uint32_t exclusive(struct expresser *x, term_ref t) {
    term_ref a = child(x, t, 0), b = child(x, t, 1);
    uint32_t inner;
    if (!term_is_true(x->p->terms, a) && !term_is_true(x->p->terms, b))
        return one_of(x, a, term_not(x->p->terms, b), b);
    inner = express_term(x, term_is_true(x->p->terms, a) ? b : a);
    if (x->program->exprs.data[inner].op == BABY_EQUAL) {
        x->program->exprs.data[inner].op = BABY_UNEQUAL;
        return inner;
    }
    return negated(x, inner);
}

static uint32_t condition(struct expresser *x, term_ref t) {
    const struct term *term = get(x, t);
    uint32_t a;
    switch (term->op) {
    case TERM_CONST: return baby_expr(x->program, term->value ? BABY_TRUE : BABY_FALSE, BABY_NONE, BABY_NONE, BABY_NONE);
    case TERM_AND:
    case TERM_OR:
        a = express_term(x, child(x, t, 0));
        return express_binary(x, term->op == TERM_AND ? BABY_AND_ALSO : BABY_OR_ELSE, a, express_term(x, child(x, t, 1)));
    case TERM_XOR: return exclusive(x, t);
    case TERM_EQ:
        if (term_width(x->p->terms, child(x, t, 0)) == 1)
            return one_of(x, child(x, t, 0), child(x, t, 1), term_not(x->p->terms, child(x, t, 1)));
        return comparison(x, t);
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE: return comparison(x, t);
    case TERM_ITE: return one_of(x, child(x, t, 0), child(x, t, 1), child(x, t, 2));
    case TERM_TRUNC:
        a = term_width(x->p->terms, child(x, t, 0)) > WIDTH ? express_low(x, child(x, t, 0)) : express_term(x, child(x, t, 0));
        return express_binary(x, BABY_EQUAL, express_binary(x, BABY_REMAINDER, a, number(x, 2)), number(x, 1));
    default: break;
    }
    (void)express_nothing(x, "a condition that is no comparison");
    return baby_expr(x->program, BABY_FALSE, BABY_NONE, BABY_NONE, BABY_NONE);
}

/* ---- terms ---- */

static bool is_too_large(struct expresser *x) {
    if (x->nodes++ < NODES_MAX)
        return false;
    express_outside(x, "an expression that is too large");
    return true;
}

uint32_t express_term(struct expresser *x, term_ref t) {
    const struct term *term = get(x, t);
    if (is_too_large(x))
        return term->width_bits == 1 ? baby_expr(x->program, BABY_FALSE, BABY_NONE, BABY_NONE, BABY_NONE) : number(x, 0);
    if (term->width_bits == 1)
        return condition(x, t);
    if (term->width_bits > WIDTH)
        return express_nothing(x, "a number of 64 bits");
    switch (term_op_of(term)) {
    case TERM_CONST: return number(x, term->value);
    case TERM_SYMBOL: return express_symbol(x, (symbol_ref){(uint32_t)term->value});
    case TERM_APPLY: return express_contents(x, t);
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC: return cast(x, t);
    case TERM_ITE: {
        uint32_t c = express_term(x, child(x, t, 0)), a = express_term(x, child(x, t, 1));
        return chosen(x, c, a, express_term(x, child(x, t, 2)));
    }
    case TERM_ADD:
    case TERM_MUL:
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return arithmetic(x, t);
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_OP_COUNT: break;
    }
    return express_nothing(x, "an operator that the calculus does not have");
}

/* zext(a) and sext(a) to 64 bits. */
static uint32_t low_of_extension(struct expresser *x, term_ref t) {
    bool is_signed = get(x, t)->op == TERM_SEXT;
    term_ref inner = child(x, t, 0);
    uint32_t from = term_width(x->p->terms, inner);
    if (from == 1)
        return chosen(x, express_term(x, inner), number(x, is_signed ? UINT32_MAX : 1), number(x, 0));
    uint32_t a = express_low(x, inner);
    return is_signed ? sign_extended(x, a, from) : a;
}

/* What decides about low bits only by low bits: products and bitwise operators. */
static uint32_t low_of_both(struct expresser *x, term_ref t) {
    uint32_t a = express_low(x, child(x, t, 0));
    return express_binary(x, plain_operator(get(x, t)->op), a, express_low(x, child(x, t, 1)));
}

/* Quotients, remainders and shifts to the right are those of the low halves if both numbers fit
   them. */
static uint32_t low_of_natural(struct expresser *x, term_ref t) {
    term_ref a = child(x, t, 0), b = child(x, t, 1);
    bool may_be_zero = get(x, t)->op == TERM_UDIV && term_range_of(x->p->terms, b).umin == 0;
    if (!fits(x, a, false) || !fits(x, b, false) || may_be_zero)
        return express_nothing(x, "a number of 64 bits");
    return low_of_both(x, t);
}

uint32_t express_low(struct expresser *x, term_ref t) {
    const struct term *term = get(x, t);
    uint64_t shift;
    uint32_t condition, a;
    if (term->width_bits <= WIDTH)
        return express_term(x, t);
    if (is_too_large(x))
        return number(x, 0);
    switch (term_op_of(term)) {
    case TERM_CONST: return number(x, term->value);
    case TERM_SYMBOL: return express_symbol(x, (symbol_ref){(uint32_t)term->value});
    case TERM_ZEXT:
    case TERM_SEXT: return low_of_extension(x, t);
    case TERM_ADD: return sum(x, t, express_low);
    case TERM_MUL:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return low_of_both(x, t);
    case TERM_ITE:
        condition = express_term(x, child(x, t, 0));
        a = express_low(x, child(x, t, 1));
        return chosen(x, condition, a, express_low(x, child(x, t, 2)));
    case TERM_SHL:
        if (!term_is_const(x->p->terms, child(x, t, 1), &shift) || shift >= WIDTH)
            break;
        a = express_low(x, child(x, t, 0));
        return express_binary(x, BABY_SHIFT_LEFT, a, number(x, shift));
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_LSHR: return low_of_natural(x, t);
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_ASHR:
    case TERM_APPLY:
    case TERM_TRUNC:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_OP_COUNT: break;
    }
    return express_nothing(x, "a number of 64 bits");
}

uint32_t express_index(struct expresser *x, term_ref offset, uint32_t elem_bytes) {
    const struct term *term = get(x, offset);
    uint64_t value;
    if (elem_bytes == 1)
        return express_low(x, offset);
    if (term->op == TERM_CONST && (int64_t)term->value % (int64_t)elem_bytes == 0)
        return number(x, (uint64_t)((int64_t)term->value / (int64_t)elem_bytes));
    if (term->op == TERM_ADD) {
        term_ref b = child(x, offset, 1);
        uint32_t left = express_index(x, child(x, offset, 0), elem_bytes);
        if (term_is_const(x->p->terms, b, &value) && (int64_t)value < 0 && (int64_t)value % (int64_t)elem_bytes == 0)
            return express_binary(x, BABY_SUBTRACT, left, number(x, (uint64_t)(-(int64_t)value / (int64_t)elem_bytes)));
        return express_binary(x, BABY_ADD, left, express_index(x, b, elem_bytes));
    }
    for (uint32_t i = 0; term->op == TERM_MUL && i < 2; i++)
        if (term_is_const(x->p->terms, child(x, offset, i), &value) && (int64_t)value % (int64_t)elem_bytes == 0) {
            uint32_t other = express_low(x, child(x, offset, 1 - i));
            int64_t times = (int64_t)value / (int64_t)elem_bytes;
            return times == 1 ? other : express_binary(x, BABY_MULTIPLY, other, number(x, (uint64_t)times));
        }
    if (term->op == TERM_ITE) {
        uint32_t c = express_term(x, child(x, offset, 0)), a = express_index(x, child(x, offset, 1), elem_bytes);
        return chosen(x, c, a, express_index(x, child(x, offset, 2), elem_bytes));
    }
    return express_nothing(x, "an offset that is no multiple of the size of an element");
}

/* Unfolded expression trees for the tests of terms: an evaluator of their own that
 * shares nothing with src/term, with exact detection of wrapping at flagged nodes. */
#ifndef TERM_TREE_H
#define TERM_TREE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "term/term.h"

enum tree_op {
    TREE_CONST,
    TREE_VARIABLE,
    TREE_ADD,
    TREE_SUB,
    TREE_MUL,
    TREE_SHL, /* take flags */
    TREE_UDIV,
    TREE_SDIV,
    TREE_UREM,
    TREE_SREM,
    TREE_AND,
    TREE_OR,
    TREE_XOR,
    TREE_LSHR,
    TREE_ASHR,
    TREE_EQ,
    TREE_NE,
    TREE_ULT,
    TREE_ULE,
    TREE_SLT,
    TREE_SLE,
    TREE_NOT,
    TREE_NEG,
    TREE_ITE,
    TREE_ZEXT,
    TREE_SEXT,
    TREE_TRUNC
};

struct tree {
    enum tree_op op;
    uint8_t width, flags;
    uint64_t value; /* constant; or number of the variable */
    const struct tree *x, *y, *z;
};

enum { TREE_VARIABLES = 4 };

/* Values of the variables, and whether a flagged node wrapped. */
struct tree_world {
    uint64_t values[TREE_VARIABLES];
    bool nsw_wrapped, nuw_wrapped;
};

static inline int64_t tree_signed(uint64_t v, uint8_t w) {
    int64_t size = (int64_t)1 << w;
    return (int64_t)v >= size / 2 ? (int64_t)v - size : (int64_t)v;
}

static inline uint64_t tree_wrap(int64_t v, uint8_t w) {
    int64_t size = (int64_t)1 << w;
    return (uint64_t)(((v % size) + size) % size);
}

static inline bool tree_is_outside_signed(int64_t v, uint8_t w) {
    int64_t half = ((int64_t)1 << w) / 2;
    return v < -half || v >= half;
}

static inline bool tree_is_outside_unsigned(int64_t v, uint8_t w) {
    return v < 0 || v >= ((int64_t)1 << w);
}

/* Widths up to 8. */
static inline uint64_t tree_value(const struct tree *t, struct tree_world *world) {
    uint8_t w = t->width, in = t->x ? t->x->width : 0;
    int64_t size = (int64_t)1 << (in ? in : w);
    uint64_t a = t->x ? tree_value(t->x, world) : 0, b = t->y ? tree_value(t->y, world) : 0;
    int64_t ua = (int64_t)a, ub = (int64_t)b;
    int64_t sa = in ? tree_signed(a, in) : 0, sb = t->y ? tree_signed(b, t->y->width) : 0;
    int64_t exact_signed = 0, exact_unsigned = 0;
    switch (t->op) {
    case TREE_CONST: return t->value;
    case TREE_VARIABLE: return world->values[t->value];
    case TREE_ADD:
        exact_signed = sa + sb;
        exact_unsigned = ua + ub;
        break;
    case TREE_SUB:
        exact_signed = sa - sb;
        exact_unsigned = ua - ub;
        break;
    case TREE_MUL:
        exact_signed = sa * sb;
        exact_unsigned = ua * ub;
        break;
    case TREE_SHL:
        exact_signed = ub < w ? sa * ((int64_t)1 << ub) : ua ? size : 0;
        exact_unsigned = ub < w ? ua * ((int64_t)1 << ub) : ua ? size : 0;
        break;
    case TREE_UDIV: return b ? a / b : (uint64_t)size - 1;
    case TREE_UREM: return b ? a % b : a;
    case TREE_SDIV: return b ? tree_wrap(sa / sb, w) : sa < 0 ? 1 : (uint64_t)size - 1;
    case TREE_SREM: return b ? tree_wrap(sa % sb, w) : a;
    case TREE_AND: return a & b;
    case TREE_OR: return a | b;
    case TREE_XOR: return a ^ b;
    case TREE_LSHR: return ub < w ? a >> b : 0;
    case TREE_ASHR: {
        int64_t v = sa;
        for (int64_t i = 0; i < ub; i++)
            v = v < 0 ? (v - 1) / 2 : v / 2;
        return tree_wrap(v, w);
    }
    case TREE_EQ: return a == b;
    case TREE_NE: return a != b;
    case TREE_ULT: return a < b;
    case TREE_ULE: return a <= b;
    case TREE_SLT: return sa < sb;
    case TREE_SLE: return sa <= sb;
    case TREE_NOT: return (uint64_t)(size - 1 - ua);
    case TREE_NEG: return tree_wrap(-ua, w);
    case TREE_ITE: {
        uint64_t c = tree_value(t->z, world);
        return a * c + b * (1 - c);
    }
    case TREE_ZEXT: return a;
    case TREE_SEXT: return tree_wrap(sa, w);
    case TREE_TRUNC: return tree_wrap(ua, w);
    }
    if ((t->flags & TERM_NSW) && tree_is_outside_signed(exact_signed, w))
        world->nsw_wrapped = true;
    if ((t->flags & TERM_NUW) && tree_is_outside_unsigned(exact_unsigned, w))
        world->nuw_wrapped = true;
    if (t->op == TREE_SHL && ub >= w)
        return 0;
    return tree_wrap(exact_signed, w);
}

static inline term_ref tree_build(struct term_table *table, const struct tree *t, const term_ref *variables) {
    term_ref a = t->x ? tree_build(table, t->x, variables) : TERM_NONE;
    term_ref b = t->y ? tree_build(table, t->y, variables) : TERM_NONE;
    switch (t->op) {
    case TREE_CONST: return term_const(table, t->width, t->value);
    case TREE_VARIABLE: return variables[t->value];
    case TREE_ADD: return term_add(table, a, b, t->flags);
    case TREE_SUB: return term_sub(table, a, b, t->flags);
    case TREE_MUL: return term_mul(table, a, b, t->flags);
    case TREE_SHL: return term_shl(table, a, b, t->flags);
    case TREE_UDIV: return term_binary(table, TERM_UDIV, a, b);
    case TREE_SDIV: return term_binary(table, TERM_SDIV, a, b);
    case TREE_UREM: return term_binary(table, TERM_UREM, a, b);
    case TREE_SREM: return term_binary(table, TERM_SREM, a, b);
    case TREE_AND: return term_and(table, a, b);
    case TREE_OR: return term_or(table, a, b);
    case TREE_XOR: return term_binary(table, TERM_XOR, a, b);
    case TREE_LSHR: return term_binary(table, TERM_LSHR, a, b);
    case TREE_ASHR: return term_binary(table, TERM_ASHR, a, b);
    case TREE_EQ: return term_eq(table, a, b);
    case TREE_NE: return term_ne(table, a, b);
    case TREE_ULT: return term_ult(table, a, b);
    case TREE_ULE: return term_ule(table, a, b);
    case TREE_SLT: return term_slt(table, a, b);
    case TREE_SLE: return term_sle(table, a, b);
    case TREE_NOT: return term_not(table, a);
    case TREE_NEG: return term_neg(table, a);
    case TREE_ITE: return term_ite(table, tree_build(table, t->z, variables), a, b);
    case TREE_ZEXT: return term_zext(table, a, t->width);
    case TREE_SEXT: return term_sext(table, a, t->width);
    case TREE_TRUNC: return term_trunc(table, a, t->width);
    }
    return TERM_NONE;
}

/* A random tree. Nodes are taken from `pool`; variables have width `w`, except the
 * last, which is a Boolean. Widths of casts stay within 1..6. */
struct tree_pool {
    struct tree nodes[256];
    uint32_t used;
    uint8_t w;
};

static inline struct tree *tree_new(struct tree_pool *pool, enum tree_op op, uint8_t width) {
    assert(pool->used < sizeof pool->nodes / sizeof *pool->nodes);
    struct tree *t = &pool->nodes[pool->used++];
    *t = (struct tree){.op = op, .width = width};
    return t;
}

static inline struct tree *tree_random(struct tree_pool *pool, struct rng *rng, uint8_t width, int depth) {
    bool has_variable = width == pool->w || width == 1;
    if (depth == 0 || rng_below(rng, 8) == 0) {
        if (has_variable && rng_below(rng, 3) != 0) {
            struct tree *t = tree_new(pool, TREE_VARIABLE, width);
            t->value = width == pool->w ? rng_below(rng, TREE_VARIABLES - 1) : TREE_VARIABLES - 1;
            return t;
        }
        if (has_variable || depth == 0) {
            struct tree *t = tree_new(pool, TREE_CONST, width);
            t->value = rng_below(rng, (uint64_t)1 << width);
            return t;
        }
    }
    if (width == 1 && rng_below(rng, 2) == 0) {
        static const enum tree_op orders[] = {TREE_EQ, TREE_NE, TREE_ULT, TREE_ULE, TREE_SLT, TREE_SLE};
        struct tree *t = tree_new(pool, orders[rng_below(rng, 6)], 1);
        uint8_t in = rng_below(rng, 4) ? pool->w : (uint8_t)(1 + rng_below(rng, 6));
        t->x = tree_random(pool, rng, in, depth - 1);
        t->y = tree_random(pool, rng, in, depth - 1);
        return t;
    }
    enum tree_op op = (enum tree_op)(TREE_ADD + rng_below(rng, TREE_TRUNC - TREE_ADD + 1));
    if (rng_below(rng, 3) == 0)
        op = (enum tree_op)(TREE_ADD + rng_below(rng, 4));
    if (op >= TREE_EQ && op <= TREE_SLE)
        op = TREE_ADD;
    if ((op == TREE_ZEXT || op == TREE_SEXT) && width == 1)
        op = TREE_AND;
    if (op == TREE_TRUNC && width == 6)
        op = TREE_MUL;
    struct tree *t = tree_new(pool, op, width);
    uint8_t in = width;
    if (op == TREE_ZEXT || op == TREE_SEXT)
        in = width > pool->w && rng_below(rng, 2) ? pool->w : (uint8_t)(1 + rng_below(rng, width - 1u));
    if (op == TREE_TRUNC)
        in = width < pool->w && rng_below(rng, 2) ? pool->w : (uint8_t)(width + 1 + rng_below(rng, 6u - width));
    if (op <= TREE_SHL && rng_below(rng, 2))
        t->flags = (uint8_t)rng_below(rng, 4);
    t->x = tree_random(pool, rng, in, depth - 1);
    if (op < TREE_NOT || op == TREE_ITE)
        t->y = tree_random(pool, rng, in, depth - 1);
    if (op == TREE_ITE)
        t->z = tree_random(pool, rng, 1, depth - 1);
    return t;
}

/* Sums, products by constants and flags only. */
static inline struct tree *tree_random_sum(struct tree_pool *pool, struct rng *rng, int depth) {
    if (depth == 0 || rng_below(rng, 6) == 0) {
        bool is_const = rng_below(rng, 4) == 0;
        struct tree *t = tree_new(pool, is_const ? TREE_CONST : TREE_VARIABLE, pool->w);
        t->value = rng_below(rng, is_const ? (uint64_t)1 << pool->w : TREE_VARIABLES - 1);
        return t;
    }
    static const enum tree_op ops[] = {TREE_ADD, TREE_ADD, TREE_ADD, TREE_SUB, TREE_MUL, TREE_SHL};
    struct tree *t = tree_new(pool, ops[rng_below(rng, 6)], pool->w);
    static const uint8_t flags[] = {0, TERM_NSW, TERM_NSW, TERM_NUW, TERM_NSW | TERM_NUW};
    t->flags = flags[rng_below(rng, 5)];
    t->x = tree_random_sum(pool, rng, depth - 1);
    t->y = tree_random_sum(pool, rng, t->op >= TREE_MUL && rng_below(rng, 4) ? 0 : depth - 1);
    return t;
}

/* (x / y) * y + x % y with multiples, flags and other summands around. */
static inline struct tree *tree_random_digits(struct tree_pool *pool, struct rng *rng) {
    static const enum tree_op divisions[] = {TREE_UDIV, TREE_SDIV, TREE_LSHR};
    static const enum tree_op remainders[] = {TREE_UREM, TREE_SREM, TREE_AND};
    uint64_t kind = rng_below(rng, 3), shift = 1 + rng_below(rng, pool->w - 1u);
    struct tree *x = tree_random_sum(pool, rng, (int)rng_below(rng, 2));
    struct tree *y = tree_random_sum(pool, rng, 0), *z = y;
    if (kind == 2) {
        y = tree_new(pool, TREE_CONST, pool->w);
        z = tree_new(pool, TREE_CONST, pool->w);
        y->value = shift;
        z->value = ((uint64_t)1 << shift) - 1;
    }
    struct tree *quotient = tree_new(pool, divisions[kind], pool->w);
    struct tree *remainder = tree_new(pool, remainders[kind], pool->w);
    struct tree *product = tree_new(pool, kind == 2 ? TREE_SHL : TREE_MUL, pool->w);
    *quotient = (struct tree){.op = quotient->op, .width = pool->w, .x = x, .y = y};
    *remainder = (struct tree){.op = remainder->op, .width = pool->w, .x = x, .y = z};
    product->x = quotient;
    product->y = y;
    product->flags = (uint8_t)rng_below(rng, 4);
    const struct tree *parts[3] = {product, remainder, tree_random_sum(pool, rng, 1)};
    uint64_t first = rng_below(rng, 3), count = 1 + rng_below(rng, 2);
    struct tree *sum = tree_new(pool, TREE_ADD, pool->w);
    *sum = (struct tree){.op = TREE_ADD, .width = pool->w, .flags = (uint8_t)rng_below(rng, 4)};
    sum->x = parts[first];
    sum->y = parts[(first + 1) % 3];
    if (count == 1 && first == 0)
        return sum;
    struct tree *outer = tree_new(pool, TREE_ADD, pool->w);
    *outer = (struct tree){.op = TREE_ADD, .width = pool->w, .flags = (uint8_t)rng_below(rng, 4)};
    outer->x = sum;
    outer->y = parts[(first + 2) % 3];
    return outer;
}

/* A sum of multiples of extended variables, of width 6. */
static inline struct tree *tree_random_extended(struct tree_pool *pool, struct rng *rng, int depth) {
    if (depth == 0) {
        struct tree *t = tree_new(pool, TREE_CONST, 6);
        t->value = rng_below(rng, 3) ? rng_below(rng, 9) : 64 - rng_below(rng, 9);
        t->value %= 64;
        if (rng_below(rng, 4) == 0)
            return t;
        t->op = rng_below(rng, 3) ? TREE_ZEXT : TREE_SEXT;
        t->x = tree_random_sum(pool, rng, 0);
        return t;
    }
    struct tree *t = tree_new(pool, rng_below(rng, 3) ? TREE_ADD : TREE_MUL, 6);
    t->flags = rng_below(rng, 4) ? 0 : (uint8_t)rng_below(rng, 4);
    t->x = tree_random_extended(pool, rng, depth - 1);
    struct tree *y = tree_new(pool, TREE_CONST, 6);
    y->value = rng_below(rng, 17);
    t->y = t->op == TREE_MUL ? y : tree_random_extended(pool, rng, depth - 1);
    return t;
}

/* Such a sum divided, masked, shifted, cut or compared. */
static inline struct tree *tree_random_index(struct tree_pool *pool, struct rng *rng) {
    static const enum tree_op ops[] = {TREE_UDIV, TREE_UREM, TREE_SDIV, TREE_SREM, TREE_LSHR, TREE_ASHR, TREE_AND,
                                       TREE_EQ,   TREE_ULT,  TREE_ULE,  TREE_SLT,  TREE_SLE,  TREE_TRUNC};
    enum tree_op op = ops[rng_below(rng, 13)];
    struct tree *t = tree_new(pool, op, op >= TREE_EQ && op <= TREE_SLE ? 1 : 6);
    t->x = tree_random_extended(pool, rng, 1 + (int)rng_below(rng, 3));
    if (op == TREE_TRUNC)
        t->width = (uint8_t)(1 + rng_below(rng, 5));
    else if (t->width == 1 && rng_below(rng, 2))
        t->y = tree_random_extended(pool, rng, 1 + (int)rng_below(rng, 2));
    else {
        struct tree *c = tree_new(pool, TREE_CONST, 6);
        c->value = rng_below(rng, op == TREE_LSHR || op == TREE_ASHR ? 8 : 64);
        t->y = c;
        if (t->width == 1 && rng_below(rng, 2)) {
            t->y = t->x;
            t->x = c;
        }
    }
    return t;
}

/* Connectives over comparisons with constants. */
static inline struct tree *tree_random_guard(struct tree_pool *pool, struct rng *rng, int depth) {
    if (depth == 0) {
        struct tree *t = tree_new(pool, (enum tree_op)(TREE_EQ + rng_below(rng, 6)), 1);
        struct tree *x = tree_new(pool, TREE_VARIABLE, pool->w);
        struct tree *c = tree_new(pool, TREE_CONST, pool->w);
        x->value = rng_below(rng, 8) == 0;
        c->value = rng_below(rng, (uint64_t)1 << pool->w);
        bool is_left = rng_below(rng, 2);
        t->x = is_left ? c : x;
        t->y = is_left ? x : c;
        return t;
    }
    static const enum tree_op ops[] = {TREE_AND, TREE_OR, TREE_AND, TREE_OR, TREE_NOT, TREE_ITE};
    struct tree *t = tree_new(pool, ops[rng_below(rng, 6)], 1);
    t->x = tree_random_guard(pool, rng, depth - 1);
    if (t->op != TREE_NOT)
        t->y = tree_random_guard(pool, rng, depth - 1);
    if (t->op == TREE_ITE)
        t->z = tree_random_guard(pool, rng, depth - 1);
    return t;
}

#endif

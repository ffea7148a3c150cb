/* See host_code.h. Bounds of results are computed with 128 bits, from the bounds of operands. */
#include "host/host_code.h"

#include <stddef.h>

const int64_t host_grid_most[3] = {INT32_MAX, 65535, 65535}, host_block_most[3] = {1024, 1024, 64};

bool host_is_one_source(const struct host_symbol *a, const struct host_symbol *b) {
    return (a->bits != 0 && a->bits == b->bits) || (a->text != 0 && a->text == b->text);
}

void host_code_release(struct host_code *code) {
    vec_release(&code->symbols);
    vec_release(&code->launches);
    vec_release(&code->notes);
}

static struct host_value *make(struct arena *arena, enum host_op op) {
    struct host_value *v = arena_alloc(arena, sizeof *v);
    *v = (struct host_value){.op = op};
    return v;
}

const struct host_value *host_number(struct arena *arena, int64_t number) {
    struct host_value *v = make(arena, HOST_NUMBER);
    v->number = v->least = v->most = number;
    return v;
}

const struct host_value *host_symbol_value(struct arena *arena, uint32_t symbol, int64_t least, int64_t most) {
    struct host_value *v = make(arena, HOST_SYMBOL);
    v->symbol = symbol;
    v->least = least;
    v->most = most;
    return v;
}

static int64_t apply(enum host_op op, int64_t a, int64_t b) {
    switch (op) {
    case HOST_ADD: return a + b;
    case HOST_SUB: return a - b;
    case HOST_MUL: return a * b;
    case HOST_DIV: return a / b;
    case HOST_REM: return a % b;
    case HOST_MIN: return a < b ? a : b;
    case HOST_MAX: return a > b ? a : b;
    case HOST_NUMBER:
    case HOST_SYMBOL: return a;
    }
    return a;
}

__extension__ typedef __int128 wide;

static bool bound(enum host_op op, const struct host_value *a, const struct host_value *b, wide *least, wide *most) {
    wide corners[4] = {0};
    switch (op) {
    case HOST_ADD:
        *least = (wide)a->least + b->least;
        *most = (wide)a->most + b->most;
        return true;
    case HOST_SUB:
        *least = (wide)a->least - b->most;
        *most = (wide)a->most - b->least;
        return true;
    case HOST_MIN:
        *least = a->least < b->least ? a->least : b->least;
        *most = a->most < b->most ? a->most : b->most;
        return true;
    case HOST_MAX:
        *least = a->least > b->least ? a->least : b->least;
        *most = a->most > b->most ? a->most : b->most;
        return true;
    case HOST_REM:
        *least = a->least < 0 ? -((wide)b->most - 1) : 0;
        *most = a->most > 0 ? (wide)b->most - 1 : 0;
        return b->least > 0;
    case HOST_MUL:
    case HOST_DIV:
        if (op == HOST_DIV && b->least <= 0) { /* a program that divides by 0 does not go on; the quotient is as large as x, or smaller */
            *most = a->most > -(wide)a->least ? a->most : -(wide)a->least;
            *least = a->least >= 0 && b->least >= 0 ? 0 : -*most;
            return true;
        }
        for (int i = 0; i < 4; i++) {
            wide x = i & 1 ? a->most : a->least, y = i & 2 ? b->most : b->least;
            corners[i] = op == HOST_MUL ? x * y : x / y;
        }
        *least = *most = corners[0];
        for (int i = 1; i < 4; i++) {
            *least = corners[i] < *least ? corners[i] : *least;
            *most = corners[i] > *most ? corners[i] : *most;
        }
        return true;
    case HOST_NUMBER:
    case HOST_SYMBOL: return false;
    }
    return false;
}

/* x of x * C, a product that no claim is about; NULL: it is none. */
static const struct host_value *scaled(const struct host_value *v) {
    return v->op == HOST_MUL && !v->is_claimed && v->b->op == HOST_NUMBER ? v->a : NULL;
}

/* (x * C) * y as (x * y) * C: products of the same numbers are one value, whatever they are multiplied by in between. What is known of the
   whole bounds x * y, too. NULL: there is no C. */
static const struct host_value *combine_scaled(struct arena *arena, const struct host_value *a, const struct host_value *b) {
    const struct host_value *x = scaled(a), *y = scaled(b);
    wide least, most;
    if (x && b->op == HOST_NUMBER)
        return host_combine(arena, HOST_MUL, x, host_combine(arena, HOST_MUL, a->b, b));
    const struct host_value *by = x ? a->b : y ? b->b : NULL;
    if (!by || by->number <= 0 || (x ? b : a)->op == HOST_NUMBER || !bound(HOST_MUL, a, b, &least, &most) || least < INT64_MIN || most > INT64_MAX)
        return NULL;
    const struct host_value *product = host_combine(arena, HOST_MUL, x ? x : a, x ? b : y);
    return host_combine(arena, HOST_MUL, host_within(arena, product, (int64_t)least / by->number, (int64_t)most / by->number), by);
}

const struct host_value *host_combine(struct arena *arena, enum host_op op, const struct host_value *a, const struct host_value *b) {
    wide least, most;
    const struct host_value *product = op == HOST_MUL && a && b ? combine_scaled(arena, a, b) : NULL;
    if (product)
        return product;
    if (!a || !b || !bound(op, a, b, &least, &most) || least < INT64_MIN || most > INT64_MAX)
        return NULL;
    if (a->op == HOST_NUMBER && b->op == HOST_NUMBER)
        return host_number(arena, apply(op, a->number, b->number));
    bool is_zero = b->op == HOST_NUMBER && b->number == 0, is_one = b->op == HOST_NUMBER && b->number == 1;
    if ((is_zero && (op == HOST_ADD || op == HOST_SUB)) || (is_one && (op == HOST_MUL || op == HOST_DIV)))
        return a;
    if (op == HOST_ADD && a->op == HOST_NUMBER && a->number == 0)
        return b;
    if (op == HOST_DIV && scaled(a) && b->op == HOST_NUMBER && b->number > 0 && a->b->number % b->number == 0)
        return host_combine(arena, HOST_MUL, a->a, host_number(arena, a->b->number / b->number));
    if (op == HOST_REM && a->least >= 0 && a->most < b->least && !host_has_claim(b))
        return a;
    struct host_value *v = make(arena, op);
    v->a = a;
    v->b = b;
    v->least = (int64_t)least;
    v->most = (int64_t)most;
    return v;
}

const struct host_value *host_within(struct arena *arena, const struct host_value *value, int64_t least, int64_t most) {
    if (!value || (value->least >= least && value->most <= most))
        return value;
    struct host_value *v = arena_alloc(arena, sizeof *v);
    *v = *value;
    v->least = least > v->least ? least : v->least;
    v->most = most < v->most ? most : v->most;
    if (scaled(v) && v->a->op == HOST_MUL && v->b->number > 0) /* a product that is multiplied further is bounded, too */
        v->a = host_within(arena, v->a, v->least / v->b->number, v->most / v->b->number);
    return v->least > v->most ? value : v;
}

const struct host_value *host_claim(struct arena *arena, const struct host_value *value, int64_t least, int64_t most) {
    const struct host_value *v = host_within(arena, value, least, most);
    if (v == value)
        return value;
    struct host_value *claimed = arena_alloc(arena, sizeof *claimed);
    *claimed = *v;
    claimed->is_claimed = true;
    return claimed;
}

/* The largest value where symbols are at most 2^10, or twice what they are at least: what launches of ordinary size have, in each of three
   dimensions. */
static wide ordinary(const struct host_value *v) {
    enum { ORDINARY = 1 << 10, LEAST_MOST = 1 << 24 };
    wide a = v->a ? ordinary(v->a) : 0, b = v->b ? ordinary(v->b) : 0, limit = (wide)1 << 100;
    switch (v->op) {
    case HOST_NUMBER: return v->number;
    case HOST_SYMBOL: return v->most < ORDINARY || v->least > LEAST_MOST ? v->most : v->least > ORDINARY / 2 ? 2 * (wide)v->least : ORDINARY;
    case HOST_ADD: return a + b;
    case HOST_SUB: return a;
    case HOST_MUL: return a > 0 && b > limit / a ? limit : a * b;
    case HOST_DIV: return v->b->op == HOST_NUMBER ? a / v->b->number : a;
    case HOST_REM: return b - 1;
    case HOST_MIN: return a < b ? a : b;
    case HOST_MAX: return a > b ? a : b;
    }
    return limit;
}

enum { FACTOR_MOST = 1 << 20 };

const struct host_value *host_combine_claimed(struct arena *arena, enum host_op op, const struct host_value *a, const struct host_value *b,
                                              int64_t most) {
    wide lower, upper;
    if (!a || !b || a->least < 0 || b->least < 0 || (op != HOST_ADD && op != HOST_MUL) || !bound(op, a, b, &lower, &upper) || lower > most)
        return NULL;
    if (upper <= most)
        return host_combine(arena, op, a, b);
    if (op == HOST_MUL && ((a->op == HOST_NUMBER && a->number > FACTOR_MOST) || (b->op == HOST_NUMBER && b->number > FACTOR_MOST)))
        return NULL; /* a hash, not a size */
    struct host_value *v = make(arena, op);
    v->a = a;
    v->b = b;
    v->least = (int64_t)lower;
    v->most = most;
    v->is_claimed = true;
    return ordinary(v) <= most ? v : NULL;
}

bool host_is_ordinary(const struct host_value *value, int64_t most) {
    return ordinary(value) <= most;
}

bool host_has_claim(const struct host_value *value) {
    return value && (value->is_claimed || host_has_claim(value->a) || host_has_claim(value->b));
}

bool host_mentions(const struct host_value *value, uint32_t symbol) {
    if (!value)
        return false;
    return value->op == HOST_SYMBOL ? value->symbol == symbol : host_mentions(value->a, symbol) || host_mentions(value->b, symbol);
}

bool host_value_is_same(const struct host_value *a, const struct host_value *b) {
    if (a == b)
        return true;
    if (!a || !b || a->op != b->op)
        return false;
    if (a->op == HOST_NUMBER || a->op == HOST_SYMBOL)
        return a->op == HOST_NUMBER ? a->number == b->number : a->symbol == b->symbol;
    return host_value_is_same(a->a, b->a) && host_value_is_same(a->b, b->b);
}

/* Ranges of terms: interval arithmetic in both orders, each refined by the other.
 *
 * Sound for every model in which symbols of the launch are within their built-in
 * ranges. Wrap flags are not used. Memoised for the life of the table; deep terms
 * are walked with a stack of the table's own. */
#include "term/bits.h"
#include "term/table.h"

struct range_entry {
    struct term_range range;
    uint64_t is_known;
};

static struct term_range full(uint8_t width) {
    return (struct term_range){.umin = 0, .umax = bits_mask(width), .smin = bits_smin(width), .smax = bits_smax(width)};
}

static struct term_range unsigned_range(uint8_t width, uint64_t low, uint64_t high) {
    struct term_range range = full(width);
    range.umin = low;
    range.umax = high;
    return range;
}

static struct term_range signed_range(uint8_t width, int64_t low, int64_t high) {
    struct term_range range = full(width);
    range.smin = low;
    range.smax = high;
    return range;
}

/* Each order's interval tells of the other where it does not cross the sign bit. */
static struct term_range refine(uint8_t width, struct term_range range) {
    uint64_t sign = bits_sign(width), mask = bits_mask(width);
    if (range.umax < sign || range.umin >= sign) {
        int64_t low = bits_signed(range.umin, width), high = bits_signed(range.umax, width);
        range.smin = low > range.smin ? low : range.smin;
        range.smax = high < range.smax ? high : range.smax;
    }
    if (range.smin >= 0 || range.smax < 0) {
        uint64_t low = (uint64_t)range.smin & mask, high = (uint64_t)range.smax & mask;
        range.umin = low > range.umin ? low : range.umin;
        range.umax = high < range.umax ? high : range.umax;
    }
    return range;
}

static struct term_range symbol_range(const struct term_table *table, const struct symbol *symbol) {
    uint8_t width = symbol->width_bits;
    uint64_t threads = symbol->axis == 2 ? 64 : 1024, low = 0, high = bits_mask(width);
    if (table->max_block > threads)
        threads = table->max_block;
    switch (symbol->role) {
    case SYMBOL_TID: high = threads - 1; break;
    case SYMBOL_BDIM: low = 1, high = threads; break;
    case SYMBOL_BID: high = symbol->axis == 0 ? INT32_MAX - 1 : 65534; break;
    case SYMBOL_GDIM: low = 1, high = symbol->axis == 0 ? INT32_MAX : 65535; break;
    case SYMBOL_PARAM:
    case SYMBOL_COUNTER:
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: break;
    }
    return high <= bits_mask(width) ? unsigned_range(width, low, high) : full(width);
}

static struct term_range add_range(uint8_t width, struct term_range x, struct term_range y) {
    struct term_range range = full(width);
    uint64_t mask = bits_mask(width);
    bool low_wraps = x.umin > mask - y.umin, high_wraps = x.umax > mask - y.umax;
    if (low_wraps == high_wraps) {
        range.umin = (x.umin + y.umin) & mask;
        range.umax = (x.umax + y.umax) & mask;
    }
    int64_t low, high;
    if (!__builtin_add_overflow(x.smin, y.smin, &low) && !__builtin_add_overflow(x.smax, y.smax, &high) && low >= bits_smin(width) &&
        high <= bits_smax(width)) {
        range.smin = low;
        range.smax = high;
    }
    return range;
}

static struct term_range mul_range(uint8_t width, struct term_range x, struct term_range y) {
    struct term_range range = full(width);
    uint64_t high;
    if (!__builtin_mul_overflow(x.umax, y.umax, &high) && high <= bits_mask(width)) {
        range.umin = x.umin * y.umin;
        range.umax = high;
    }
    int64_t products[4];
    if (__builtin_mul_overflow(x.smin, y.smin, &products[0]) || __builtin_mul_overflow(x.smin, y.smax, &products[1]) ||
        __builtin_mul_overflow(x.smax, y.smin, &products[2]) || __builtin_mul_overflow(x.smax, y.smax, &products[3]))
        return range;
    int64_t low = products[0], top = products[0];
    for (int i = 1; i < 4; i++) {
        low = products[i] < low ? products[i] : low;
        top = products[i] > top ? products[i] : top;
    }
    if (low >= bits_smin(width) && top <= bits_smax(width)) {
        range.smin = low;
        range.smax = top;
    }
    return range;
}

static struct term_range signed_divide_range(enum term_op op, uint8_t width, struct term_range x, struct term_range y) {
    if (y.smin <= 0 && op == TERM_SDIV)
        return full(width);
    if (op == TERM_SDIV)
        return signed_range(width, x.smin < 0 ? x.smin / y.smin : x.smin / y.smax, x.smax < 0 ? x.smax / y.smax : x.smax / y.smin);
    /* A remainder has the sign of x, and is no further from 0. */
    return signed_range(width, x.smin < 0 ? x.smin : 0, x.smax > 0 ? x.smax : 0);
}

/* All ones up to the highest one bit. */
static uint64_t fill(uint64_t value) {
    for (unsigned shift = 1; shift < 64; shift *= 2)
        value |= value >> shift;
    return value;
}

static int64_t floor_shift(int64_t value, uint64_t amount) {
    return value < 0 ? ~(~value >> amount) : value >> amount;
}

static struct term_range shift_range(enum term_op op, uint8_t width, struct term_range x, struct term_range y) {
    if (op == TERM_SHL) {
        if (y.umax >= width || x.umax > bits_mask(width) >> y.umax)
            return full(width);
        return unsigned_range(width, x.umin << y.umin, x.umax << y.umax);
    }
    if (op == TERM_LSHR)
        return unsigned_range(width, y.umax >= width ? 0 : x.umin >> y.umax, y.umin >= width ? 0 : x.umax >> y.umin);
    uint64_t least = y.umin < width ? y.umin : width - 1u;
    uint64_t most = y.umax < width ? y.umax : width - 1u;
    return signed_range(width, floor_shift(x.smin, x.smin < 0 ? least : most), floor_shift(x.smax, x.smax < 0 ? most : least));
}

static struct term_range binary_range(enum term_op op, uint8_t width, struct term_range x, struct term_range y) {
    switch (op) {
    case TERM_ADD: return add_range(width, x, y);
    case TERM_MUL: return mul_range(width, x, y);
    case TERM_UDIV: return y.umin == 0 ? full(width) : unsigned_range(width, x.umin / y.umax, x.umax / y.umin);
    case TERM_UREM:
        if (x.umax < y.umin)
            return x;
        return unsigned_range(width, 0, y.umin > 0 && y.umax <= x.umax ? y.umax - 1 : x.umax);
    case TERM_SDIV:
    case TERM_SREM: return signed_divide_range(op, width, x, y);
    case TERM_AND: return unsigned_range(width, 0, x.umax < y.umax ? x.umax : y.umax);
    case TERM_OR: return unsigned_range(width, x.umin > y.umin ? x.umin : y.umin, fill(x.umax | y.umax));
    case TERM_XOR: return unsigned_range(width, 0, fill(x.umax | y.umax));
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return shift_range(op, width, x, y);
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_ITE:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC:
    case TERM_APPLY:
    case TERM_OP_COUNT: break;
    }
    return full(width);
}

static struct term_range join(struct term_range x, struct term_range y) {
    return (struct term_range){.umin = x.umin < y.umin ? x.umin : y.umin,
                               .umax = x.umax > y.umax ? x.umax : y.umax,
                               .smin = x.smin < y.smin ? x.smin : y.smin,
                               .smax = x.smax > y.smax ? x.smax : y.smax};
}

/* ite(x < y, x, y) and ite(x < y, y, x) are at most (at least) either. */
static struct term_range ite_range(const struct term_table *table, const struct term *ite, struct term_range x, struct term_range y) {
    struct term_range range = join(x, y);
    const struct term *condition = table_at(table, table_child(table, ite, 0).id);
    if (condition->op != TERM_ULT && condition->op != TERM_SLT)
        return range;
    term_ref p = table_child(table, condition, 0), q = table_child(table, condition, 1);
    term_ref a = table_child(table, ite, 1), b = table_child(table, ite, 2);
    bool is_min = term_same(p, a) && term_same(q, b), is_max = term_same(p, b) && term_same(q, a);
    if (is_min && condition->op == TERM_ULT)
        range.umax = x.umax < y.umax ? x.umax : y.umax;
    if (is_min && condition->op == TERM_SLT)
        range.smax = x.smax < y.smax ? x.smax : y.smax;
    if (is_max && condition->op == TERM_ULT)
        range.umin = x.umin > y.umin ? x.umin : y.umin;
    if (is_max && condition->op == TERM_SLT)
        range.smin = x.smin > y.smin ? x.smin : y.smin;
    return range;
}

static struct term_range trunc_range(uint8_t width, struct term_range x) {
    struct term_range range = full(width);
    if (x.umax <= bits_mask(width)) {
        range.umin = x.umin;
        range.umax = x.umax;
    }
    if (x.smin >= bits_smin(width) && x.smax <= bits_smax(width)) {
        range.smin = x.smin;
        range.smax = x.smax;
    }
    return range;
}

static struct range_entry *entry_of(struct term_table *table, term_ref t) {
    return memo_at(&table->ranges, t.id);
}

/* The ranges of t's children are known. */
static struct term_range compute(struct term_table *table, const struct term *t) {
    uint8_t width = t->width_bits;
    struct term_range x = {0}, y = {0};
    uint32_t first = t->op == TERM_ITE ? 1 : 0;
    if (t->op == TERM_APPLY)
        return full(width);
    if (t->arity > 0)
        x = entry_of(table, table_child(table, t, first))->range;
    if (t->arity > 1)
        y = entry_of(table, table_child(table, t, first + 1))->range;
    switch (term_op_of(t)) {
    case TERM_CONST: return unsigned_range(width, t->value, t->value);
    case TERM_SYMBOL: return symbol_range(table, &table->symbols.data[t->value]->symbol);
    case TERM_ITE: return ite_range(table, t, x, y);
    case TERM_ZEXT: return unsigned_range(width, x.umin, x.umax);
    case TERM_SEXT: return signed_range(width, x.smin, x.smax);
    case TERM_TRUNC: return trunc_range(width, x);
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
    case TERM_ASHR:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE: return binary_range(term_op_of(t), width, x, y);
    case TERM_APPLY:
    case TERM_OP_COUNT: break;
    }
    return full(width);
}

struct term_range term_range_of(struct term_table *table, term_ref t) {
    struct range_entry *entry = entry_of(table, t);
    if (entry->is_known)
        return entry->range;
    vec_clear(&table->range_stack);
    vec_push(&table->range_stack, t.id);
    while (table->range_stack.size > 0) {
        term_ref top = {vec_last(&table->range_stack)};
        if (entry_of(table, top)->is_known) {
            (void)vec_pop(&table->range_stack);
            continue;
        }
        const struct term *term = table_at(table, top.id);
        bool is_ready = true;
        for (uint8_t i = 0; i < term->arity && term->op != TERM_APPLY; i++) {
            term_ref child = table_child(table, term, i);
            if (!entry_of(table, child)->is_known) {
                vec_push(&table->range_stack, child.id);
                is_ready = false;
            }
        }
        if (!is_ready)
            continue;
        struct range_entry *known = entry_of(table, top);
        known->range = refine(term->width_bits, compute(table, term));
        known->is_known = 1;
        (void)vec_pop(&table->range_stack);
    }
    return entry->range;
}

void term_table_set_max_block(struct term_table *table, uint32_t max_threads) {
    if (max_threads > table->max_block)
        table->max_block = max_threads;
    memo_release(&table->ranges);
}

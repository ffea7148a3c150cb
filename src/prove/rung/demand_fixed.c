/* Claims in a launch that is fixed whole: what ranges or the bit-vectors show not to wrap there is no assumption. */
#include <assert.h>

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"
#include "prove/rung/proof.h"
#include "term/walk.h"

static bool is_fixed_whole(const struct frame *frame) {
    bool is = true;
    for (int a = 0; a < 3; a++)
        is = is && frame->fixed_block[a] && frame->fixed_grid[a];
    return is;
}

/* What the context says of one symbol: x < bound, or x == value. */
struct said {
    term_ref symbol;
    uint64_t bound;
    bool is_value;
};
typedef VEC(struct said) said_list;

static void collect(struct term_table *t, term_ref context, said_list *said) {
    struct term_walk walk;
    uint64_t c;
    term_walk_begin(&walk, t, context);
    for (term_ref x; term_walk_next(&walk, &x);) {
        enum term_op op = term_op_of(term_get(t, x));
        if (op == TERM_AND)
            term_walk_enter(&walk, x);
        if ((op != TERM_ULT && op != TERM_EQ) || !term_is_const(t, term_child(t, x, 1), &c))
            continue;
        term_ref symbol = term_child(t, x, 0);
        if (term_op_of(term_get(t, symbol)) == TERM_SYMBOL && (op == TERM_EQ || c > 0))
            vec_push(said, ((struct said){symbol, c, op == TERM_EQ}));
    }
    term_walk_end(&walk);
}

static term_ref keep(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

static bool occurs_in(struct term_table *t, term_ref whole, term_ref part) {
    struct term_walk walk;
    bool is = false;
    term_walk_begin(&walk, t, whole);
    for (term_ref x; !is && term_walk_next(&walk, &x); term_walk_enter(&walk, x))
        is = term_same(x, part);
    term_walk_end(&walk);
    return is;
}

static term_ref with(struct term_table *t, term_ref symbol, term_ref value, term_ref in) {
    struct substitution *one = substitution_create(t, keep, NULL);
    substitution_fix(one, symbol, value);
    term_ref result = substitution_apply(one, in);
    substitution_destroy(one);
    return result;
}

/* A symbol x with x < c is x % c, whose range the terms know, and one with x == c is c. */
static term_ref narrow(struct term_table *t, const said_list *said, term_ref x) {
    struct substitution *narrowing = substitution_create(t, keep, NULL);
    for (uint32_t i = 0; i < said->size; i++) {
        term_ref symbol = said->data[i].symbol, bound = term_const(t, term_width(t, symbol), said->data[i].bound);
        substitution_fix(narrowing, symbol, said->data[i].is_value ? bound : term_binary(t, TERM_UREM, symbol, bound));
    }
    x = substitution_apply(narrowing, x);
    substitution_destroy(narrowing);
    return x;
}

static bool fits_signed(enum term_op op, uint8_t width, struct term_range x, struct term_range y) {
    int64_t most = (int64_t)(UINT64_MAX >> 1 >> (64 - width)), least = -most - 1;
    int64_t xs[] = {x.smin, x.smax}, ys[] = {y.smin, y.smax}, value;
    for (int i = 0; i < 4; i++) {
        bool leaves = op == TERM_ADD ? __builtin_add_overflow(xs[i / 2], ys[i % 2], &value) : __builtin_mul_overflow(xs[i / 2], ys[i % 2], &value);
        if (leaves || value < least || value > most)
            return false;
    }
    return true;
}

static bool fits_unsigned(enum term_op op, uint8_t width, struct term_range x, struct term_range y) {
    uint64_t value;
    bool leaves = op == TERM_ADD ? __builtin_add_overflow(x.umax, y.umax, &value) : __builtin_mul_overflow(x.umax, y.umax, &value);
    return !leaves && value <= UINT64_MAX >> (64 - width);
}

/* The sum or product of the claim, as the context and the values tried so far narrow it. */
struct operands {
    enum term_op op;
    bool is_signed;
    uint8_t width;
    term_ref side[2];
};

static bool fits(enum term_op op, bool is_signed, uint8_t width, struct term_range x, struct term_range y) {
    return is_signed ? fits_signed(op, width, x, y) : fits_unsigned(op, width, x, y);
}

/* No sum or product below the term that C says not to wrap does so by the ranges of its parts. */
static bool flags_hold(struct term_table *t, term_ref narrowed) {
    struct term_walk walk;
    bool hold = true;
    term_walk_begin(&walk, t, narrowed);
    for (term_ref x; hold && term_walk_next(&walk, &x);) {
        struct term term = *term_get(t, x);
        enum term_op op = term_op_of(&term);
        term_walk_enter(&walk, x);
        if (op != TERM_ADD && op != TERM_MUL)
            continue;
        struct term_range a = term_range_of(t, term_child(t, x, 0)), b = term_range_of(t, term_child(t, x, 1));
        hold = (!(term.flags & TERM_NSW) || fits_signed(op, term.width_bits, a, b)) &&
               (!(term.flags & TERM_NUW) || fits_unsigned(op, term.width_bits, a, b));
    }
    term_walk_end(&walk);
    return hold;
}

static bool fits_by_ranges(struct term_table *t, const said_list *said, const struct operands *sum) {
    term_ref x = narrow(t, said, sum->side[0]), y = narrow(t, said, sum->side[1]);
    return flags_hold(t, x) && flags_hold(t, y) && fits(sum->op, sum->is_signed, sum->width, term_range_of(t, x), term_range_of(t, y));
}

/* Symbols of few values are tried value by value, SPLITS_MOST of them inside each other: rounds of a loop that doubles
   or halves have 32 at most. */
enum { VALUES_MOST = 64, SPLITS_MOST = 2 };

static bool holds_by_ranges(struct term_table *t, struct operands sum, term_ref context, int splits) {
    if (term_is_false(t, context))
        return true;
    said_list said = {0};
    collect(t, context, &said);
    bool holds = fits_by_ranges(t, &said, &sum), is_split = false;
    for (uint32_t i = 0; !holds && !is_split && splits < SPLITS_MOST && i < said.size; i++) {
        term_ref symbol = said.data[i].symbol;
        bool occurs = occurs_in(t, sum.side[0], symbol) || occurs_in(t, sum.side[1], symbol);
        is_split = occurs && !said.data[i].is_value && said.data[i].bound <= VALUES_MOST;
        holds = is_split;
        for (uint64_t v = 0; is_split && holds && v < said.data[i].bound; v++) {
            term_ref value = term_const(t, term_width(t, symbol), v);
            struct operands tried = sum;
            for (int side = 0; side < 2; side++)
                tried.side[side] = with(t, symbol, value, sum.side[side]);
            holds = holds_by_ranges(t, tried, with(t, symbol, value, context), splits + 1);
        }
    }
    vec_release(&said);
    return holds;
}

/* The sum or product that the claim is about; false if it is another operation. */
static bool operands_of(const struct term_table *t, const struct claim *claim, struct operands *sum) {
    const struct term *term = term_get(t, claim->term);
    enum term_op op = term_op_of(term);
    if (op != TERM_ADD && op != TERM_MUL)
        return false;
    *sum = (struct operands){op, claim->is_signed, term->width_bits, {term_child(t, claim->term, 0), term_child(t, claim->term, 1)}};
    return true;
}

bool demand_fits(struct prover *prover, const struct claim *claim) {
    struct operands sum;
    const said_list nothing = {0};
    return operands_of(prover->terms, claim, &sum) && fits_by_ranges(prover->terms, &nothing, &sum);
}

/* What a conjunct speaks of: symbols of the claim, and sizes, or something else. */
struct spoken {
    const struct term_table *terms;
    struct map symbols;
    bool is_collecting, is_apart;
};

static void note_symbol(void *context, symbol_ref symbol) {
    struct spoken *s = context;
    const enum symbol_role role = symbol_get(s->terms, symbol)->role;
    if (s->is_collecting)
        map_set(&s->symbols, symbol.id, 1);
    else
        s->is_apart |= role != SYMBOL_PARAM && role != SYMBOL_BDIM && role != SYMBOL_GDIM && !map_get(&s->symbols, symbol.id, NULL);
}

/* The conjuncts of the context that speak of nothing else: those of many queries are the same. */
static term_ref about(struct term_table *t, struct spoken *s, term_ref context) {
    if (term_op_of(term_get(t, context)) == TERM_AND)
        return term_and(t, about(t, s, term_child(t, context, 0)), about(t, s, term_child(t, context, 1)));
    s->is_apart = false;
    term_visit_symbols(t, context, note_symbol, s);
    return s->is_apart ? term_true(t) : context;
}

static term_ref relevant(struct prover *prover, const struct claim *claim, term_ref context) {
    struct spoken s = {.terms = prover->terms, .is_collecting = true};
    map_init(&s.symbols);
    term_visit_symbols(prover->terms, claim->term, note_symbol, &s);
    s.is_collecting = false;
    term_ref result = about(prover->terms, &s, context);
    map_release(&s.symbols);
    return result;
}

/* Asked once. */
static bool is_impossible(struct prover *prover, term_ref query) {
    uint32_t known;
    if (!map_get(&prover->ledger->demands->in_launch, query.id, &known)) {
        known = decide_bits_alone(prover, query).holds;
        map_set(&prover->ledger->demands->in_launch, query.id, known);
    }
    return known != 0;
}

bool demand_holds_in_launch(struct prover *prover, const struct claim *claim, term_ref context) {
    assert(prover_is_condition(prover, context));
    struct term_table *t = prover->terms;
    struct operands sum;
    if (!is_fixed_whole(prover->frame) || !operands_of(t, claim, &sum))
        return false;
    enum term_op op = sum.op;
    uint8_t width = sum.width, wide = (uint8_t)(2 * width);
    if (holds_by_ranges(t, sum, term_and(t, context, prover_facts(prover, WITHIN_BLOCK, claim->term)), 0))
        return true;
    if (width > 32)
        return false;
    term_ref x = term_child(t, claim->term, 0), y = term_child(t, claim->term, 1), exact, kept;
    kept = op == TERM_ADD ? term_add(t, x, y, 0) : term_mul(t, x, y, 0); /* without the flags, which say what is asked */
    x = claim->is_signed ? term_sext(t, x, wide) : term_zext(t, x, wide);
    y = claim->is_signed ? term_sext(t, y, wide) : term_zext(t, y, wide);
    exact = op == TERM_ADD ? term_add(t, x, y, 0) : term_mul(t, x, y, 0);
    kept = claim->is_signed ? term_sext(t, kept, wide) : term_zext(t, kept, wide);
    term_ref wraps = term_not(t, term_eq(t, exact, kept)); /* first of any threads: addresses that are equal are hard */
    return is_impossible(prover, wraps) || is_impossible(prover, term_and(t, relevant(prover, claim, context), wraps)) ||
           is_impossible(prover, term_and(t, context, wraps));
}

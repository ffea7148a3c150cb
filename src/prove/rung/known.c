/* Replaces sizes in a query by what the query says of them.

   A symbol that the query makes equal to a constant, by an equation or by bounds, is replaced by the constant. For a parameter that is a multiple of a constant, or not
   negative, a symbol stands in whose integer views say so (integer.h): a number with the factor in front, which divisions see, and the
   same number signed and unsigned, which the solver would have to find out. P >= 0 follows from 0 <= a and a <= c*P with c >= 1; that
   these sums and products do not overflow are claims of the whole proof. */
#include <assert.h>

#include "base/breakage.h"
#include "integer/integer.h"
#include "protocol/expression.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/said.h"
#include "prove/rung/arithmetic.h"

enum { CONJUNCTS_MAX = 256, SIZES_MAX = 16, WIDTH_LEAST = 16, FACTOR_MAX = 4096 };

struct size {
    symbol_ref symbol;
    int64_t factor;
    bool is_natural;
};
struct sizes {
    struct prover *prover;
    struct known *known;
    struct size list[SIZES_MAX];
    uint32_t count;
};

static struct size *size_of(struct sizes *sizes, symbol_ref symbol) {
    for (uint32_t i = 0; i < sizes->count; i++)
        if (sizes->list[i].symbol.id == symbol.id)
            return &sizes->list[i];
    if (sizes->count == SIZES_MAX)
        return NULL;
    sizes->list[sizes->count] = (struct size){symbol, 1, false};
    return &sizes->list[sizes->count++];
}

static bool is_param(const struct term_table *t, term_ref a, symbol_ref *symbol) {
    const struct term *term = term_get(t, a);
    *symbol = (symbol_ref){(uint32_t)term->value};
    return term_op_of(term) == TERM_SYMBOL && symbol_get(t, *symbol)->role == SYMBOL_PARAM && symbol_get(t, *symbol)->width_bits >= WIDTH_LEAST;
}

static void fix(struct sizes *sizes, term_ref a, term_ref value) {
    struct term_table *t = sizes->prover->terms;
    if (term_op_of(term_get(t, a)) == TERM_SYMBOL)
        sizes->known->query = term_replace(t, sizes->known->query, (symbol_ref){(uint32_t)term_get(t, a)->value}, value);
}

/* A symbol that a limit leaves one value. */
static void note_single(struct sizes *sizes, term_ref conjunct) {
    struct term_table *t = sizes->prover->terms;
    term_ref a = term_child(t, conjunct, 0);
    uint64_t limit, least = term_range_of(t, a).umin;
    if (term_is_const(t, term_child(t, conjunct, 1), &limit) && limit == least + 1)
        fix(sizes, a, term_const(t, term_width(t, a), least));
}

/* Whether a multiple of the number that is divided is one of the parameter, as its type is read: for a power of two any
   reading does, else the remainder has to be that of the signed, or of the unsigned number. */
static bool is_read_so(const struct sizes *sizes, enum term_op op, enum term_op cast, uint64_t of, symbol_ref symbol) {
    const struct prover *prover = sizes->prover;
    bool is_unsigned = expression_is_unsigned(prover->protocol, symbol_get(prover->terms, symbol)->name);
    if ((of & (of - 1)) == 0)
        return true;
    return is_unsigned ? cast == TERM_ZEXT || (op == TERM_UREM && cast != TERM_SEXT) : op == TERM_SREM && cast != TERM_ZEXT;
}

/* symbol == constant */
static void note_constant(struct sizes *sizes, term_ref conjunct) {
    struct term_table *t = sizes->prover->terms;
    for (uint32_t side = 0; side < 2; side++)
        if (term_is_const(t, term_child(t, conjunct, 1 - side), NULL))
            fix(sizes, term_child(t, conjunct, side), term_child(t, conjunct, 1 - side));
}

/* P is a multiple of a constant. */
static void note_multiple(struct sizes *sizes, term_ref conjunct) {
    const struct term_table *t = sizes->prover->terms;
    for (uint32_t side = 0; side < 2; side++) {
        struct said_multiple said;
        symbol_ref symbol;
        if (!said_multiple(t, term_child(t, conjunct, side), term_child(t, conjunct, 1 - side), &said))
            continue;
        enum term_op cast = term_op_of(term_get(t, said.number));
        if (!is_param(t, cast == TERM_SEXT || cast == TERM_ZEXT ? term_child(t, said.number, 0) : said.number, &symbol))
            continue;
        struct size *size = is_read_so(sizes, said.op, cast, said.of, symbol) ? size_of(sizes, symbol) : NULL;
        if (size && said.of <= FACTOR_MAX && (int64_t)said.of > size->factor)
            size->factor = (int64_t)said.of * (1 + BREAK(MULTIPLES));
    }
}

/* P of P, of its extension, of c * P with a positive c. */
static bool is_of_param(const struct term_table *t, term_ref a, symbol_ref *symbol) {
    for (;;) {
        const struct term *term = term_get(t, a);
        enum term_op op = term_op_of(term);
        uint64_t factor;
        bool is_product = op == TERM_MUL && (term->flags & TERM_NSW);
        uint32_t constant = is_product && term_is_const(t, term_child(t, a, 0), NULL) ? 0 : 1;
        if (is_product && term_is_const(t, term_child(t, a, constant), &factor) && factor != 0 && factor >> (term->width_bits - 1) == 0)
            a = term_child(t, a, 1 - constant);
        else if (op == TERM_SEXT)
            a = term_child(t, a, 0);
        else
            return is_param(t, a, symbol);
    }
}

/* 0 <= a <= b */
static void note_sign(struct sizes *sizes, term_ref conjunct) {
    struct integer_space *space = sizes->prover->integers;
    const struct term_table *t = sizes->prover->terms;
    symbol_ref symbol;
    if (!is_of_param(t, term_child(t, conjunct, 1), &symbol) || integer_view_of(space, term_child(t, conjunct, 0), true)->low < 0)
        return;
    struct size *size = size_of(sizes, symbol);
    if (!size || size->is_natural)
        return;
    size->is_natural = true;
    for (uint32_t side = 0; side < 2; side++) {
        const struct integer_view *view = integer_view_of(space, term_child(t, conjunct, side), true);
        for (uint32_t i = 0; i < view->claim_count; i++)
            vec_push(&sizes->known->claims, view->claims[i]);
    }
}

static symbol_ref stand_in_for(struct prover *prover, const struct size *size) {
    for (uint32_t i = 0; i < prover->arithmetic->stand_ins.size; i++) {
        const struct stand_in *old = &prover->arithmetic->stand_ins.data[i];
        if (old->symbol.id == size->symbol.id && old->factor == size->factor && old->is_natural == size->is_natural)
            return old->other;
    }
    struct symbol s = *symbol_get(prover->terms, size->symbol);
    bool is_unsigned = expression_is_unsigned(prover->protocol, s.name);
    symbol_ref other = symbol_create(prover->terms, &s);
    integer_note_size(prover->integers, (struct size_known){other.id, size->factor, size->is_natural, is_unsigned && !size->is_natural});
    vec_push(&prover->arithmetic->stand_ins, (struct stand_in){size->symbol, other, size->factor, size->is_natural});
    return other;
}

enum pass { CONSTANTS, SIZES };

static void note_conjuncts(struct sizes *sizes, enum pass pass) {
    const struct term_table *t = sizes->prover->terms;
    VEC(term_ref) pending = {0};
    vec_push(&pending, sizes->known->query);
    for (uint32_t i = 0; i < pending.size && i < CONJUNCTS_MAX; i++) {
        term_ref part = pending.data[i];
        enum term_op op = term_op_of(term_get(t, part));
        if (op == TERM_AND) {
            vec_push(&pending, term_child(t, part, 0));
            vec_push(&pending, term_child(t, part, 1));
        } else if (op == TERM_EQ && pass == CONSTANTS) {
            note_constant(sizes, part);
        } else if (op == TERM_EQ) {
            note_multiple(sizes, part);
        } else if (op == TERM_ULT && pass == CONSTANTS) {
            note_single(sizes, part);
        } else if ((op == TERM_SLT || op == TERM_SLE) && pass == SIZES) {
            note_sign(sizes, part);
        }
    }
    vec_release(&pending);
}

void known_fixed(struct prover *prover, term_ref query, struct known *known) {
    assert(prover_is_condition(prover, query));
    struct term_table *t = prover->terms;
    struct sizes sizes = {.prover = prover, .known = known};
    *known = (struct known){.query = query};
    note_conjuncts(&sizes, CONSTANTS);
    note_conjuncts(&sizes, CONSTANTS); /* indices of axes of one thread */
    note_conjuncts(&sizes, SIZES);
    for (uint32_t i = 0; i < sizes.count; i++)
        if (sizes.list[i].factor > 1 || sizes.list[i].is_natural)
            known->query = term_replace(t, known->query, sizes.list[i].symbol, term_symbol(t, stand_in_for(prover, &sizes.list[i])));
}

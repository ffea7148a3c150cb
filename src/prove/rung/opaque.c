/* Products of sizes as symbols.

   The solver does not decide bit-vector queries with products of sizes. But most
   indices compute i = blockIdx * blockDim + threadIdx once and go on with masks and
   exclusive ors, and the proof needs of i only that two threads have different
   ones. So each product is replaced by a symbol, equal products by the same symbol,
   and the fact that the sums i of two threads differ, which integers show, is added.
   The new query is weaker than the old one: if it is impossible, so is the old one.
   Values of functions of products (what memory holds there) are replaced likewise. */
#include <assert.h>

#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/bits.h"
#include "term/walk.h"

bool opaque_is_product(const struct term_table *t, term_ref x) {
    enum term_op op = term_op_of(term_get(t, x));
    return (op == TERM_MUL || op == TERM_UDIV || op == TERM_UREM || op == TERM_SDIV || op == TERM_SREM) &&
           term_op_of(term_get(t, term_child(t, x, 1))) != TERM_CONST;
}

bool opaque_has_product(const struct term_table *t, term_ref query) {
    struct term_walk walk;
    bool found = false;
    term_walk_begin(&walk, t, query);
    for (term_ref x; !found && term_walk_next(&walk, &x);) {
        found = opaque_is_product(t, x);
        term_walk_enter(&walk, x);
    }
    term_walk_end(&walk);
    return found;
}

static bool is_of_bits(const struct term *term) {
    enum term_op op = term_op_of(term);
    return term->width_bits > 1 && (op == TERM_AND || op == TERM_OR || op == TERM_XOR || op == TERM_SHL || op == TERM_LSHR || op == TERM_ASHR);
}

bool opaque_is_masked(const struct term_table *t, term_ref query) {
    struct term_walk walk;
    bool found = false;
    term_walk_begin(&walk, t, query);
    for (term_ref x; !found && term_walk_next(&walk, &x);) {
        found = is_of_bits(term_get(t, x)) && opaque_has_product(t, x);
        term_walk_enter(&walk, x);
    }
    term_walk_end(&walk);
    return found;
}

static term_ref symbol_for(struct prover *prover, term_ref product) {
    struct term_table *t = prover->terms;
    uint32_t known;
    if (map_get(&prover->arithmetic->products, product.id, &known))
        return (term_ref){known};
    struct symbol s = {.name = "product", .width_bits = term_width(t, product), .role = SYMBOL_VALUE, .scope = SCOPE_THREAD};
    symbol_ref symbol = symbol_create(t, &s);
    term_ref result = term_symbol(t, symbol);
    uint64_t most = term_range_of(t, product).umax;
    if (s.width_bits < 64 ? most >> s.width_bits == 0 && most + 1 != UINT64_C(1) << s.width_bits : most != UINT64_MAX)
        symbol_add_fact(t, symbol, term_ule(t, result, term_const(t, s.width_bits, most)));
    map_set(&prover->arithmetic->products, product.id, result.id);
    return result;
}

static term_ref no_symbol(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

/* A product that is a summand, or TERM_NONE. */
static term_ref summed(const struct term_table *t, term_ref sum) {
    term_ref found = TERM_NONE;
    for (uint32_t i = 0; term_is_none(found) && i < 2 && term_op_of(term_get(t, sum)) == TERM_ADD; i++) {
        term_ref part = term_child(t, sum, i);
        found = opaque_is_product(t, part) ? part : summed(t, part);
    }
    return found;
}

/* The sums become symbols themselves: that is what a product in each of them is replaced for. */
static void fix_sums(struct prover *prover, struct substitution *s, struct map *fixed, const struct opaque_sums *sums) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < sums->count; i++) {
        term_ref of[2] = {summed(t, sums->of_t[i]), summed(t, sums->of_u[i])};
        if (term_is_none(of[0]) || term_is_none(of[1]) || term_same(of[0], of[1]))
            continue;
        for (int who = 0; who < 2; who++) {
            term_ref sum = who ? sums->of_u[i] : sums->of_t[i], rest = term_sub(t, sum, of[who], 0);
            if (map_get(fixed, of[who].id, NULL) || opaque_has_product(t, rest))
                continue;
            map_set(fixed, of[who].id, 1);
            substitution_fix(s, of[who], term_sub(t, symbol_for(prover, sum), rest, 0));
        }
    }
}

term_ref opaque_products(struct prover *prover, term_ref query, const struct opaque_sums *sums) {
    assert(prover_is_condition(prover, query));
    struct term_table *t = prover->terms;
    struct substitution *s = substitution_create(t, no_symbol, NULL);
    struct map fixed;
    struct term_walk walk;
    map_init(&fixed);
    fix_sums(prover, s, &fixed, sums);
    term_walk_begin(&walk, t, query);
    for (term_ref x; term_walk_next(&walk, &x);) {
        if (!opaque_is_product(t, x))
            term_walk_enter(&walk, x);
        else if (!map_get(&fixed, x.id, NULL))
            substitution_fix(s, x, symbol_for(prover, x));
    }
    term_walk_end(&walk);
    term_ref result = substitution_apply(s, query);
    substitution_destroy(s);
    map_release(&fixed);
    return result;
}

/* Products other than in arguments of functions. */
static bool has_other_product(const struct term_table *t, term_ref query) {
    struct term_walk walk;
    bool found = false;
    term_walk_begin(&walk, t, query);
    for (term_ref x; !found && term_walk_next(&walk, &x);) {
        found = opaque_is_product(t, x);
        if (term_op_of(term_get(t, x)) != TERM_APPLY)
            term_walk_enter(&walk, x);
    }
    term_walk_end(&walk);
    return found;
}

term_ref opaque_reads(struct prover *prover, term_ref query) {
    assert(prover_is_condition(prover, query));
    struct term_table *t = prover->terms;
    if (has_other_product(t, query))
        return query;
    struct substitution *s = substitution_create(t, no_symbol, NULL);
    struct term_walk walk;
    term_walk_begin(&walk, t, query);
    for (term_ref x; term_walk_next(&walk, &x);) {
        if (term_op_of(term_get(t, x)) == TERM_APPLY && opaque_has_product(t, x))
            substitution_fix(s, x, symbol_for(prover, x));
        else
            term_walk_enter(&walk, x);
    }
    term_walk_end(&walk);
    term_ref result = substitution_apply(s, query);
    substitution_destroy(s);
    return result;
}

struct copies {
    const struct prover *prover;
    bool found;
};

static void note_copy(void *context, symbol_ref symbol) {
    struct copies *copies = context;
    copies->found |= threads_is_second(copies->prover, symbol);
}

static bool is_of_t(const struct prover *prover, term_ref x) {
    struct copies copies = {prover, false};
    term_visit_symbols(prover->terms, x, note_copy, &copies);
    return !copies.found;
}

uint32_t opaque_indices(struct prover *prover, term_ref query, term_ref *indices, uint32_t max) {
    assert(prover_is_condition(prover, query));
    struct term_walk walk;
    uint32_t count = 0;
    term_walk_begin(&walk, prover->terms, query);
    for (term_ref x; count < max && term_walk_next(&walk, &x);) {
        if (!term_is_none(summed(prover->terms, x)) && is_of_t(prover, x))
            indices[count++] = x;
        term_walk_enter(&walk, x);
    }
    term_walk_end(&walk);
    return count;
}

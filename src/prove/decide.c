/* Proofs: is a query unsatisfiable for every launch in scope?

   Rung 3 of the ladder (design section 3.5): linear integer arithmetic with
   the lemmas of encode.h; the claims of its views are noted, so that the report
   can list them. Rung 5: bit-vectors, for masks and exclusive ors, where no
   symbolic product is in the way; such a proof rests on no claim. */
#include "prove/prover.h"

#define INTEGER_STEPS UINT64_C(400000)
#define SMT_ANSWERS 3u
#define BIT_STEPS UINT64_C(300000)

static uint64_t budget(struct prover *prover, uint64_t wanted) {
    return prover->steps_left < wanted ? prover->steps_left : wanted;
}

static void charge(struct prover *prover, uint64_t before) {
    uint64_t used = smt_steps_used(prover->smt) - before;
    prover->steps_left -= used < prover->steps_left ? used : prover->steps_left;
}

/* A view is what it is only under its claims, so a proof rests on the claims of
   every view in the query, in the solver's core or not. */
static void note_claims(struct prover *prover, const uint32_t *claims, uint32_t count) {
    prover->rests_on_claims = count > 0;
    for (uint32_t i = 0; i < count; i++) {
        if (prover->claim_used.size <= claims[i])
            vec_resize_zero(&prover->claim_used, claims[i] + 1);
        prover->claim_used.data[claims[i]] = 1;
    }
}

static enum smt_result check_formula(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count, bool note) {
    uint64_t before = smt_steps_used(prover->smt);
    struct smt_query *query = smt_query_begin(prover->smt, SMT_INTEGERS);
    encoder_assert(&prover->encoder, query, &f, 1, claims, count);
    enum smt_result result = smt_check(query, budget(prover, INTEGER_STEPS));
    if (result == SMT_UNSAT && note)
        note_claims(prover, claims, count);
    smt_query_end(query);
    charge(prover, before);
    prover->stats.queries++;
    return result;
}

static enum smt_result decide_whole(struct prover *prover, enum pairing pairing, term_ref query) {
    prover->rests_on_claims = false;
    if (term_is_false(prover->terms, query))
        return SMT_UNSAT;
    if (prover->steps_left == 0)
        return SMT_UNKNOWN;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    if (term_is_false(prover->terms, whole))
        return SMT_UNSAT;
    uint32_t known;
    if (map_get(&prover->decided, whole.id, &known)) {
        prover->rests_on_claims = known / SMT_ANSWERS != 0;
        return (enum smt_result)(known % SMT_ANSWERS);
    }
    const uint32_t *claims;
    uint32_t count;
    formula_ref f = integer_formula_of(&prover->integers, whole, &claims, &count);
    enum smt_result result = check_formula(prover, f, claims, count, true);
    bool rests = result == SMT_UNSAT && prover->rests_on_claims;
    prover->rests_on_claims = rests;
    map_set(&prover->decided, whole.id, (uint32_t)result + (rests ? SMT_ANSWERS : 0));
    return result;
}

struct shifts { struct prover *prover; symbol_ref counter; bool found, several; };

static void note_shift(void *context, symbol_ref symbol) {
    struct shifts *shifts = context;
    if (symbol_get(shifts->prover->terms, symbol)->role != SYMBOL_COUNTER)
        return;
    shifts->several |= shifts->found && shifts->counter.id != symbol.id;
    shifts->found = true;
    shifts->counter = symbol;
}

/* The only ordinal by which something is shifted in the query, if there is one. */
static bool find_shift(struct prover *prover, term_ref query, symbol_ref *counter) {
    struct shifts shifts = {.prover = prover};
    struct map seen;
    VEC(term_ref) pending = {0};
    map_init(&seen);
    vec_push(&pending, query);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending);
        if (map_get(&seen, r.id, NULL))
            continue;
        map_set(&seen, r.id, 1);
        enum term_op op = term_op_of(term_get(prover->terms, r));
        if (op == TERM_SHL || op == TERM_LSHR || op == TERM_ASHR)
            term_visit_symbols(prover->terms, term_child(prover->terms, r, 1), note_shift, &shifts);
        for (uint32_t i = 0; i < term_get(prover->terms, r)->arity; i++)
            vec_push(&pending, term_child(prover->terms, r, i));
    }
    map_release(&seen);
    vec_release(&pending);
    *counter = shifts.counter;
    return shifts.found && !shifts.several;
}

struct fixed_ordinal { struct prover *prover; symbol_ref counter; uint64_t value; };

static term_ref fix_ordinal(void *context, symbol_ref symbol) {
    const struct fixed_ordinal *fixed = context;
    struct term_table *t = fixed->prover->terms;
    return symbol.id == fixed->counter.id ? term_const(t, symbol_get(t, symbol)->width_bits, fixed->value) : TERM_NONE;
}

/* A loop that shifts ends within as many iterations as there are bits: each is
   decided on its own, where the shift is by a constant (design section 3.3). */
static enum smt_result split_ordinal(struct prover *prover, enum pairing pairing, term_ref query, symbol_ref counter) {
    struct term_table *t = prover->terms;
    uint8_t bits = symbol_get(t, counter)->width_bits;
    term_ref k = term_symbol(t, counter), beyond = term_ule(t, term_const(t, bits, bits), k);
    bool rests = false;
    if (decide_whole(prover, pairing, term_and(t, query, beyond)) != SMT_UNSAT)
        return SMT_UNKNOWN;
    rests |= prover->rests_on_claims;
    for (uint64_t i = 0; i < bits; i++) {
        struct fixed_ordinal fixed = {prover, counter, i};
        struct substitution *s = substitution_create(t, fix_ordinal, &fixed);
        enum smt_result result = decide_whole(prover, pairing, substitution_apply(s, query));
        substitution_destroy(s);
        if (result != SMT_UNSAT)
            return SMT_UNKNOWN;
        rests |= prover->rests_on_claims;
    }
    prover->rests_on_claims = rests;
    return SMT_UNSAT;
}

enum smt_result decide_integers(struct prover *prover, enum pairing pairing, term_ref query) {
    symbol_ref counter;
    enum smt_result result = decide_whole(prover, pairing, query);
    if (result == SMT_UNSAT || !find_shift(prover, query, &counter))
        return result;
    return split_ordinal(prover, pairing, query, counter) == SMT_UNSAT ? SMT_UNSAT : result;
}

struct ranged { struct prover *prover; struct smt_query *query; };

static void assert_range(void *context, symbol_ref symbol) {
    struct ranged *ranged = context;
    struct prover *prover = ranged->prover;
    enum symbol_role role = symbol_get(prover->terms, symbol)->role;
    if (role == SYMBOL_PARAM || role == SYMBOL_VALUE)
        return;
    term_ref t = term_symbol(prover->terms, symbol);
    smt_assert(ranged->query, smt_term_at_most(prover->smt, prover->terms, t, term_range_of(prover->terms, t).umax));
}

void assert_bits(struct prover *prover, struct smt_query *query, term_ref whole) {
    struct ranged ranged = {prover, query};
    smt_assert(query, smt_term_bool(prover->smt, prover->terms, whole));
    term_visit_symbols(prover->terms, whole, assert_range, &ranged);
}

enum smt_result decide_bits(struct prover *prover, enum pairing pairing, term_ref query) {
    if (prover->steps_left == 0)
        return SMT_UNKNOWN;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    uint64_t before = smt_steps_used(prover->smt);
    struct smt_query *q = smt_query_begin(prover->smt, SMT_BITVECTORS);
    assert_bits(prover, q, whole);
    enum smt_result result = smt_check(q, budget(prover, BIT_STEPS));
    smt_query_end(q);
    charge(prover, before);
    prover->stats.queries++;
    return result;
}

/* A small example: thread 0 of block 0 in a launch of 4 blocks of 64, every
   parameter `size`, every ordinal 0, everything unknown `other`. */
struct example { const struct prover *prover; uint64_t size, other; };

static uint64_t example_symbol(void *context, symbol_ref symbol) {
    const struct example *example = context;
    const struct symbol *s = symbol_get(example->prover->terms, symbol);
    if (s->role == SYMBOL_BDIM)
        return s->axis == 0 ? 64 : 1;
    if (s->role == SYMBOL_GDIM)
        return 4;
    if (s->role == SYMBOL_PARAM)
        return example->size;
    return s->role == SYMBOL_VALUE ? example->other : 0;
}

static uint64_t example_apply(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)function, (void)width_bits, (void)arguments, (void)count;
    return ((const struct example *)context)->other;
}

/* The operation of a claim does not wrap in the example. */
static bool claim_holds(struct prover *prover, struct evaluation *e, const struct claim *claim) {
    const struct term *term = term_get(prover->terms, claim->term);
    uint8_t w = term->width_bits;
    if (term->arity != 2 || w > 32)
        return evaluation_value(e, claim->term) < UINT64_C(1) << 40;
    int64_t v[2], sign = INT64_C(1) << (w - 1);
    for (uint32_t i = 0; i < 2; i++) {
        v[i] = (int64_t)evaluation_value(e, term_child(prover->terms, claim->term, i));
        if (claim->is_signed)
            v[i] = (v[i] ^ sign) - sign;
    }
    int64_t exact = term_op_of(term) == TERM_ADD ? v[0] + v[1] : v[0] * v[1];
    return claim->is_signed ? exact >= -sign && exact < sign : exact >= 0 && exact < 2 * sign;
}

static bool has_example(struct prover *prover, enum pairing pairing, term_ref condition) {
    static const uint64_t sizes[] = {1000, 100, 1, 64}, others[] = {0, 1};
    term_ref whole = term_and(prover->terms, condition, prover_facts(prover, pairing, condition));
    const uint32_t *claims;
    uint32_t count;
    (void)integer_formula_of(&prover->integers, whole, &claims, &count);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes * 2; i++) {
        struct example example = {prover, sizes[i / 2], others[i % 2]};
        struct term_model model = {&example, example_symbol, example_apply};
        struct evaluation *e = evaluation_create(prover->terms, &model);
        bool holds = evaluation_value(e, whole) != 0;
        for (uint32_t c = 0; c < count && holds; c++)
            holds = claim_holds(prover, e, &prover->integers.claims.data[claims[c]]);
        evaluation_destroy(e);
        if (holds)
            return true;
    }
    return false;
}

bool claims_allow(struct prover *prover, enum pairing pairing, term_ref condition) {
    if (!prover->rests_on_claims || term_is_true(prover->terms, condition) || has_example(prover, pairing, condition))
        return true;
    return decide_integers(prover, pairing, condition) != SMT_UNSAT || decide_bits(prover, pairing, condition) == SMT_UNSAT;
}

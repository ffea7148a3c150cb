/* Proofs: is a query unsatisfiable for every launch in scope?

   Rung 3 of the ladder (design section 3.5): linear integer arithmetic with
   the lemmas of encode.h; the claims of its views are noted, so that the report
   can list them. Rung 5: bit-vectors, for masks and exclusive ors; symbolic
   products are in the way (opaque.c); such a proof rests on no claim. */
#include "prove/answers.h"
#include "prove/demand.h"

#define INTEGER_STEPS UINT64_C(400000)
#define BIT_STEPS UINT64_C(300000)

static uint64_t budget(struct prover *prover, uint64_t wanted) {
    return prover->steps_left < wanted ? prover->steps_left : wanted;
}

static void charge(struct prover *prover, uint64_t before) {
    uint64_t used = smt_steps_used(prover->smt) - before;
    prover->steps_left -= used < prover->steps_left ? used : prover->steps_left;
}

void mark_claim(struct prover *prover, uint32_t claim) {
    claim = prover->integers.claims.data[claim].of;
    if (prover->claim_used.size <= claim)
        vec_resize_zero(&prover->claim_used, claim + 1);
    prover->claim_used.data[claim] = 1;
    vec_push(&prover->noted, claim);
}

/* A view is what it is only under its claims, so a proof rests on the claims of
   every view in the query, in the solver's core or not. */
void note_claim(struct prover *prover, uint32_t claim, term_ref context) {
    mark_claim(prover, claim);
    demand_note(prover, claim, context);
}

static void note_claims(struct prover *prover, const uint32_t *claims, uint32_t count, term_ref context) {
    for (uint32_t i = 0; i < count && !prover->by_cases; i++)
        note_claim(prover, claims[i], context);
}

static void pay(struct prover *prover, uint64_t steps) {
    prover->steps_left -= steps < prover->steps_left ? steps : prover->steps_left;
}

static enum smt_result check_formula(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count) {
    f = rows_split(prover, algebra_learn(prover, f), claims, count);
    uint64_t before = smt_steps_used(prover->smt);
    struct smt_query *query = smt_query_begin(prover->smt, SMT_INTEGERS);
    encoder_assert(&prover->encoder, query, &f, 1, claims, count);
    enum smt_result result = smt_check(query, budget(prover, INTEGER_STEPS));
    smt_query_end(query);
    charge(prover, before);
    prover->stats.queries++;
    return result;
}

/* The terms that the query and its claims are about. */
static void ask_integers(const struct prover *prover, term_ref whole, const uint32_t *claims, uint32_t count, struct asked *asked) {
    VEC(term_ref) terms = {0};
    vec_push(&terms, whole);
    for (uint32_t i = 0; i < count; i++) {
        const struct claim *claim = &prover->integers.claims.data[claims[i]];
        vec_push(&terms, claim->term);
        vec_push(&terms, term_const(prover->terms, 32, (uint64_t)claim->kind << 1 | claim->is_signed));
    }
    asked_make(prover, QUESTION_INTEGERS, terms.data, terms.size, asked);
    vec_release(&terms);
}

static enum smt_result answer_integers(struct prover *prover, term_ref whole, formula_ref f, const uint32_t *claims, uint32_t count) {
    uint64_t most = budget(prover, INTEGER_STEPS), before = prover->steps_left;
    struct asked asked;
    struct answer answer;
    ask_integers(prover, whole, claims, count, &asked);
    if (answers_find(prover, &asked, most, &answer)) {
        pay(prover, answer.steps);
        prover->stats.repeated++;
    } else {
        answer = (struct answer){.result = check_formula(prover, f, claims, count), .budget = most};
        answer.steps = before - prover->steps_left;
        answers_keep(prover, &asked, answer);
    }
    asked_release(&asked);
    return answer.result;
}

enum smt_result decide_once(struct prover *prover, enum pairing pairing, term_ref query) {
    prover->rests_on_claims = false;
    if (term_is_false(prover->terms, query))
        return SMT_UNSAT;
    if (prover->steps_left == 0)
        return SMT_UNKNOWN;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    if (term_is_false(prover->terms, whole))
        return SMT_UNSAT;
    const uint32_t *claims;
    uint32_t count, known;
    formula_ref f = integer_query_of(&prover->integers, whole, &claims, &count);
    if (!map_get(&prover->decided, whole.id, &known)) {
        known = answer_integers(prover, whole, f, claims, count);
        map_set(&prover->decided, whole.id, known);
    }
    if (known == SMT_UNSAT) {
        prover->rests_on_claims = count > 0;
        note_claims(prover, claims, count, whole);
    }
    return (enum smt_result)known;
}

struct fixing { symbol_ref symbol; term_ref value; };

static term_ref fixing_map(void *context, symbol_ref symbol) {
    const struct fixing *fixing = context;
    return symbol.id == fixing->symbol.id ? fixing->value : TERM_NONE;
}

term_ref fix_symbol(struct term_table *t, term_ref query, symbol_ref symbol, term_ref value) {
    struct fixing fixing = {symbol, value};
    struct substitution *fix = substitution_create(t, fixing_map, &fixing);
    term_ref result = substitution_apply(fix, query);
    substitution_destroy(fix);
    return result;
}

static enum smt_result decide_split(struct prover *prover, enum pairing pairing, term_ref query) {
    enum smt_result result = decide_once(prover, pairing, query);
    prover->rung = RUNG_INTEGERS;
    if (result == SMT_UNSAT || !split_proves(prover, pairing, query))
        return result;
    prover->rung = RUNG_CASES;
    return SMT_UNSAT;
}

/* 2^p for the symbol, in a range that the symbol has. */
static struct exponent exponent_of(struct prover *prover, symbol_ref symbol) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->exponents.size; i++)
        if (prover->exponents.data[i].symbol.id == symbol.id)
            return prover->exponents.data[i];
    const struct symbol s = *symbol_get(t, symbol);
    struct symbol logarithm = {.name = arena_printf(prover->arena, "log2.%s", s.name), .width_bits = s.width_bits, .role = SYMBOL_PARAM,
                               .scope = s.scope};
    term_ref p = term_symbol(t, symbol_create(t, &logarithm)), power = term_shl(t, term_const(t, s.width_bits, 1), p, 0);
    term_ref range = term_and(t, term_ult(t, p, term_const(t, s.width_bits, s.width_bits)),
                              term_ule(t, power, term_const(t, s.width_bits, term_range_of(t, term_symbol(t, symbol)).umax)));
    struct exponent made = {symbol, power, range};
    vec_push(&prover->exponents, made);
    return made;
}

/* All powers at once where loops shift: what is left of them after shifting
   takes few values (split.c). Else one after the other. */
bool decide_power(struct prover *prover, enum pairing pairing, term_ref query, symbol_ref symbol) {
    struct term_table *t = prover->terms;
    const struct symbol s = *symbol_get(t, symbol);
    const struct exponent exponent = exponent_of(prover, symbol);
    if (decide_split(prover, pairing, fix_symbol(t, query, symbol, term_const(t, s.width_bits, 0))) != SMT_UNSAT)
        return false;
    bool rests = prover->rests_on_claims;
    bool proved = split_proves(prover, pairing, term_and(t, fix_symbol(t, query, symbol, exponent.power), exponent.range));
    rests |= prover->rests_on_claims;
    uint32_t cases = s.role == SYMBOL_BDIM ? 11 : s.role == SYMBOL_GDIM ? 31 : s.width_bits;
    for (uint32_t i = 0; i < cases && !proved; i++) {
        term_ref one = fix_symbol(t, query, symbol, term_const(t, s.width_bits, UINT64_C(1) << i));
        if (decide_split(prover, pairing, one) != SMT_UNSAT)
            return false;
        rests |= prover->rests_on_claims;
        proved = i + 1 == cases;
    }
    prover->rests_on_claims = rests;
    return proved;
}

static enum smt_result decide_powers(struct prover *prover, enum pairing pairing, term_ref query) {
    if (prover->powers.size == 0 || !term_has_symbol(prover->terms, query, prover->powers.data[0]))
        return decide_split(prover, pairing, query);
    enum smt_result result = decide_once(prover, pairing, query);
    prover->rung = RUNG_INTEGERS;
    if (result == SMT_UNSAT)
        return result;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    if (!decide_power(prover, pairing, whole, prover->powers.data[0]))
        return result;
    prover->rung = RUNG_POWERS;
    return SMT_UNSAT;
}

bool decide_known(struct prover *prover, enum pairing pairing, term_ref whole) {
    struct known known;
    known_fixed(prover, whole, &known);
    bool proved = !term_same(known.query, whole) && decide_once(prover, pairing, known.query) == SMT_UNSAT;
    if (proved) {
        prover->rests_on_claims |= known.claims.size > 0;
        note_claims(prover, known.claims.data, known.claims.size, whole);
    }
    vec_release(&known.claims);
    return proved;
}

/* What is required to be a multiple is put in first: that decides more, and sooner. */
static enum smt_result decide_whole(struct prover *prover, enum pairing pairing, term_ref query, term_ref whole) {
    term_ref fixed = multiples_fixed(prover, whole);
    if (!term_same(fixed, whole) && decide_powers(prover, pairing, fixed) == SMT_UNSAT)
        return SMT_UNSAT;
    enum smt_result result = decide_powers(prover, pairing, query);
    if (result == SMT_UNSAT || !decide_known(prover, pairing, whole))
        return result;
    prover->rung = RUNG_INTEGERS;
    return SMT_UNSAT;
}

enum smt_result decide_integers(struct prover *prover, enum pairing pairing, term_ref query) {
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    vec_clear(&prover->noted);
    if (shown_before(prover, whole))
        return SMT_UNSAT;
    enum smt_result result = decide_whole(prover, pairing, query, whole);
    if (result == SMT_UNSAT)
        shown_now(prover, whole, prover->rests_on_claims, prover->rung);
    return result;
}

enum smt_result decide_bits(struct prover *prover, enum pairing pairing, term_ref query) {
    if (prover->steps_left == 0)
        return SMT_UNKNOWN;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    uint64_t most = budget(prover, BIT_STEPS);
    struct asked asked;
    struct answer answer;
    asked_make(prover, QUESTION_BITS, &whole, 1, &asked);
    if (answers_find(prover, &asked, most, &answer)) {
        pay(prover, answer.steps);
        prover->stats.repeated++;
    } else {
        uint64_t before = smt_steps_used(prover->smt);
        struct smt_query *q = smt_query_begin(prover->smt, SMT_BITVECTORS);
        bits_assert(prover, q, whole);
        answer = (struct answer){.result = smt_check(q, most), .budget = most};
        smt_query_end(q);
        charge(prover, before);
        prover->stats.queries++;
        answer.steps = smt_steps_used(prover->smt) - before;
        answers_keep(prover, &asked, answer);
    }
    asked_release(&asked);
    vec_clear(&prover->noted);
    if (answer.result == SMT_UNSAT)
        shown_now(prover, whole, false, RUNG_BITS);
    return answer.result;
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
    if (claim_is_cut(prover->terms, claim->term))
        return evaluation_value(e, term_child(prover->terms, claim->term, 0)) < UINT64_C(1) << (24 - claim->is_signed);
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
    (void)integer_query_of(&prover->integers, whole, &claims, &count);
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

term_ref access_happens(struct prover *prover, term_ref guard, term_ref offset) {
    struct term_table *t = prover->terms;
    if (term_is_none(prover->somewhere)) {
        struct symbol symbol = {.name = "somewhere", .width_bits = 64, .role = SYMBOL_VALUE, .scope = SCOPE_THREAD};
        prover->somewhere = term_symbol(t, symbol_create(t, &symbol));
    }
    return term_and(t, guard, term_ule(t, prover->somewhere, offset));
}

bool claims_allow(struct prover *prover, enum pairing pairing, term_ref condition) {
    if (!prover->rests_on_claims || term_is_true(prover->terms, condition) || has_example(prover, pairing, condition))
        return true;
    uint64_t facts = prover->launch_facts.size; /* they are not always all in use */
    uint64_t key = (uint64_t)condition.id << 32 | (facts * PAIRING_COUNT + pairing);
    uint32_t allowed;
    if (!map_get(&prover->allowed, key, &allowed)) {
        allowed = decide_integers(prover, pairing, condition) != SMT_UNSAT || decide_bits(prover, pairing, condition) == SMT_UNSAT;
        map_set(&prover->allowed, key, allowed);
    }
    return allowed;
}

/* Counterexamples: rung 4 of the ladder (design section 3.5).

   A query is put into one concrete launch after another and solved exactly, in
   bit-vectors. Natural launches with natural arguments (positive, strides no
   smaller than rows) come first; where a natural condition excludes the
   violation (precondition.c), a counterexample outside it carries the condition.
   Arithmetic the proofs take not to wrap does not wrap in a counterexample either. */
#include "base/breakage.h"
#include "prove/actor.h"
#include "prove/answers.h"
#include "prove/candidate.h"
#include "protocol/expression.h"
#include "term/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NATURAL_PARAM_MAX 65535u
#define BRIEF_LAUNCHES 2u
#define WITNESS_STEPS UINT64_C(800000)
#define LATER_STEPS UINT64_C(500000) /* once a launch ended its budget */
#define EXCLUDED_STEPS UINT64_C(1500000) /* for all launches outside of a precondition */
#define AGAIN_STEPS UINT64_C(200000)     /* where nothing was found outside of it before */
#define NICER_STEPS UINT64_C(40000)
#define NICER_OPEN_MAX 2
#define SMALL_PARAM_MAX 1024u
#define TINY_PARAM_MAX 4u
#define TINY_LAUNCHES 3u
#define EARLY_ROUNDS 3u
#define FEW_ROUNDS 64u
#define NATURAL_ROUNDS (UINT64_C(1) << 20)
#define NEAR_OFFSET 49152u
#define CONTENTS_MAX 16u
#define NATURAL_CLASS CANDIDATE_LONG_ROW
#define CHOICE_STEPS UINT64_C(100000)
#define NATURAL_BLOCKS_MAX 64u /* along an axis, of launches that the solver chooses */
#define ODD_BLOCKS_MAX 1024u /* likewise, where no launch of the list shows a violation */
#define WHOLE_WARPS 31u
#define UNNATURAL_LAUNCHES 2u /* natural launches tried with unnatural arguments */

struct search {
    struct prover *prover;
    enum pairing pairing;
    const struct witness_request *request;
    term_ref query;      /* with the facts of its symbols */
    struct map known;    /* its symbols */
    VEC(symbol_ref) params, strides, counters;
    VEC(term_ref) contents;
    const struct witness_terms *show;
    struct prove_witness *witness;
    bool unknown;
    uint64_t steps;      /* for the next launch */
    uint64_t kept;       /* the kernel's steps that this search leaves */
    struct candidates candidates;
    uint32_t limit[LAUNCH_AXES]; /* that candidates set on the axes; 0 none */
};

/* The operation the claim speaks about does not wrap, in this launch. */
static void assert_claim(struct prover *prover, struct smt_query *query, const struct launch *launch, const struct claim *claim) {
    const struct term term = *term_get(prover->terms, claim->term);
    enum term_op op = term_op_of(&term);
    if (claim_is_cut(prover->terms, claim->term)) {
        term_ref whole = term_child(prover->terms, claim->term, 0);
        uint8_t width = term_width(prover->terms, whole);
        term_ref same = term_eq(prover->terms, whole, claim->is_signed ? term_sext(prover->terms, claim->term, width) : term_zext(prover->terms, claim->term, width));
        smt_assert_term(query, prover->terms, substitution_apply(launch->substitution, same));
        return;
    }
    if ((op != TERM_ADD && op != TERM_MUL) || term.width_bits == 1)
        return;
    term_ref a = substitution_apply(launch->substitution, term_child(prover->terms, claim->term, 0));
    term_ref b = substitution_apply(launch->substitution, term_child(prover->terms, claim->term, 1));
    bool is_constant = term_is_const(prover->terms, a, NULL) && term_is_const(prover->terms, b, NULL);
    struct smt_operation operation = {op, a, b, substitution_apply(launch->substitution, claim->term), claim->is_signed};
    if (!is_constant)
        smt_assert_no_wrap(query, prover->terms, &operation);
}

static void assert_claims(struct prover *prover, term_ref of, struct smt_query *query, const struct launch *launch) {
    const uint32_t *claims;
    uint32_t count;
    (void)integer_query_of(&prover->integers, of, &claims, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct claim claim = prover->integers.claims.data[claims[i]];
        assert_claim(prover, query, launch, &claim);
    }
}

static void note_param(void *context, symbol_ref symbol) {
    struct search *search = context;
    const struct symbol *s = symbol_get(search->prover->terms, symbol);
    if (s->role == SYMBOL_PARAM && s->width_bits >= 16 && !expression_is_float(search->prover->protocol, s->name))
        vec_push(&search->params, symbol);
    if (s->role == SYMBOL_COUNTER || s->role == SYMBOL_FINAL)
        vec_push(&search->counters, symbol);
}

static bool is_param_term(const struct prover *prover, term_ref t, symbol_ref *symbol) {
    const struct term *term = term_get(prover->terms, t);
    while (term_op_of(term) == TERM_SEXT || term_op_of(term) == TERM_ZEXT) {
        t = term_child(prover->terms, t, 0);
        term = term_get(prover->terms, t);
    }
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    *symbol = (symbol_ref){(uint32_t)term->value};
    return symbol_get(prover->terms, *symbol)->role == SYMBOL_PARAM;
}

static void add_stride(struct search *search, symbol_ref symbol) {
    for (uint32_t i = 0; i < search->strides.size; i++)
        if (search->strides.data[i].id == symbol.id)
            return;
    vec_push(&search->strides, symbol);
}

/* Parameters that multiply something in an offset: row strides. */
static void note_strides(struct search *search, term_ref offset) {
    struct prover *prover = search->prover;
    struct term_walk walk;
    uint64_t scale;
    if (term_is_none(offset))
        return;
    term_walk_begin(&walk, prover->terms, offset);
    for (term_ref t; term_walk_next(&walk, &t);) {
        term_walk_enter(&walk, t);
        symbol_ref symbol;
        if (term_op_of(term_get(prover->terms, t)) != TERM_MUL)
            continue;
        for (uint32_t i = 0; i < 2; i++) {
            bool is_scale = term_width(prover->terms, t) == 64 && term_is_const(prover->terms, term_child(prover->terms, t, 1 - i), &scale);
            if (!is_scale && is_param_term(prover, term_child(prover->terms, t, i), &symbol))
                add_stride(search, symbol);
        }
    }
    term_walk_end(&walk);
}

static bool is_stride(const struct search *search, symbol_ref symbol) {
    for (uint32_t i = 0; i < search->strides.size; i++)
        if (search->strides.data[i].id == symbol.id)
            return true;
    return false;
}

/* Arguments of ordinary size, none negative, and loops that a replay comes to the end of. */
static term_ref natural_params(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < search->params.size; i++) {
        uint8_t w = symbol_get(t, search->params.data[i])->width_bits;
        term_ref p = term_symbol(t, search->params.data[i]);
        all = term_and(t, all, term_sle(t, term_const(t, w, is_stride(search, search->params.data[i])), p));
        all = term_and(t, all, term_sle(t, p, term_const(t, w, w > 16 ? NATURAL_PARAM_MAX : 16383)));
    }
    for (uint32_t i = 0; i < search->counters.size; i++) {
        uint8_t w = symbol_get(t, search->counters.data[i])->width_bits;
        if (w > 20)
            all = term_and(t, all, term_ult(t, term_symbol(t, search->counters.data[i]), term_const(t, w, NATURAL_ROUNDS)));
    }
    return all;
}

/* In a query of its own; what the question's symbols are, if that is known (values not NULL). */
static struct smt_query *pose(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, const struct asked *asked,
                              const uint64_t *values) {
    struct term_table *t = prover->terms;
    struct smt_query *query = smt_query_begin(prover->smt, SMT_BITVECTORS);
    bits_begin(prover, query, whole);
    assert_claims(prover, claims_of, query, launch);
    smt_assert_term(query, t, whole);
    for (uint32_t i = 0; values && i < asked->symbols.size; i++) {
        term_ref symbol = term_symbol(t, asked->symbols.data[i]);
        smt_assert_term(query, t, term_eq(t, symbol, term_const(t, term_width(t, symbol), values[i])));
    }
    return query;
}

/* As it was answered before; a model is made again from its values. */
static bool repeat(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, const struct asked *asked,
                   uint64_t steps, enum smt_result *result, struct smt_query **query) {
    struct answer answer;
    if (!answers_find(prover, asked, steps, &answer))
        return false;
    if (answer.result == SMT_SAT) {
        *query = pose(prover, claims_of, launch, whole, asked, answer.values);
        if (smt_check(*query, steps) != SMT_SAT) {
            smt_query_end(*query);
            *query = NULL;
            return false;
        }
    }
    *result = answer.result;
    prover->steps_left -= answer.steps < prover->steps_left ? answer.steps : prover->steps_left;
    prover->stats.repeated++;
    return true;
}

static void keep_answer(struct prover *prover, const struct asked *asked, struct answer answer, struct smt_query *query) {
    VEC(uint64_t) values = {0};
    for (uint32_t i = 0; answer.result == SMT_SAT && i < asked->symbols.size; i++)
        vec_push(&values, smt_model_term(query, prover->terms, term_symbol(prover->terms, asked->symbols.data[i])));
    answer.values = answer.result == SMT_SAT ? values.data : NULL;
    answers_keep(prover, asked, answer);
    vec_release(&values);
}

/* The query, what its launch makes of its claims, and their kind. */
static void ask_for_model(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole, struct asked *asked) {
    const uint32_t *claims;
    uint32_t count;
    VEC(term_ref) terms = {0};
    vec_push(&terms, whole);
    (void)integer_formula_of(&prover->integers, claims_of, &claims, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct claim claim = prover->integers.claims.data[claims[i]];
        const struct term term = *term_get(prover->terms, claim.term);
        for (uint32_t k = 0; k < term.arity; k++)
            vec_push(&terms, substitution_apply(launch->substitution, term_child(prover->terms, claim.term, k)));
        vec_push(&terms, term_const(prover->terms, 32, (uint64_t)term.op << 1 | claim.is_signed));
    }
    asked_make(prover, QUESTION_MODEL, terms.data, terms.size, asked);
    vec_release(&terms);
}

enum smt_result witness_solve(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole,
                              uint64_t steps, struct smt_query **query) {
    *query = NULL;
    if (term_is_false(prover->terms, whole))
        return SMT_UNSAT;
    if (prover->steps_left == 0)
        return SMT_UNKNOWN;
    struct asked asked;
    enum smt_result result;
    ask_for_model(prover, claims_of, launch, whole, &asked);
    steps = prover->steps_left < steps ? prover->steps_left : steps;
    if (!repeat(prover, claims_of, launch, whole, &asked, steps, &result, query)) {
        uint64_t before = smt_steps_used(prover->smt);
        *query = pose(prover, claims_of, launch, whole, &asked, NULL);
        result = smt_check(*query, steps);
        uint64_t used = smt_steps_used(prover->smt) - before;
        prover->steps_left -= used < prover->steps_left ? used : prover->steps_left;
        prover->stats.queries++;
        keep_answer(prover, &asked, (struct answer){.result = result, .budget = steps, .steps = used}, *query);
        if (result != SMT_SAT) {
            smt_query_end(*query);
            *query = NULL;
        }
    }
    asked_release(&asked);
    return result;
}

static term_ref is_value(struct search *search, term_ref all, term_ref symbol, uint64_t value) {
    struct term_table *t = search->prover->terms;
    return term_and(t, all, term_eq(t, symbol, term_const(t, 32, value)));
}

/* Thread 0 of block 0. */
static term_ref first_thread(struct search *search) {
    struct prover *prover = search->prover;
    term_ref all = term_true(prover->terms);
    for (uint32_t a = 0; a < 3; a++) {
        all = is_value(search, all, prover_scoped(prover, prover->protocol->tid[a]), 0);
        all = is_value(search, all, prover_scoped(prover, prover->protocol->bid[a]), 0);
    }
    return all;
}

/* The thread beside thread 0. */
static term_ref second_beside(struct search *search) {
    struct prover *prover = search->prover;
    term_ref all = term_true(prover->terms);
    for (uint32_t a = 0; a < 3 && search->pairing == WITHIN_BLOCK; a++)
        all = is_value(search, all, prover_second(prover, WITHIN_BLOCK, prover_scoped(prover, prover->protocol->tid[a])), a == 0);
    return all;
}

static term_ref at_most(struct search *search, term_ref all, term_ref what, uint64_t most) {
    struct term_table *t = search->prover->terms;
    uint8_t w = term_width(t, what);
    return w < 8 ? all : term_and(t, all, term_ule(t, what, term_const(t, w, w > 10 || most < 128 ? most : 127)));
}

static term_ref small_params(struct search *search) {
    term_ref all = term_true(search->prover->terms);
    for (uint32_t i = 0; i < search->params.size; i++)
        all = at_most(search, all, term_symbol(search->prover->terms, search->params.data[i]), SMALL_PARAM_MAX);
    return all;
}

/* No size is meant to be 0. */
static term_ref some_params(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < search->params.size; i++) {
        term_ref p = term_symbol(t, search->params.data[i]);
        all = term_and(t, all, term_ne(t, p, term_const(t, term_width(t, p), 0)));
    }
    return all;
}

static term_ref tiny_params(struct search *search) {
    term_ref all = term_true(search->prover->terms);
    for (uint32_t i = 0; i < search->params.size; i++)
        all = at_most(search, all, term_symbol(search->prover->terms, search->params.data[i]), TINY_PARAM_MAX);
    return all;
}

static term_ref rounds_up_to(struct search *search, uint64_t most) {
    term_ref all = term_true(search->prover->terms);
    for (uint32_t i = 0; i < search->counters.size; i++)
        all = at_most(search, all, term_symbol(search->prover->terms, search->counters.data[i]), most);
    return all;
}

static term_ref contents_up_to(struct search *search, uint64_t most) {
    term_ref all = term_true(search->prover->terms);
    for (uint32_t i = 0; i < search->contents.size; i++)
        all = at_most(search, all, search->contents.data[i], most);
    return all;
}

/* Offsets into arrays of unknown extent start at their beginning. */
static term_ref inside(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (int i = 0; i < 2 && search->show; i++)
        all = term_and(t, all, term_ult(t, search->show->offset[i], term_const(t, 64, NEAR_OFFSET)));
    return all;
}

enum { PREFERENCES = 9 };

/* From the one that is given up last to the first. */
static void preferences(struct search *search, term_ref preferred[PREFERENCES]) {
    preferred[0] = inside(search);
    preferred[1] = contents_up_to(search, FEW_ROUNDS); /* they may say how often loops go round */
    preferred[2] = small_params(search);
    preferred[3] = first_thread(search);
    preferred[4] = rounds_up_to(search, FEW_ROUNDS);
    preferred[5] = rounds_up_to(search, EARLY_ROUNDS);
    preferred[6] = second_beside(search);
    preferred[7] = contents_up_to(search, EARLY_ROUNDS);
    preferred[8] = some_params(search);
}

static void note_known(void *context, symbol_ref symbol) {
    map_set(&((struct search *)context)->known, symbol.id, 1);
}

struct newcomers { const struct search *search; bool any; };

static void note_newcomer(void *context, symbol_ref symbol) {
    struct newcomers *newcomers = context;
    newcomers->any |= !map_get(&newcomers->search->known, symbol.id, NULL);
}

/* The facts of the term's symbols, if the query does not speak of all of them; else true. */
static term_ref missing_facts(struct search *search, term_ref t) {
    struct newcomers newcomers = {search, false};
    term_visit_symbols(search->prover->terms, t, note_newcomer, &newcomers);
    return newcomers.any && !BREAK(OUTSIDE) ? prover_facts(search->prover, search->pairing, t) : term_true(search->prover->terms);
}

/* What is asked of the solver speaks of threads and launches that exist, whichever condition or preference brings in a symbol. */
static term_ref with_facts(struct search *search, term_ref t) {
    return term_and(search->prover->terms, t, missing_facts(search, t));
}

static bool keep_model(struct search *search, const struct launch *launch, term_ref whole, uint64_t steps, const char *precondition,
                       enum smt_result *result) {
    struct smt_query *query;
    *result = witness_solve(search->prover, search->query, launch, whole, steps, &query);
    if (*result != SMT_SAT)
        return false;
    witness_read(search->prover, search->request, search->query, query, launch, search->witness);
    search->witness->precondition = precondition;
    smt_query_end(query);
    return true;
}

/* A nicer model than the one that is kept, if it is found in time: a question that
   ends the budget says that the next one will. */
static void prefer(struct search *search, const struct launch *launch, term_ref whole, const char *precondition) {
    struct term_table *t = search->prover->terms;
    term_ref preferred[PREFERENCES], all = whole;
    enum smt_result result;
    preferences(search, preferred);
    for (int i = 0; i < PREFERENCES; i++) {
        preferred[i] = substitution_apply(launch->substitution, with_facts(search, preferred[i]));
        all = term_and(t, all, preferred[i]);
    }
    if (keep_model(search, launch, all, NICER_STEPS, precondition, &result))
        return;
    for (int i = 0, open = 0; i < PREFERENCES && open < NICER_OPEN_MAX; i++) {
        term_ref nicer = term_and(t, whole, preferred[i]);
        if (term_same(nicer, whole))
            continue;
        if (keep_model(search, launch, nicer, NICER_STEPS, precondition, &result))
            whole = nicer;
        open += result == SMT_UNKNOWN;
    }
}

/* A launch that ends its budget leaves less to those after it: launches differ in little that is hard. */
static bool try_launch(struct search *search, const struct launch *launch, term_ref extra, const char *precondition) {
    struct term_table *t = search->prover->terms;
    term_ref whole = substitution_apply(launch->substitution, with_facts(search, term_and(t, search->query, extra)));
    enum smt_result result;
    if (search->prover->steps_left <= search->kept) {
        search->unknown = true;
        return false;
    }
    if (keep_model(search, launch, whole, search->steps, precondition, &result)) {
        prefer(search, launch, whole, precondition);
        return true;
    }
    if (result == SMT_UNKNOWN) {
        search->unknown = true;
        search->steps = LATER_STEPS;
    }
    return false;
}

static bool is_stride_name(const struct search *search, const char *name) {
    for (uint32_t i = 0; i < search->strides.size; i++)
        if (strcmp(symbol_get(search->prover->terms, search->strides.data[i])->name, name) == 0)
            return true;
    return false;
}

static const char *odd_params(struct search *search) {
    struct prover *prover = search->prover;
    for (uint32_t i = 0; i < search->witness->param_count; i++) {
        const struct prove_named *p = &search->witness->params[i];
        uint64_t sign = UINT64_C(1) << (p->width_bits - 1);
        if ((p->value & sign) && expression_is_unsigned(prover->protocol, p->name))
            return arena_printf(prover->arena, "%s <= %" PRIu64, p->name, sign - 1);
        if ((p->value == 0 && is_stride_name(search, p->name)) || (p->value & sign))
            return arena_printf(prover->arena, "%s >= %d", p->name, is_stride_name(search, p->name));
    }
    return "arguments are of ordinary size";
}

/* With blocks cut to the limits, or as they are (NULL). */
static bool try_natural_launches(struct search *search, const uint32_t *limit, uint32_t most, term_ref extra, const char *precondition) {
    struct prover *prover = search->prover;
    const uint32_t none[LAUNCH_AXES] = {0};
    uint32_t first = search->pairing == WITHIN_BLOCK ? 0 : prover->first_between;
    uint32_t end = search->pairing == WITHIN_BLOCK ? prover->first_between : prover->launches.size;
    for (uint32_t i = first, tried = 0; i < end && tried < most; i++) {
        const struct launch *launch = prover->launches.data[i].natural ? launch_within(prover, i, limit ? limit : none) : NULL;
        if (launch && ++tried && try_launch(search, launch, extra, precondition))
            return true;
    }
    return false;
}

static bool try_odd_launches(struct search *search, term_ref extra, const char *precondition) {
    struct prover *prover = search->prover;
    uint32_t first = search->pairing == WITHIN_BLOCK ? 0 : prover->first_between;
    uint32_t end = search->pairing == WITHIN_BLOCK ? prover->first_between : prover->launches.size;
    for (uint32_t i = first; i < end; i++) {
        const struct launch *launch = &prover->launches.data[i];
        if (!launch->natural && try_launch(search, launch, extra, precondition ? precondition : launch->precondition))
            return true;
    }
    return false;
}

/* Grids with more axes than the kernel numbers its blocks for are odd only where a proof says so. */
static bool is_odd_only_if_proved(const struct candidate *c) {
    return c->limit != 0 && c->axis >= 3;
}

/* Conjunction of the candidates up to a class, and the limits they set. */
static term_ref suggested(struct search *search, enum candidate_class last) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < search->candidates.count; i++) {
        const struct candidate *c = &search->candidates.list[i];
        uint32_t *limit = &search->limit[c->axis];
        if (c->class > last || is_odd_only_if_proved(c))
            continue;
        all = term_and(t, all, c->condition.term);
        if (c->limit && (*limit == 0 || c->limit < *limit))
            *limit = c->limit;
    }
    return all;
}

struct seen_launch { const struct search *search; bool is_open; };

static uint64_t seen_value(void *context, symbol_ref symbol) {
    struct seen_launch *seen = context;
    const struct prove_witness *w = seen->search->witness;
    const struct symbol *s = symbol_get(seen->search->prover->terms, symbol);
    if (s->role == SYMBOL_BDIM || s->role == SYMBOL_GDIM)
        return s->role == SYMBOL_BDIM ? w->block[s->axis] : w->grid[s->axis];
    for (uint32_t i = 0; i < w->param_count; i++)
        if (strcmp(w->params[i].name, s->name) == 0)
            return w->params[i].value;
    seen->is_open = true;
    return 0;
}

static uint64_t seen_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)function, (void)width_bits, (void)arguments, (void)count;
    ((struct seen_launch *)context)->is_open = true;
    return 0;
}

/* Those of the suggested conditions that the counterexample breaks; NULL: none. */
static const char *broken_conditions(const struct search *search) {
    struct prover *prover = search->prover;
    const char *text = NULL;
    for (uint32_t i = 0; i < search->candidates.count; i++) {
        const struct candidate *c = &search->candidates.list[i];
        struct seen_launch seen = {search, false};
        struct term_model model = {&seen, seen_value, seen_application};
        struct evaluation *e = evaluation_create(prover->terms, &model);
        bool holds = evaluation_value(e, c->condition.term) != 0 || seen.is_open;
        evaluation_destroy(e);
        if (c->class <= NATURAL_CLASS && !is_odd_only_if_proved(c) && !holds)
            text = text ? arena_printf(prover->arena, "%s && %s", text, c->condition.text) : c->condition.text;
    }
    return text;
}

/* Blocks larger than the precondition has them, one axis at a time. */
static bool try_launch_beyond(struct search *search, term_ref extra, const struct precondition *precondition) {
    uint32_t first = search->pairing == WITHIN_BLOCK ? 0 : search->prover->first_between;
    for (uint32_t a = 0; a < 3; a++) {
        uint32_t limit[3] = {0};
        limit[a] = precondition->limit[a];
        const struct launch *launch = limit[a] ? launch_beyond(search->prover, first, limit) : NULL;
        if (launch && try_launch(search, launch, extra, precondition->text))
            return true;
    }
    return false;
}

/* ---- launches of the solver's choice ---- */

/* Whole warps and few blocks are preferred. */
static term_ref plain_dimensions(struct prover *prover, uint32_t most_blocks, bool in_warps) {
    struct term_table *t = prover->terms;
    term_ref all = term_true(t), lanes = term_const(t, 32, WHOLE_WARPS), none = term_const(t, 32, 0);
    for (uint32_t a = 0; a < 3; a++)
        all = term_and(t, all, term_ule(t, prover_scoped(prover, prover->protocol->gdim[a]), term_const(t, 32, most_blocks)));
    term_ref x = prover_scoped(prover, prover->protocol->bdim[0]);
    return in_warps ? term_and(t, all, term_and(t, term_eq(t, term_and(t, x, lanes), none), term_not(t, term_eq(t, x, none)))) : all;
}

static uint32_t chosen(struct prover *prover, struct smt_query *model, term_ref dimension) {
    return (uint32_t)smt_model_term(model, prover->terms, prover_scoped(prover, dimension));
}

/* Such questions have steps of their own: they come late, and after them other pairs. */
static enum smt_result ask_for_launch(struct search *search, term_ref whole, struct smt_query **model) {
    struct prover *prover = search->prover;
    uint64_t kept = prover->steps_left, share = prover->choice_steps < kept ? prover->choice_steps : kept;
    if (share == 0)
        return SMT_UNKNOWN;
    prover->steps_left = share;
    enum smt_result result = witness_solve(prover, search->query, launch_open(prover), whole, CHOICE_STEPS, model);
    prover->choice_steps -= share - prover->steps_left;
    prover->steps_left = kept - (share - prover->steps_left);
    return result;
}

/* The query is asked with the launch's dimensions open; what they are in its model is tried as any launch is.
   `precondition` NULL: a launch without whole warps is odd. */
static bool try_chosen_launch(struct search *search, term_ref extra, uint32_t most_blocks, const char *precondition) {
    struct prover *prover = search->prover;
    for (int in_warps = 1; in_warps >= 0; in_warps--) {
        struct smt_query *model;
        uint32_t block[3], grid[3];
        term_ref whole = with_facts(search, term_and(prover->terms, term_and(prover->terms, search->query, extra), plain_dimensions(prover, most_blocks, in_warps != 0)));
        enum smt_result result = ask_for_launch(search, whole, &model);
        if (result == SMT_UNKNOWN)
            return false;
        if (result != SMT_SAT)
            continue;
        for (uint32_t a = 0; a < 3; a++) {
            block[a] = chosen(prover, model, prover->protocol->bdim[a]);
            grid[a] = chosen(prover, model, prover->protocol->gdim[a]);
        }
        smt_query_end(model);
        const struct launch *launch = launch_of(prover, block, grid);
        return launch && try_launch(search, launch, extra, precondition || in_warps ? precondition : launch_odd_precondition);
    }
    return false;
}

/* ---- stages ---- */

static term_ref outside(struct term_table *t, const struct precondition *precondition) {
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < precondition->count; i++)
        all = term_and(t, all, precondition->conditions[i].term);
    return term_not(t, all);
}

static struct precondition *known_by_text(struct prover *prover, const char *text) {
    for (uint32_t i = 0; i < prover->preconditions.size; i++)
        if (strcmp(prover->preconditions.data[i].text, text) == 0)
            return &prover->preconditions.data[i];
    return NULL;
}

/* A counterexample outside the precondition: in a natural launch if possible. What excludes the violation is known, with or without one. */
static bool run_excluded(struct search *search, const struct precondition *precondition) {
    struct term_table *t = search->prover->terms;
    term_ref odd = outside(t, precondition), positive = term_and(t, natural_params(search), odd);
    struct precondition *known = known_by_text(search->prover, precondition->text);
    uint64_t left = search->prover->steps_left, most = known && known->is_unshown ? AGAIN_STEPS : EXCLUDED_STEPS;
    search->kept = left > most ? left - most : 0;
    bool found = (search->params.size > 1 && try_natural_launches(search, NULL, TINY_LAUNCHES, term_and(t, positive, tiny_params(search)), precondition->text)) ||
                 try_natural_launches(search, search->limit, UINT32_MAX, positive, precondition->text) ||
                 try_natural_launches(search, NULL, UINT32_MAX, positive, precondition->text) ||
                 try_natural_launches(search, NULL, UNNATURAL_LAUNCHES, odd, precondition->text) ||
                 try_launch_beyond(search, positive, precondition) || try_odd_launches(search, positive, precondition->text);
    if (known)
        known->is_unshown = !found;
    search->witness->precondition = precondition->text;
    search->witness->conditions = precondition->conditions;
    search->witness->condition_count = precondition->count;
    return found;
}

/* Some condition is about the launch as a whole, which the list's launches are not made for. */
static bool limits_launches(const struct search *search) {
    bool found = false;
    for (uint32_t i = 0; i < search->candidates.count; i++) {
        const struct candidate *c = &search->candidates.list[i];
        found |= c->class <= NATURAL_CLASS && c->limit == 0 && (term_deps(search->prover->terms, c->condition.term) & ~(unsigned)DEP_LAUNCH) == 0;
    }
    return found;
}

static bool run_stages(struct search *search) {
    struct term_table *t = search->prover->terms;
    struct precondition precondition;
    term_ref positive = natural_params(search);
    term_ref natural = term_and(t, positive, suggested(search, NATURAL_CLASS));
    if (precondition_find(search->prover, search->request, &search->candidates, &precondition))
        return run_excluded(search, &precondition);
    if (try_natural_launches(search, search->limit, UINT32_MAX, natural, NULL))
        return true;
    if (limits_launches(search) && try_chosen_launch(search, natural, NATURAL_BLOCKS_MAX, NULL))
        return true;
    if (!term_same(natural, positive) && try_natural_launches(search, NULL, UINT32_MAX, positive, NULL)) {
        search->witness->precondition = broken_conditions(search);
        return true;
    }
    if (search->params.size && try_natural_launches(search, NULL, UNNATURAL_LAUNCHES, term_true(t), "")) {
        search->witness->precondition = odd_params(search);
        return true;
    }
    return try_odd_launches(search, positive, NULL);
}

/* What a model is read for has facts even where the query does not speak of it. */
static term_ref facts_of_shown(struct search *search, int who) {
    const struct witness_terms *show = search->request->show;
    struct prover *prover = search->prover;
    const term_ref shown[] = {show->offset[who], show->size[who], show->value[who]};
    term_ref all = term_true(prover->terms);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (!term_is_none(shown[i]))
            all = term_and(prover->terms, all, missing_facts(search, shown[i]));
    return all;
}

static void note_contents(struct search *search) {
    struct prover *prover = search->prover;
    struct term_walk walk;
    term_walk_begin(&walk, prover->terms, search->query);
    for (term_ref t; term_walk_next(&walk, &t);) {
        term_walk_enter(&walk, t);
        const struct term *term = term_get(prover->terms, t);
        if (term_op_of(term) == TERM_APPLY && term->arity == 1 && (term->deps & DEP_MEMORY) && search->contents.size < CONTENTS_MAX)
            vec_push(&search->contents, t);
    }
    term_walk_end(&walk);
}

/* In the first natural launches only, with all that the indices suggest. */
static bool run_briefly(struct search *search) {
    term_ref natural = term_and(search->prover->terms, natural_params(search), suggested(search, CANDIDATE_SAME));
    return try_natural_launches(search, search->limit, BRIEF_LAUNCHES, natural, NULL);
}

static bool find(struct prover *prover, const struct witness_request *request, term_ref query, struct prove_witness *witness, bool *unknown,
                 bool (*run)(struct search *)) {
    if (prover->scope->proofs_only)
        return false;
    struct search search = {.prover = prover, .pairing = request->pairing, .request = request, .show = request->show, .witness = witness,
                            .steps = WITNESS_STEPS};
    launch_list(prover);
    search.query = term_and(prover->terms, query, prover_facts(prover, request->pairing, query));
    map_init(&search.known);
    term_visit_symbols(prover->terms, search.query, note_known, &search);
    for (int i = 0; request->show && i < 2; i++)
        search.query = term_and(prover->terms, search.query, facts_of_shown(&search, i));
    term_visit_symbols(prover->terms, search.query, note_known, &search);
    term_visit_symbols(prover->terms, search.query, note_param, &search);
    note_contents(&search);
    for (int i = 0; request->show && i < 2; i++)
        note_strides(&search, request->show->offset[i]);
    candidates_of(prover, request, &search.candidates);
    bool found = run(&search);
    map_release(&search.known);
    *unknown = search.unknown;
    vec_release(&search.params);
    vec_release(&search.strides);
    vec_release(&search.counters);
    vec_release(&search.contents);
    return found;
}

bool witness_find(struct prover *prover, const struct witness_request *request, struct prove_witness *witness, bool *unknown) {
    struct term_table *t = prover->terms;
    bool brief_unknown;
    if (!term_is_true(t, request->known) && find(prover, request, term_and(t, request->query, request->known), witness, &brief_unknown, run_briefly))
        return true;
    return find(prover, request, request->query, witness, unknown, run_stages);
}

/* In a launch of ordinary size with arguments of ordinary size, which only the list does not have: no condition is missing. */
static void prefer_ordinary(struct search *search) {
    struct term_table *t = search->prover->terms;
    struct prove_witness before = *search->witness;
    term_ref ordinary = term_and(t, term_and(t, natural_params(search), suggested(search, NATURAL_CLASS)), small_params(search));
    if (!try_chosen_launch(search, term_and(t, ordinary, rounds_up_to(search, FEW_ROUNDS)), ODD_BLOCKS_MAX, NULL) || search->witness->precondition)
        *search->witness = before;
}

static bool run_chosen(struct search *search) {
    struct precondition precondition;
    (void)suggested(search, NATURAL_CLASS);
    if (!try_chosen_launch(search, natural_params(search), ODD_BLOCKS_MAX, "launches are of ordinary size"))
        return false;
    if (precondition_find(search->prover, search->request, &search->candidates, &precondition)) {
        search->witness->precondition = precondition.text;
        search->witness->conditions = precondition.conditions;
        search->witness->condition_count = precondition.count;
    } else if (broken_conditions(search)) {
        search->witness->precondition = broken_conditions(search);
    } else {
        prefer_ordinary(search);
    }
    return true;
}

bool witness_find_anywhere(struct prover *prover, const struct witness_request *request, struct prove_witness *witness) {
    bool unknown;
    return find(prover, request, request->query, witness, &unknown, run_chosen);
}

struct witness_request witness_alone(const struct prover *prover, term_ref query, const struct witness_terms *show) {
    return (struct witness_request){.pairing = WITHIN_BLOCK, .query = query, .known = term_true(prover->terms), .shape = query,
                                    .items = {PROTOCOL_NONE, PROTOCOL_NONE}, .show = show};
}

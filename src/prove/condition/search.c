/* See search.h. */
#include "prove/condition/search.h"
#include "kernel/edit.h"
#include "prove/condition/precondition.h"

#include "base/breakage.h"
#include "protocol/expression.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"
#include "term/walk.h"

#define NATURAL_PARAM_MAX 65535u
#define LEAST_STEPS UINT64_C(60000) /* each launch that ends its steps leaves half as many to the next, down to these */
#define OPEN_MAX 4u                 /* so many launches that end their steps end a stage of the search */
#define BRIEF_STEPS UINT64_C(60000) /* with open arguments, before some are tried */
#define GIVEN_STEPS UINT64_C(20000) /* with given arguments */
#define GIVEN_MAX 16u               /* choices in a launch, */
#define GIVEN_ALL 48u               /* and in a search, */
#define GIVEN_OPEN_MAX 3u           /* of which so many may end their steps */
#define NICER_STEPS UINT64_C(40000)
#define NICER_OPEN_MAX 2
#define NICER_MAX 256u /* counterexamples of a kernel */
#define EARLY_ROUNDS 3u
#define FEW_ROUNDS 64u
#define NATURAL_ROUNDS (UINT64_C(1) << 20)
#define NEAR_OFFSET 49152u

void search_note_param(void *context, symbol_ref symbol) {
    struct search *search = context;
    const struct symbol *s = symbol_get(search->prover->terms, symbol);
    bool is_distance = s->width_bits == KERNEL_OFFSET_BITS; /* between two pointers: each is as natural as its negative */
    if (s->role == SYMBOL_PARAM && s->width_bits >= 16 && !is_distance && !expression_is_float(search->prover->protocol, s->name))
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
    if (!search_is_stride(search, symbol))
        vec_push(&search->strides, symbol);
}

/* Parameters that multiply something in an offset: row strides. */
void search_note_strides(struct search *search, term_ref offset) {
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

/* Parameters that numbers are shifted by: by less than these have bits, as C has it. */
static term_ref defined_shifts(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    struct term_walk walk;
    term_walk_begin(&walk, t, search->query);
    for (term_ref r; term_walk_next(&walk, &r); term_walk_enter(&walk, r)) {
        const struct term *term = term_get(t, r);
        const enum term_op op = term_op_of(term);
        symbol_ref symbol;
        if (op != TERM_SHL && op != TERM_LSHR && op != TERM_ASHR)
            continue;
        const uint8_t width = term->width_bits;
        term_ref by = term_child(t, r, 1), plain = by;
        while (term_op_of(term_get(t, plain)) == TERM_ZEXT || term_op_of(term_get(t, plain)) == TERM_SEXT)
            plain = term_child(t, plain, 0);
        if (is_param_term(search->prover, plain, &symbol))
            all = term_and(t, all, term_ult(t, by, term_const(t, width, width)));
    }
    term_walk_end(&walk);
    return all;
}

/* Arguments of ordinary size, none negative, and loops that a replay comes to the end of. */
term_ref search_natural_params(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = defined_shifts(search);
    for (uint32_t i = 0; i < search->params.size; i++) {
        uint8_t w = symbol_get(t, search->params.data[i])->width_bits;
        term_ref p = term_symbol(t, search->params.data[i]);
        all = term_and(t, all, term_sle(t, term_const(t, w, search_is_stride(search, search->params.data[i])), p));
        all = term_and(t, all, term_sle(t, p, term_const(t, w, w > 16 ? NATURAL_PARAM_MAX : 16383)));
    }
    for (uint32_t i = 0; i < search->counters.size; i++) {
        uint8_t w = symbol_get(t, search->counters.data[i])->width_bits;
        if (w > 20)
            all = term_and(t, all, term_ult(t, term_symbol(t, search->counters.data[i]), term_const(t, w, NATURAL_ROUNDS)));
    }
    return all;
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

term_ref search_params_up_to(struct search *search, uint64_t most) {
    term_ref all = term_true(search->prover->terms);
    for (uint32_t i = 0; i < search->params.size; i++)
        all = at_most(search, all, term_symbol(search->prover->terms, search->params.data[i]), most);
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

term_ref search_rounds_up_to(struct search *search, uint64_t most) {
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
    preferred[2] = search_params_up_to(search, SMALL_PARAM_MAX);
    preferred[3] = first_thread(search);
    preferred[4] = search_rounds_up_to(search, FEW_ROUNDS);
    preferred[5] = search_rounds_up_to(search, EARLY_ROUNDS);
    preferred[6] = second_beside(search);
    preferred[7] = contents_up_to(search, EARLY_ROUNDS);
    preferred[8] = some_params(search);
}

/* The preferences in a launch, and which of them the kept model satisfies. */
struct wishes {
    term_ref preferred[PREFERENCES];
    bool is_met[PREFERENCES];
};

void search_note_known(void *context, symbol_ref symbol) {
    map_set(&((struct search *)context)->known, symbol.id, 1);
}

struct newcomers {
    const struct search *search;
    bool any;
};

static void note_newcomer(void *context, symbol_ref symbol) {
    struct newcomers *newcomers = context;
    newcomers->any |= !map_get(&newcomers->search->known, symbol.id, NULL);
}

/* The facts of the term's symbols, if the query does not speak of all of them; else true. */
term_ref search_missing_facts(struct search *search, term_ref t) {
    struct newcomers newcomers = {search, false};
    term_visit_symbols(search->prover->terms, t, note_newcomer, &newcomers);
    return newcomers.any && !BREAK(OUTSIDE) ? prover_facts(search->prover, search->pairing, t) : term_true(search->prover->terms);
}

/* What is asked of the solver speaks of threads and launches that exist, whichever condition or preference brings in a symbol. */
term_ref search_with_facts(struct search *search, term_ref t) {
    return term_and(search->prover->terms, t, search_missing_facts(search, t));
}

static void make_wishes(struct search *search, const struct launch *launch, struct wishes *wishes) {
    preferences(search, wishes->preferred);
    for (int i = 0; i < PREFERENCES; i++)
        wishes->preferred[i] = substitution_apply(launch->substitution, search_with_facts(search, wishes->preferred[i]));
}

static bool keep_model(struct search *search, const struct launch *launch, term_ref whole, uint64_t steps, const char *precondition,
                       struct wishes *wishes, enum smt_result *result) {
    struct smt_query *query;
    uint64_t left = search->prover->budget.left;
    left = left > search->kept ? left - search->kept : 0;
    *result = left == 0 ? SMT_UNKNOWN : witness_solve(search->prover, search->query, launch, whole, steps < left ? steps : left, &query);
    if (*result != SMT_SAT)
        return false;
    witness_read(search->prover, search->request, search->query, query, launch, search->witness);
    search->witness->precondition = precondition;
    for (int i = 0; i < PREFERENCES; i++)
        wishes->is_met[i] = smt_model_term(query, search->prover->terms, wishes->preferred[i]) != 0;
    search_keep_values(search->prover, query, whole);
    smt_query_end(query);
    return true;
}

/* Plain values, which have all preferences if they can. */
static bool keep_guess(struct search *search, const struct launch *launch, term_ref whole, const char *precondition, struct wishes *wishes) {
    struct term_table *t = search->prover->terms;
    term_ref all = whole, values;
    enum smt_result result;
    for (int i = 0; i < PREFERENCES; i++)
        all = term_and(t, all, wishes->preferred[i]);
    return (search_guess(search, launch, all, &values) || search_guess(search, launch, whole, &values)) &&
           keep_model(search, launch, term_and(t, whole, values), search->steps, precondition, wishes, &result);
}

/* A nicer model than the one that is kept, if it is found in time: a question that ends the budget says that the next one will.
   What the kept model satisfies is not asked. */
static void prefer(struct search *search, const struct launch *launch, term_ref whole, const char *precondition, struct wishes *wishes) {
    struct term_table *t = search->prover->terms;
    term_ref all = whole;
    enum smt_result result;
    bool are_met = true;
    for (int i = 0; i < PREFERENCES; i++) {
        all = term_and(t, all, wishes->preferred[i]);
        are_met &= wishes->is_met[i];
    }
    if (are_met || search->prover->conditions->counterexamples++ >= NICER_MAX ||
        keep_model(search, launch, all, NICER_STEPS, precondition, wishes, &result))
        return;
    for (int i = 0, open = 0; i < PREFERENCES && open < NICER_OPEN_MAX; i++) {
        term_ref nicer = term_and(t, whole, wishes->preferred[i]);
        if (wishes->is_met[i] || keep_model(search, launch, nicer, NICER_STEPS, precondition, wishes, &result))
            whole = nicer;
        else
            open += result == SMT_UNKNOWN;
    }
}

/* Open arguments briefly, then given ones, then open ones as long as there are steps. */
static bool keep_any(struct search *search, const struct launch *launch, term_ref whole, const char *precondition, struct wishes *wishes,
                     enum smt_result *result) {
    term_ref given[GIVEN_MAX];
    uint32_t left = search->given < GIVEN_ALL ? GIVEN_ALL - search->given : 0,
             count = search_arguments(search, whole, given, left < GIVEN_MAX ? left : GIVEN_MAX);
    if (count > 0) {
        if (keep_model(search, launch, whole, BRIEF_STEPS, precondition, wishes, result))
            return true;
        if (*result == SMT_UNSAT)
            return false;
    }
    for (uint32_t i = 0; i < count && search->given < GIVEN_ALL; i++) {
        if (keep_model(search, launch, given[i], GIVEN_STEPS, precondition, wishes, result))
            return true;
        search->given += *result == SMT_UNKNOWN ? GIVEN_ALL / GIVEN_OPEN_MAX : 1;
    }
    return keep_model(search, launch, whole, search->steps, precondition, wishes, result);
}

/* A launch that ends its budget leaves less to those after it: launches differ in little that is hard. */
bool search_try_launch(struct search *search, const struct launch *launch, term_ref extra, const char *precondition) {
    struct term_table *t = search->prover->terms;
    term_ref whole = substitution_apply(launch->substitution, search_with_facts(search, term_and(t, search->query, extra)));
    enum smt_result result;
    struct wishes wishes;
    if (search->prover->budget.left <= search->kept || search->open >= OPEN_MAX) {
        search->unknown = true;
        return false;
    }
    make_wishes(search, launch, &wishes);
    if (keep_guess(search, launch, whole, precondition, &wishes) || keep_any(search, launch, whole, precondition, &wishes, &result)) {
        prefer(search, launch, whole, precondition, &wishes);
        return true;
    }
    if (result == SMT_UNKNOWN) {
        search->unknown = true;
        search->open++;
        search->steps = search->steps / 2 < LEAST_STEPS ? LEAST_STEPS : search->steps / 2;
    }
    return false;
}

/* Counterexamples: what is tried when no proof was found (docs/theory.md, "The ladder").

   A query is put into one concrete launch after another and solved exactly, in
   bit-vectors. Natural launches with natural arguments (positive, strides no
   smaller than rows) come first; where a natural condition excludes the
   violation (precondition.c), a counterexample outside it carries the condition.
   Arithmetic the proofs take not to wrap does not wrap in a counterexample either. */
#include "prove/condition/counterexample.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "protocol/expression.h"
#include "prove/condition/candidate.h"
#include "prove/condition/precondition.h"
#include "prove/condition/search.h"
#include "prove/frame/budget.h"
#include "prove/frame/elements.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/demand.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"
#include "smt/smt.h"
#include "term/walk.h"

#define BRIEF_LAUNCHES 2u
#define BRIEF_LAUNCH_STEPS UINT64_C(60000)
#define BRIEF_OPEN_MAX 3u /* brief searches in a row that end their steps: then there are no more */
#define WITNESS_STEPS UINT64_C(300000)
#define EXCLUDED_STEPS UINT64_C(1500000) /* for all launches outside of a precondition */
#define AGAIN_STEPS UINT64_C(200000)     /* where the report has a counterexample already, or none was found */
#define TINY_LAUNCHES 3u
#define FEW_ROUNDS 64u
#define CONTENTS_MAX 16u
#define CHOICE_STEPS UINT64_C(100000)
#define NATURAL_BLOCKS_MAX 64u  /* along an axis, of launches that the solver chooses */
#define ODD_BLOCKS_MAX 1024u    /* likewise, where no launch of the list shows a violation */
#define ASKED_BLOCKS_MAX 65535u /* likewise, where what is required of launches may ask for that many */
#define WHOLE_WARPS 31u
#define TILE_THREADS 8u       /* a block that a limit cuts to less is none that a kernel is made for (cut_short.cu) */
#define UNNATURAL_LAUNCHES 2u /* natural launches tried with unnatural arguments */

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

/* Blocks that a limit has cut to a few threads, so that the parts of two blocks meet: one that the kernel only suggests makes no such
   launch a natural one. */
static bool is_cut_short(const struct search *search, const struct launch *launch) {
    const struct prover *prover = search->prover;
    bool is_free = search->pairing == BETWEEN_BLOCKS && prover->frame->threads_max >= TILE_THREADS;
    for (uint32_t a = 0; a < prover->frame->dims_block; a++)
        is_free &= !prover->frame->fixed_block[a];
    for (uint32_t i = 0; i < search->candidates.count; i++)
        is_free &= !search->candidates.list[i].is_given; /* a guard says it */
    return is_free && launch->block[0] * launch->block[1] * launch->block[2] < TILE_THREADS;
}

/* With blocks cut to the limits, or as they are (NULL). */
static bool try_natural_launches(struct search *search, const uint32_t *limit, uint32_t most, term_ref extra, const char *precondition) {
    struct prover *prover = search->prover;
    const uint32_t none[LAUNCH_AXES] = {0};
    uint32_t first = search->pairing == WITHIN_BLOCK ? 0 : prover->launches->first_between;
    uint32_t end = search->pairing == WITHIN_BLOCK ? prover->launches->first_between : prover->launches->list.size;
    search->open = 0;
    for (uint32_t i = first, tried = 0; i < end && tried < most; i++) {
        const struct launch *launch = prover->launches->list.data[i].natural ? launch_within(prover, i, limit ? limit : none) : NULL;
        const char *told = launch && !precondition && is_cut_short(search, launch) ? launch_odd_precondition : precondition;
        if (launch && ++tried && search_try_launch(search, launch, extra, told))
            return true;
    }
    return false;
}

/* What is required of launches may say how many blocks there are, by the sizes of what they do. */
static bool asks_for_blocks(const struct prover *prover) {
    bool asks = false;
    for (uint32_t i = 0; i < prover->scope->required_count; i++)
        asks |= (term_deps(prover->terms, prover->scope->required[i].term) & DEP_LAUNCH) != 0;
    return asks;
}

/* What one block does where there are several. */
static bool try_more_blocks(struct search *search, term_ref extra) {
    const struct prover *prover = search->prover;
    const uint32_t end = prover->launches->list.size;
    bool asks = asks_for_blocks(prover);
    search->open = 0;
    for (uint32_t i = prover->launches->first_between; i < end && asks && search->pairing == WITHIN_BLOCK; i++)
        if (prover->launches->list.data[i].natural && search_try_launch(search, &prover->launches->list.data[i], extra, NULL))
            return true;
    return false;
}

static bool try_odd_launches(struct search *search, term_ref extra, const char *precondition) {
    struct prover *prover = search->prover;
    uint32_t first = search->pairing == WITHIN_BLOCK ? 0 : prover->launches->first_between;
    uint32_t end = search->pairing == WITHIN_BLOCK ? prover->launches->first_between : prover->launches->list.size;
    for (uint32_t i = first; i < end; i++) {
        const struct launch *launch = &prover->launches->list.data[i];
        if (!launch->natural && search_try_launch(search, launch, extra, precondition ? precondition : launch->precondition))
            return true;
    }
    return false;
}

/* Blocks larger than the precondition has them, one axis at a time. */
static bool try_launch_beyond(struct search *search, term_ref extra, const struct precondition *precondition) {
    uint32_t first = search->pairing == WITHIN_BLOCK ? 0 : search->prover->launches->first_between;
    for (uint32_t a = 0; a < 3; a++) {
        uint32_t limit[3] = {0};
        limit[a] = precondition->limit[a];
        const struct launch *launch = limit[a] ? launch_beyond(search->prover, first, limit) : NULL;
        if (launch && search_try_launch(search, launch, extra, precondition->text))
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
    if (budget_most(&prover->budget, prover->launches->choice_steps) == 0)
        return SMT_UNKNOWN;
    struct budget_share share = budget_begin(&prover->budget, prover->launches->choice_steps);
    enum smt_result result = witness_solve(prover, search->query, launch_open(prover), whole, CHOICE_STEPS, model);
    prover->launches->choice_steps -= budget_end(&prover->budget, share);
    return result;
}

/* The query is asked with the launch's dimensions open; what they are in its model is tried as any launch is.
   `precondition` NULL: a launch without whole warps is odd. */
static bool try_chosen_launch(struct search *search, term_ref extra, uint32_t most_blocks, const char *precondition) {
    struct prover *prover = search->prover;
    for (int in_warps = 1; in_warps >= 0; in_warps--) {
        struct smt_query *model;
        uint32_t block[3], grid[3];
        term_ref whole = search_with_facts(
            search, term_and(prover->terms, term_and(prover->terms, search->query, extra), plain_dimensions(prover, most_blocks, in_warps != 0)));
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
        return launch && search_try_launch(search, launch, extra, precondition || in_warps ? precondition : launch_odd_precondition);
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
    for (uint32_t i = 0; i < prover->conditions->found.size; i++)
        if (strcmp(prover->conditions->found.data[i].text, text) == 0)
            return &prover->conditions->found.data[i];
    return NULL;
}

/* A counterexample outside the precondition: in a natural launch if possible. What excludes the violation is known, with or without one. */
static bool run_excluded(struct search *search, const struct precondition *precondition) {
    struct term_table *t = search->prover->terms;
    term_ref odd = outside(t, precondition), positive = term_and(t, search_natural_params(search), odd);
    struct precondition *known = known_by_text(search->prover, precondition->text);
    search_use_at_most(search, known ? AGAIN_STEPS : EXCLUDED_STEPS);
    bool found =
        (search->params.size > 1 &&
         try_natural_launches(search, NULL, TINY_LAUNCHES, term_and(t, positive, search_params_up_to(search, TINY_PARAM_MAX)), precondition->text)) ||
        try_natural_launches(search, search->limit, UINT32_MAX, positive, precondition->text) ||
        try_natural_launches(search, NULL, UINT32_MAX, positive, precondition->text) ||
        try_natural_launches(search, NULL, UNNATURAL_LAUNCHES, odd, precondition->text) || try_launch_beyond(search, positive, precondition) ||
        try_odd_launches(search, positive, precondition->text) ||
        (asks_for_blocks(search->prover) && try_chosen_launch(search, odd, ASKED_BLOCKS_MAX, precondition->text));
    search->witness->precondition = precondition->text;
    search->witness->conditions = precondition->conditions;
    search->witness->condition_count = precondition->count;
    return found;
}

/* Whether some launch in scope satisfies the condition. */
static enum smt_result ask_in_scope(struct search *search, term_ref condition) {
    struct smt_query *model;
    term_ref whole = term_and(search->prover->terms, condition, prover_facts(search->prover, search->pairing, condition));
    enum smt_result result = ask_for_launch(search, whole, &model);
    if (result == SMT_SAT)
        smt_query_end(model);
    return result;
}

/* In no launch in scope that satisfies the condition, with arguments of ordinary size, do the threads execute what they execute here; where that is
   not decided, in none of the natural launches. */
static bool is_excluded(struct search *search, term_ref condition, term_ref positive) {
    struct term_table *t = search->prover->terms;
    const struct precondition found = {.pairing = search->pairing, .query = search->query, .shape = search->request->shape, .text = ""};
    enum smt_result result = ask_in_scope(search, term_and(t, term_and(t, condition, positive), found.shape));
    return result == SMT_UNSAT || (result == SMT_UNKNOWN && !precondition_is_natural(search->prover, &found, condition, search->limit));
}

/* The counterexample breaks what its indices suggest. That is its precondition, unless launches in which its accesses are executed always break it;
   with the condition on blocks of launches that keep it and violate the property too. If such a launch is natural, that is
   the counterexample, and there is no precondition. */
static void take_broken(struct search *search, term_ref positive) {
    struct prover *prover = search->prover;
    term_ref all;
    const char *text = search_broken(search, &all);
    const struct prove_witness broken = *search->witness;
    search->witness->precondition = text && is_excluded(search, all, positive) ? NULL : text;
    term_ref kept = term_and(prover->terms, positive, all), few_bits = search_params_up_to(search, EASY_PARAM_MAX);
    bool is_found = search->witness->precondition && (try_chosen_launch(search, kept, ODD_BLOCKS_MAX, NULL) ||
                                                      try_chosen_launch(search, term_and(prover->terms, kept, few_bits), ODD_BLOCKS_MAX, NULL));
    if (!is_found || !search->witness->precondition)
        return;
    const char *odd = search->witness->precondition;
    *search->witness = broken;
    search->witness->precondition = arena_printf(prover->arena, "%s && %s", text, odd);
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
    term_ref positive = search_natural_params(search);
    term_ref natural = term_and(t, positive, search_suggested(search, NATURAL_CLASS));
    if (search->request->is_harmless && try_natural_launches(search, search->limit, BRIEF_LAUNCHES, natural, NULL))
        return true;
    if (precondition_find(search->prover, search->request, &search->candidates, &precondition))
        return run_excluded(search, &precondition);
    term_ref few_bits = term_and(t, natural, search_params_up_to(search, EASY_PARAM_MAX)); /* easy where other arguments are not */
    if (try_natural_launches(search, search->limit, UINT32_MAX, natural, NULL) ||
        (search->unknown && try_natural_launches(search, search->limit, TINY_LAUNCHES, few_bits, NULL)))
        return true;
    if ((limits_launches(search) && try_chosen_launch(search, natural, NATURAL_BLOCKS_MAX, NULL)) || try_more_blocks(search, natural))
        return true;
    if (!term_same(natural, positive) && try_natural_launches(search, NULL, UINT32_MAX, positive, NULL)) {
        take_broken(search, positive);
        return true;
    }
    if (search->params.size && try_natural_launches(search, NULL, UNNATURAL_LAUNCHES, term_true(t), "")) {
        bool is_stated = search->prover->scope->required_count > 0; /* else all arguments are in scope */
        search->witness->precondition = is_stated && ask_in_scope(search, positive) == SMT_UNSAT ? NULL : odd_params(search);
        return true;
    }
    return try_odd_launches(search, positive, NULL) ||
           (asks_for_blocks(search->prover) && try_chosen_launch(search, natural, ASKED_BLOCKS_MAX, NULL));
}

/* What a model is read for has facts even where the query does not speak of it. */
static term_ref facts_of_shown(struct search *search, int who) {
    const struct witness_terms *show = search->request->show;
    struct prover *prover = search->prover;
    const term_ref shown[] = {show->offset[who], show->size[who], show->value[who]};
    term_ref all = term_true(prover->terms);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (!term_is_none(shown[i]))
            all = term_and(prover->terms, all, search_missing_facts(search, shown[i]));
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

static bool suggests_contents(const struct search *search) {
    bool found = false;
    for (uint32_t i = 0; i < search->candidates.count; i++)
        found |= search->candidates.list[i].is_contents;
    return found;
}

/* In the first natural launches only, with all that the indices suggest of sizes; what arrays must hold to exclude it comes first. */
static bool run_briefly(struct search *search) {
    struct precondition precondition;
    if (suggests_contents(search) && precondition_find(search->prover, search->request, &search->candidates, &precondition))
        return run_excluded(search, &precondition);
    term_ref natural = term_and(search->prover->terms, search_natural_params(search), search_suggested(search, CANDIDATE_DIVISIBLE));
    search_use_at_most(search, 2 * BRIEF_LAUNCH_STEPS);
    search->steps = BRIEF_LAUNCH_STEPS;
    return try_natural_launches(search, search->limit, BRIEF_LAUNCHES, natural, NULL);
}

static bool find(struct prover *prover, const struct witness_request *request, term_ref query, struct prove_witness *witness, bool *unknown,
                 bool (*run)(struct search *)) {
    assert(prover_is_condition(prover, query));
    if (prover->scope->proofs_only)
        return false;
    if (prover->budget.left == 0 || demand_is_redone(prover)) { /* nothing can be asked, or the answer is not used */
        *unknown = true;
        witness_suggest(prover, request, witness);
        return false;
    }
    struct search search = {
        .prover = prover, .pairing = request->pairing, .request = request, .show = request->show, .witness = witness, .steps = WITNESS_STEPS};
    launch_list(prover);
    search.query = term_and(prover->terms, query, prover_facts(prover, request->pairing, query));
    map_init(&search.known);
    term_visit_symbols(prover->terms, search.query, search_note_known, &search);
    for (int i = 0; request->show && i < 2; i++)
        search.query = term_and(prover->terms, search.query, facts_of_shown(&search, i));
    term_visit_symbols(prover->terms, search.query, search_note_known, &search);
    term_visit_symbols(prover->terms, search.query, search_note_param, &search);
    note_contents(&search);
    for (int i = 0; request->show && i < 2; i++)
        search_note_strides(&search, request->show->offset[i]);
    candidates_of(prover, request, &search.candidates);
    if (request->is_known)
        search_use_at_most(&search, AGAIN_STEPS);
    bool found = run(&search);
    if (!found)
        search_note_suggested(&search);
    map_release(&search.known);
    *unknown = search.unknown;
    vec_release(&search.params);
    vec_release(&search.strides);
    vec_release(&search.counters);
    vec_release(&search.contents);
    return found;
}

/* Where what arrays hold is known; what is known makes hard questions, alike for all of a kernel. */
static bool find_briefly(struct prover *prover, const struct witness_request *request, struct prove_witness *witness) {
    struct term_table *t = prover->terms;
    bool unknown = false;
    if (term_is_true(t, request->known) || prover->conditions->brief_open >= BRIEF_OPEN_MAX)
        return false;
    bool found = find(prover, request, term_and(t, request->query, request->known), witness, &unknown, run_briefly);
    prover->conditions->brief_open = unknown && !found ? prover->conditions->brief_open + 1 : 0;
    return found;
}

bool witness_find(struct prover *prover, const struct witness_request *request, struct prove_witness *witness, bool *unknown) {
    return find_briefly(prover, request, witness) || find(prover, request, request->query, witness, unknown, run_stages);
}

/* In a launch of ordinary size with arguments of ordinary size, which only the list does not have: no condition is missing. */
static void prefer_ordinary(struct search *search) {
    struct term_table *t = search->prover->terms;
    struct prove_witness before = *search->witness;
    term_ref ordinary = term_and(t, term_and(t, search_natural_params(search), search_suggested(search, NATURAL_CLASS)),
                                 search_params_up_to(search, SMALL_PARAM_MAX));
    if (!try_chosen_launch(search, term_and(t, ordinary, search_rounds_up_to(search, FEW_ROUNDS)), ODD_BLOCKS_MAX, NULL) ||
        search->witness->precondition)
        *search->witness = before;
}

static bool run_chosen(struct search *search) {
    struct precondition precondition;
    (void)search_suggested(search, NATURAL_CLASS);
    if (!try_chosen_launch(search, search_natural_params(search), ODD_BLOCKS_MAX, "launches are of ordinary size"))
        return false;
    if (precondition_find(search->prover, search->request, &search->candidates, &precondition)) {
        search->witness->precondition = precondition.text;
        search->witness->conditions = precondition.conditions;
        search->witness->condition_count = precondition.count;
        return true;
    }
    term_ref all;
    const char *text = search_broken(search, &all);
    if (text && !is_excluded(search, all, search_natural_params(search)))
        search->witness->precondition = text;
    else
        prefer_ordinary(search);
    return true;
}

bool witness_find_anywhere(struct prover *prover, const struct witness_request *request, struct prove_witness *witness) {
    bool unknown;
    return find(prover, request, request->query, witness, &unknown, run_chosen);
}

/* A search for one counterexample: the query and its facts, the launches to try, and the preferences for arguments. */
#ifndef WP_PROVE_SEARCH_H
#define WP_PROVE_SEARCH_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/condition/candidate.h"
#include "prove/frame/prover.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"

#define NATURAL_CLASS CANDIDATE_LONG_ROW /* the last class of conditions that natural launches satisfy */

struct search {
    struct prover *prover;
    enum pairing pairing;
    const struct witness_request *request;
    term_ref query;   /* with the facts of its symbols */
    struct map known; /* its symbols */
    VEC(symbol_ref) params, strides, counters;
    VEC(term_ref) contents;
    const struct witness_terms *show;
    struct prove_witness *witness;
    bool unknown;
    uint64_t steps; /* for the next launch */
    uint64_t kept;  /* steps of the kernel's budget that this search does not use */
    uint32_t given; /* questions asked with given arguments */
    uint32_t open;  /* launches of this stage that ended their steps */
    struct candidates candidates;
    uint32_t limit[LAUNCH_AXES]; /* the limits that candidates set on the axes; 0: none */
};

/* Takes the parameters and ordinals among the query's symbols; `context` is the search. */
void search_note_param(void *context, symbol_ref symbol);
/* Adds the parameters that are factors in the offset to `strides`. */
void search_note_strides(struct search *search, term_ref offset);
/* The parameter is such a stride. */
static inline bool search_is_stride(const struct search *search, symbol_ref symbol) {
    bool is = false;
    for (uint32_t i = 0; i < search->strides.size; i++)
        is |= search->strides.data[i].id == symbol.id;
    return is;
}
/* The search uses at most so many of the steps that are left. */
static inline void search_use_at_most(struct search *search, uint64_t steps) {
    uint64_t left = search->prover->budget.left;
    search->kept = left > steps ? left - steps : 0;
}
/* The condition that arguments are of ordinary size and not negative, and ordinals small enough for a replay to get there. */
term_ref search_natural_params(struct search *search);
/* The condition that each argument is at most `most`. */
#define SMALL_PARAM_MAX 1024u
#define EASY_PARAM_MAX 63u /* questions about such arguments are easy where others end their steps */
#define TINY_PARAM_MAX 4u
term_ref search_params_up_to(struct search *search, uint64_t most);
/* guess.c: keeps the values of the symbols of `whole` in the model for later guesses. */
void search_keep_values(struct prover *prover, struct smt_query *model, term_ref whole);
/* The terms of `whole`, counted up to SEARCH_NODES_MAX: larger questions are not evaluated or repeated for a guess. */
enum { SEARCH_NODES_MAX = 600 };
uint32_t search_nodes(const struct term_table *terms, term_ref whole);
/* Some plain values of its symbols satisfy `whole`, a question in the launch, where memory holds zeros; *values says which. */
bool search_guess(const struct search *search, const struct launch *launch, term_ref whole, term_ref *values);
/* arguments.c: `whole`, a question in a launch, for up to `most` choices of plain numbers as the arguments; returns how many. */
uint32_t search_arguments(const struct search *search, term_ref whole, term_ref *questions, uint32_t most);
/* The condition that each ordinal is at most `most`. */
term_ref search_rounds_up_to(struct search *search, uint64_t most);
/* Notes that the query contains the symbol; `context` is the search. */
void search_note_known(void *context, symbol_ref symbol);
/* The facts of the term's symbols if one of these does not occur in the query; else true. */
term_ref search_missing_facts(struct search *search, term_ref t);
/* The conjunction of the term and these facts, so that its threads and blocks exist in the launch. */
term_ref search_with_facts(struct search *search, term_ref t);
/* suggested.c: the conjunction of the candidates up to a class and of those that other violations need; notes the limits that
   these set on the axes. */
term_ref search_suggested(struct search *search, enum candidate_class last);
/* Those of the suggested conditions that the counterexample breaks, and all of them as a term; NULL: none. Conditions on contents
   that other violations need are among them: nothing was found where they hold. The text lives in the prover's arena. */
const char *search_broken(const struct search *search, term_ref *all);
/* The suggested conditions on sizes, for a run that shows what the prover left open. */
void search_note_suggested(const struct search *search);
/* Solves the query and `extra` in the launch; a model becomes the witness. */
bool search_try_launch(struct search *search, const struct launch *launch, term_ref extra, const char *precondition);

#endif

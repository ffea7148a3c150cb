/* A search for one counterexample: what is known of the query, what is preferred, and one launch after another. */
#ifndef WP_PROVE_SEARCH_H
#define WP_PROVE_SEARCH_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/condition/candidate.h"
#include "prove/frame/prover.h"
#include "prove/witness/launch.h"
#include "prove/witness/witness.h"

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

/* Takes the parameters and ordinals among the query's symbols; `context` is the search. */
void search_note_param(void *context, symbol_ref symbol);
/* Parameters that multiply something in an offset: row strides. */
void search_note_strides(struct search *search, term_ref offset);
/* The parameter is such a stride. */
bool search_is_stride(const struct search *search, symbol_ref symbol);
/* Arguments of ordinary size, none negative, and loops that a replay comes to the end of. */
term_ref search_natural_params(struct search *search);
/* Arguments of at most SMALL_PARAM_MAX; of at most TINY_PARAM_MAX. */
term_ref search_small_params(struct search *search);
term_ref search_tiny_params(struct search *search);
/* Ordinals of at most so much. */
term_ref search_rounds_up_to(struct search *search, uint64_t most);
/* The query speaks of the symbol; `context` is the search. */
void search_note_known(void *context, symbol_ref symbol);
/* The facts of the term's symbols, if the query does not speak of all of them; else true. */
term_ref search_missing_facts(struct search *search, term_ref t);
/* The term and these facts: what is asked speaks of threads and launches that exist. */
term_ref search_with_facts(struct search *search, term_ref t);
/* A model of the query and `extra` in the launch becomes the witness. */
bool search_try_launch(struct search *search, const struct launch *launch, term_ref extra, const char *precondition);

#endif

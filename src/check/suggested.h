/* Conditions on sizes that the prover suggests for questions it left open (struct prove_witness), in the launches of a search. */
#ifndef WP_CHECK_SUGGESTED_H
#define WP_CHECK_SUGGESTED_H

#include "check/check.h"
#include "check/open.h"
#include "prove/prove.h"
#include "search/search.h"

/* Those of the question's conditions that the launch breaks, joined by "&&"; NULL: none. In the arena, or static. */
const char *suggested_broken(struct arena *arena, const struct protocol *protocol, const struct open_question *question, const uint32_t block[3],
                             const uint32_t grid[3], const struct prove_named *numbers, uint32_t number_count);

/* A small launch that keeps the conditions of all open questions, for a search to begin with; its numbers are in the arena. False: small
   launches keep them anyway, or none was found. */
bool suggested_seed(struct arena *arena, const struct protocol *protocol, const struct open_questions *open, const struct check_options *options,
                    struct search_seed *seed);

#endif

/* What a search finds, told as `check` tells findings (search/search.h).

   The prover has answered before. Its preconditions say which launches are unnatural: what only these show is a warning.
   What it proved and a natural launch violates anyway rests on what the proof assumed, and is a warning that says so;
   if it assumed nothing, the property is refuted. */
#ifndef WP_CHECK_SEARCH_H
#define WP_CHECK_SEARCH_H

#include "check/conductor.h"

/* Looks for violations of what is not proved, and puts them into the conductor. */
void search_unproved(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope);

/* The command `search`: the result is what the search saw, in place of what was proved; advice is that of the prover for
   barriers without which no run showed a conflict. */
void search_alone(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope);

#endif

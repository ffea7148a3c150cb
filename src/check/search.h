/* Converts findings of a search (search/search.h) to findings of `check`.

   The prover ran before. Launches that violate its preconditions are unnatural: a violation that only such launches show is a
   warning. If a natural launch violates a property that was proved, it breaks an assumption of the proof, and the finding is a
   warning that says so; if the proof has no assumptions, the property is refuted. */
#ifndef WP_CHECK_SEARCH_H
#define WP_CHECK_SEARCH_H

#include "check/conductor.h"
#include "check/replay.h"

/* Looks for what stays possible after the replays (check/open.h), in natural launches and with contents that no convention excludes
   (distinct, ascending indices in range). What is found is confirmed; nothing else is told. */
void search_open(struct conductor *c, const struct prove_report *report, const struct replay_report *replay, const struct prove_scope *scope);

/* Looks for violations of what is not proved, and puts them into the conductor. */
void search_unproved(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope);

/* The command `search`: the result is what the search saw, in place of what was proved; advice is that of the prover for
   barriers without which no run showed a conflict. */
void search_alone(struct conductor *c, const struct prove_report *report, const struct prove_scope *scope);

#endif

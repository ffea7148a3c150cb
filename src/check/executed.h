/* Counterexamples of protocols and of BabyCUDA programs, which have no kernel that the simulator could run. They are executed by the calculus' own semantics: a program by the rules of Figure 5
   (calculus/execute.h), from a history that defines every cell; a protocol item by item
   (calculus/execute_map.h). A race is confirmed if the run shows it at the same two statements, and
   the values that are written are not what the other thread wrote or what was there. */
#ifndef WP_CHECK_EXECUTED_H
#define WP_CHECK_EXECUTED_H

#include "check/replay.h"

/* Sets the verdict of a counterexample. */
void executed_race(struct arena *arena, const struct replay_request *request, const struct prove_conflict *conflict, struct replay_verdict *verdict);
void executed_divergence(struct arena *arena, const struct replay_request *request, const struct prove_divergence *divergence,
                         struct replay_verdict *verdict);

#endif

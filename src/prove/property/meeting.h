/* Barriers and meetings of lanes: what divergence.c and meeting.c share. Private to the room. */
#ifndef WP_PROVE_MEETING_H
#define WP_PROVE_MEETING_H

#include "prove/decide/ladder.h"
#include "prove/frame/prover.h"
#include "prove/property/property.h"
#include "prove/rung/proof.h"

/* What is found, barrier by barrier. */
struct divergences {
    struct prover *prover;
    struct prove_report *report;
    struct prove_divergence *found; /* what is not proved */
    uint32_t count;
    struct basis basis;             /* of the answers */
    bool *is_apart;                 /* by item: in a loop through which lanes that meet in it may go apart */
};

/* divergence.c */
/* u, which does not come to the place at position `at` (or leaves the loop that
   ends there), does something that stands after it; `round` is the innermost
   loop whose iteration it shares with t. Counters of loops that only the other
   item is in stay free: any iteration will do. What stands in front of the place
   on a way to the end of the kernel is done before the thread leaves, and
   ordered like all else in front. */
term_ref divergence_goes_on(struct prover *prover, enum pairing pairing, uint32_t at, uint32_t round);
/* A query about threads of which one gets to a place if `reached`; `round`: the innermost loop whose iteration both share. */
struct question divergence_question(const struct prover *prover, enum pairing pairing, uint32_t round, term_ref reached, term_ref query);
/* Whether its query is impossible; fills d if not. */
enum prove_outcome divergence_settle(struct divergences *all, const struct question *question, struct prove_divergence *d);

/* meeting.c */
/* Whether all lanes named come to meeting i, after those before it and the loops around it. */
void meeting_judge(struct divergences *all, uint32_t i);
/* Whether lanes that meet in the loop of item `at` go through it together. */
void meeting_judge_rounds(struct divergences *all, uint32_t at);

#endif

/* Missed barriers and missed meetings of lanes: shared by divergence.c and meeting.c. Private to the room. */
#ifndef WP_PROVE_MEETING_H
#define WP_PROVE_MEETING_H

#include "prove/decide/ladder.h"
#include "prove/frame/prover.h"
#include "prove/property/property.h"
#include "prove/rung/proof.h"

/* The divergences found so far. */
struct divergences {
    struct prover *prover;
    struct prove_report *report;
    struct prove_divergence *found; /* divergences that are not proved impossible */
    uint32_t count;
    struct basis basis; /* of the answers */
    bool *is_apart;     /* by item: it is in a loop that lanes of one meeting may leave in different iterations */
};

/* divergence.c */
/* The condition that u, which does not come to position `at` (or leaves the loop that ends there), executes an item behind that
   position. `round` is the innermost loop whose iteration u shares with t. Counters of loops around that item only are free: any
   iteration counts. Items before the position do not count, even if the thread leaves the kernel after them: barriers order them
   like everything before the position. */
term_ref divergence_goes_on(struct prover *prover, enum pairing pairing, uint32_t at, uint32_t round);
/* The question whether the query is impossible. `reached` is the condition that t gets to the place; `round` is the innermost loop
   whose iteration both threads share. */
struct question divergence_question(const struct prover *prover, enum pairing pairing, uint32_t round, term_ref reached, term_ref query);
/* Decides the question; fills *d unless its query is proved impossible. */
enum prove_outcome divergence_settle(struct divergences *all, const struct question *question, struct prove_divergence *d);

/* meeting.c */
/* Decides whether all lanes that the mask names come to meeting i. Call in the order of items, for loops before their items. */
void meeting_judge(struct divergences *all, uint32_t i);
/* Decides whether lanes that meet in the loop of item `at` execute the same iterations of it. */
void meeting_judge_rounds(struct divergences *all, uint32_t at);

#endif

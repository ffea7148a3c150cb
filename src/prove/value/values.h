/* What is known of values: of those read from memory, of what lanes of a warp share, of bounds. */
#ifndef WP_PROVE_VALUES_H
#define WP_PROVE_VALUES_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/rung/proof.h"

/* Whether all lanes of a warp come to a collective together: its proof (lanes.c). */
struct lane_proof { bool is_decided; struct proof proof; };

struct values {
    struct map read_of;                    /* symbol -> the access and lane that read it (contents.c) */
    struct map reached;                    /* symbol and depth -> what the writes that reach it say of it */
    uint64_t trusted;                      /* arrays whose contents proofs may use */
    VEC(struct lane_proof) lanes_converge; /* by shared value of lanes */
    VEC(uint8_t) lanes_doubt;              /* likewise: LANES_ bits */
    struct inside *inside;                 /* what is proved of bounds so far (inside.h) */
};

/* held.c: of a write and a read, the condition under which what is written stands
   there already; false if none is known. `query` is the pair's, iterations shared. What this rests on is added to *given. */
term_ref prover_held(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref query,
                     struct proof *given);

/* lanes.c: what lanes of a warp that share the iterations of these loops know to be equal, of the query's symbols. What this
   rests on is added to *given. */
term_ref prover_lane_facts(struct prover *prover, term_ref query, const uint32_t *shared, uint32_t shared_count, struct proof *given);
/* The symbol is a value that lanes share. */
bool prover_is_lane_value(const struct prover *prover, uint32_t symbol);
/* After prove_divergence: what lanes get where they were not shown to come together is no
   longer used; whether it was, so that what rests on it must be decided again. */
bool prover_doubt_lanes(struct prover *prover);

/* flag.c: the kernel has fences or exchanges. */
bool prover_has_flags(const struct prover *prover);
/* A release of a flag and an acquire of it stand between a (by t) and b (by u),
   whichever comes first; *other_cell: unless the two threads use different cells. */
bool prover_flag_between(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, term_ref *other_cell);

/* ticket.c */
/* What distinct tickets say about the symbols of a query, before iterations are shared; the tickets are added to *given. */
term_ref prover_ticket_facts(struct prover *prover, enum pairing pairing, term_ref query, struct proof *given);
/* What ticket `index` rests on, if a proof used it and the launch does not show it; or NULL. */
const char *prover_ticket_assumption(struct prover *prover, uint32_t index);

/* find_part.c: finds the parts of the block that named barriers and tiles are for. */
void part_find(struct prover *prover);

#endif

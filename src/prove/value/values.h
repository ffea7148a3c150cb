/* Facts about values: those read from memory, those that lanes of a warp share, and bounds of accesses. */
#ifndef WP_PROVE_VALUES_H
#define WP_PROVE_VALUES_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"
#include "prove/rung/proof.h"

/* Whether all lanes of a warp come to a collective together: its proof (lanes.c). */
struct lane_proof {
    bool is_decided;
    struct proof proof;
};

/* What is known of all values that a counter hands out (ticket.c). */
struct ticket_bound {
    bool is_decided;
    term_ref fact; /* of t's */
    struct proof proof;
};

struct values {
    struct map read_of;                    /* symbol -> the access and lane that read it (contents.c) */
    struct map reached;                    /* symbol and depth -> the fact about the writes that reach it */
    uint64_t trusted;                      /* arrays whose contents proofs may use */
    VEC(struct lane_proof) lanes_converge; /* by shared value of lanes */
    VEC(uint8_t) lanes_doubt;              /* likewise: LANES_ bits */
    VEC(struct ticket_bound) ticket_bounds;
    struct inside *inside; /* what is proved of bounds so far (inside.h) */
};

/* held.c: a and b are a write and a read that meet in one cell. A condition under which the cell holds the written value before the
   write; false if none is known. `query` is the pair's, iterations shared. *given gets everything that the condition rests on. */
term_ref prover_held(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref query,
                     struct proof *given);

/* lanes.c: the fact that values of the query are equal which lanes of one warp, in the same iterations of these loops, share.
   *given gets everything that the fact rests on. */
term_ref prover_lane_facts(struct prover *prover, term_ref query, const uint32_t *shared, uint32_t shared_count, struct proof *given);
/* The symbol is a value that lanes share. */
bool prover_is_lane_value(const struct prover *prover, uint32_t symbol);
/* Call after prove_divergence: values of collectives that lanes were not shown to come to together are not shared any more. True if
   a proof used one of them; then every answer that rests on lanes must be decided again. */
bool prover_doubt_lanes(struct prover *prover);

/* flag.c: the kernel has fences or exchanges. */
bool prover_has_flags(const struct prover *prover);
/* What a release of a flag and an acquire of it between two accesses say. */
struct flag_order {
    term_ref apart; /* the condition under which they order nothing: the threads use different flags, or the accesses are of one round */
    bool by_rounds; /* some order only accesses of different rounds of a loop */
};
/* A release of a flag and an acquire of it lie between a (by t) and b (by u), in either order. */
bool prover_flag_between(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct flag_order *order);

/* ticket.c */
/* The fact that tickets of t and u in the query are apart, before iterations are shared; the tickets are added to *given. */
term_ref prover_ticket_facts(struct prover *prover, enum pairing pairing, term_ref query, struct proof *given);
/* Bounds of t's tickets in the query, of counters whose first value is known: below it lie no more updates than there are threads, or different
   values of what each thread that comes to the update has below a bound. What that rests on is added to *given. */
term_ref prover_ticket_bounds(struct prover *prover, term_ref query, struct proof *given);
/* The text of the assumption that the counter of ticket `index` does not wrap; NULL if no proof of these properties used the ticket, or the size of the
   launch shows it. */
const char *prover_ticket_assumption(struct prover *prover, unsigned properties, uint32_t index);

/* find_part.c: fills frame.parts: the threads that take part in each named barrier and tile. */
void part_find(struct prover *prover);

#endif

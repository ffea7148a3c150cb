/* The queries about two accesses that may race. */
#ifndef WP_PROVE_RACE_QUERY_H
#define WP_PROVE_RACE_QUERY_H

#include "prove/decide/ladder.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"

/* t executes a, u executes b, in one case of barrier order. */
struct access_pair {
    enum pairing pairing;
    uint32_t a, b;
    const struct order_case *order;
};

/* Whether a and b can race at all: false for two atomics of one size whose scopes include both threads. */
bool race_is_asked(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);
/* The question whether t executes a, u executes b, no barrier orders them, and they overlap. */
struct question race_question(struct prover *prover, const struct access_pair *pair);
/* Whether the query is proved impossible; the proof's claims are then listed. */
bool race_is_excluded(struct prover *prover, const struct question *question);

/* Where t and u access memory. */
struct race_places {
    term_ref offset[2]; /* of a, as t sees it; of b, as u does */
    term_ref one_base;  /* the condition under which these are counted from one place: not true only of memory behind pointers that memory holds */
};
struct race_places race_places(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);

/* The conjunction of both guards, with iterations shared; and that the offsets of race_places are counted from one place. */
term_ref race_guards(struct prover *prover, const struct access_pair *pair);
/* The accesses overlap only if their offsets are equal: both are multiples of one power of two, their size. */
bool race_is_exact(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);
/* The condition that the values written differ; true unless both are plain writes of known values of one size, or copies. */
term_ref race_values_differ(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);

#endif

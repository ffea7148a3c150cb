/* What is asked of two accesses that may race. */
#ifndef WP_PROVE_RACE_QUERY_H
#define WP_PROVE_RACE_QUERY_H

#include "prove/decide/ladder.h"
#include "prove/frame/prover.h"
#include "prove/order/order.h"

/* t executes a, u executes b, in one case of barrier order. */
struct access_pair { enum pairing pairing; uint32_t a, b; const struct order_case *order; };

/* Whether a race of a and b is asked about at all: not of atomics that exclude each other. */
bool race_is_asked(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);
/* t executes a, u executes b, in this order, and they overlap. */
struct question race_question(struct prover *prover, const struct access_pair *pair);
/* Whether no launch satisfies the question's query; what the proof rests on is listed. */
bool race_is_excluded(struct prover *prover, const struct question *question);

/* Both guards, iterations shared. */
term_ref race_guards(struct prover *prover, const struct access_pair *pair);
/* The accesses overlap only if their offsets are equal: both are multiples of one power of two, their size. */
bool race_is_exact(const struct prover *prover, uint32_t a, uint32_t b);
/* What the two write may differ; true unless both are plain writes of known values of one size, or copies. */
term_ref race_values_differ(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);

#endif

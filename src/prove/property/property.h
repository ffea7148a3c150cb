/* The four properties, and advice. */
#ifndef WP_PROVE_PROPERTY_H
#define WP_PROVE_PROPERTY_H

#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"
#include "prove/witness/witness.h"

/* run.c: begins and ends a run over the kernel. */
void prover_init(struct prover *prover, struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, bool assumes,
                 struct refusals refused);
void prover_release(struct prover *prover);

enum { CONFLICTS_MAX = 4000 }; /* reported per kernel; the property is unproved long before */

/* Answers to pairs, kept for the next round; see prove.c. */
struct pair_answer {
    uint32_t first, count;
    struct basis rests_on;
};
struct race_memory {
    VEC(struct pair_answer) answers;
    const struct prove_conflict *conflicts;
};

/* races.c: decides the pairs whose answers in `memory` rest on something in `gone`; the others keep their answers. Returns the arrays
   with a pair that is not proved, as bits. Adds the bases of all answers to *rests_on. */
uint64_t prove_races(struct prover *prover, struct prove_report *report, struct race_memory *memory, struct basis gone, struct basis *rests_on);
/* divergence.c: decides all barriers and meetings; returns the basis of the answers. */
struct basis prove_divergence(struct prover *prover, struct prove_report *report);

/* joint.c: fills the contracts of the report: for each property, if there is one, a condition that excludes all of its violations
   that are not proved. */
void joint_contracts(struct prover *prover, struct prove_report *report, unsigned properties);

/* bounds.c, assertion.c */
/* Fills the report's bounds. With `uses_contents` proofs may use contents of trusted arrays; returns those that they use, as bits. */
uint64_t prove_bounds(struct prover *prover, struct prove_report *report, bool uses_contents);
/* Some access depends on values read whose writes proofs may use. */
bool bounds_read_memory(const struct prover *prover);
void prove_asserts(struct prover *prover, struct prove_report *report);
/* other.c: assertions that speak of values of another thread. */
bool assertion_is_about_two(const struct prover *prover, const struct proto_assert *claim);
/* Decides the assertion, which is about two threads. */
struct prove_violation decide_about_two(struct prover *prover, uint32_t at);
/* Finds a counterexample of a property of one thread. */
bool find_alone(struct prover *prover, const struct witness_request *request, struct prove_violation *v, bool *unknown);

/* redundant.c: call when races and divergence are decided. */
void prove_redundant(struct prover *prover, struct prove_report *report);

#endif

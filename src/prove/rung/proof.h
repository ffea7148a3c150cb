/* What a proof is: a value, returned by whoever proves.

   A proof says that a query is impossible in every launch in scope, if what it rests on holds:
   claims that operations do not wrap, each needed only where a context holds; arrays that are free
   of races, whose contents it uses; what the lanes of a warp share; tickets. A proof that is
   rejected, or not used, leaves no trace. One that an answer uses is listed (ledger_list): only then
   do its claims become assumptions of the report. */
#ifndef WP_PROVE_PROOF_H
#define WP_PROVE_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "smt/smt.h"
#include "term/term.h"

/* The rung that showed a query to be impossible, and the facts that were added to the query for it. */
enum proof_rung { RUNG_NONE, RUNG_STRUCTURE, RUNG_ALGEBRA, RUNG_INTEGERS, RUNG_PRODUCTS, RUNG_CASES, RUNG_ORDERED, RUNG_POWERS, RUNG_BITS };
enum added_facts { ADDED_NONE, ADDED_EQUAL_READS, ADDED_WRITES, ADDED_BOUNDS };

/* What an answer rests on that may be withdrawn later: arrays whose contents it uses, as bits (contents_bit), and whether it uses
   values that lanes of a warp share (lanes.c). An answer that rests on something withdrawn is found again. */
struct basis {
    uint64_t arrays;
    bool lanes;
};

/* Adds `more` to *to. */
static inline void basis_add(struct basis *to, struct basis more) {
    to->arrays |= more.arrays;
    to->lanes |= more.lanes;
}

/* a and b have an array, or lanes, in common. */
static inline bool basis_meets(struct basis a, struct basis b) {
    return (a.arrays & b.arrays) != 0 || (a.lanes && b.lanes);
}

/* The claims that a proof rests on: a tree whose leaves are claims, shared between proofs. */
struct support;

struct proof {
    bool holds;   /* the query is impossible; else nothing is shown */
    bool gave_up; /* holds is false, and a budget ended before the query was decided */
    enum proof_rung rung;
    enum added_facts added;
    struct support *claims; /* NULL: none */
    struct basis basis;
    uint64_t tickets; /* tickets that it takes to differ, as bits (ticket.c) */
};

/* No proof; `result` is the solver's answer, and SMT_UNKNOWN makes it give up. */
struct proof proof_none(enum smt_result result);
/* A proof that rests on nothing yet. */
struct proof proof_by(enum proof_rung rung);

/* Adds a claim that the proof needs only where `context` holds. */
void proof_add_claim(struct arena *arena, struct proof *proof, uint32_t claim, term_ref context);
void proof_add_claims(struct arena *arena, struct proof *proof, const uint32_t *claims, uint32_t count, term_ref context);
/* The same for a claim about one case of a query (split.c); `original` is the claim about the term before values were put in. */
void proof_add_case(struct arena *arena, struct proof *proof, uint32_t claim, uint32_t original, term_ref context);
/* Adds everything that `other` rests on. */
void proof_add(struct arena *arena, struct proof *proof, const struct proof *other);

/* Calls `visit` for each claim that was not visited before with all of these bits, in the order in which the claims were added. */
typedef void (*support_visit)(void *context, uint32_t claim, uint32_t original, term_ref where);
void support_each(struct support *support, unsigned bits, support_visit visit, void *context);
/* Calls `visit` for each claim, visited before or not, and marks none as visited. */
void support_look(const struct support *support, support_visit visit, void *context);

#endif

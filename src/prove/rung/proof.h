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

/* What showed a query to be impossible, and what was added to it for that. */
enum proof_rung { RUNG_NONE, RUNG_STRUCTURE, RUNG_ALGEBRA, RUNG_INTEGERS, RUNG_CASES, RUNG_POWERS, RUNG_BITS };
enum proof_aid { AID_NONE, AID_EQUAL_READS, AID_WRITES, AID_BOUNDS };

/* Arrays whose contents an answer uses, as bits (contents_bit), and whether it uses what lanes of a
   warp share (lanes.c): both may turn out not to be known, and then the answer is found again. */
struct basis { uint64_t arrays; bool lanes; };

static inline void basis_add(struct basis *to, struct basis more) {
    to->arrays |= more.arrays;
    to->lanes |= more.lanes;
}

static inline bool basis_meets(struct basis a, struct basis b) {
    return (a.arrays & b.arrays) != 0 || (a.lanes && b.lanes);
}

/* The claims that a proof rests on: a tree whose leaves are claims, shared between proofs. */
struct support;

struct proof {
    bool holds;                   /* the query is impossible; else nothing is shown */
    bool gave_up;                 /* it is not shown, and a budget ended before that was certain */
    enum proof_rung rung;
    enum proof_aid aid;
    struct support *claims;       /* NULL: none */
    struct basis basis;
    uint64_t tickets;             /* that are apart, as bits (ticket.c) */
};

/* Nothing is shown; `result` is what the solver said. */
struct proof proof_none(enum smt_result result);
/* The query is impossible, under no claim so far. */
struct proof proof_by(enum proof_rung rung);

/* The proof rests on the claim, wherever `context` holds. */
void proof_add_claim(struct arena *arena, struct proof *proof, uint32_t claim, term_ref context);
void proof_add_claims(struct arena *arena, struct proof *proof, const uint32_t *claims, uint32_t count, term_ref context);
/* The same of a claim about a case of a query; `original` is the claim about the term that the case is of. */
void proof_add_case(struct arena *arena, struct proof *proof, uint32_t claim, uint32_t original, term_ref context);
/* The proof rests on what `other` rests on. */
void proof_add(struct arena *arena, struct proof *proof, const struct proof *other);

/* Calls `visit` for each claim that was not visited before, in the order in which the claims were added. */
typedef void (*support_visit)(void *context, uint32_t claim, uint32_t original, term_ref where);
void support_each(struct support *support, support_visit visit, void *context);
/* The same for all of its claims; it does not count as a visit. */
void support_look(const struct support *support, support_visit visit, void *context);

#endif

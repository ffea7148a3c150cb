/* The state of a run over one kernel, in parts: each part is described in the header of the folder that keeps it. Folders are
   ordered (tests/check_layers.sh): a file includes headers of its own folder and of those before it,
   frame < order < rung < value < decide < witness < condition < property. */
#ifndef WP_PROVE_PROVER_H
#define WP_PROVE_PROVER_H

#include "base/map.h"
#include "base/vec.h"
#include "integer/integer.h"
#include "prove/frame/budget.h"
#include "prove/prove.h"
#include "smt/smt.h"

enum pairing { WITHIN_BLOCK, BETWEEN_BLOCKS, PAIRING_COUNT };

struct prover {
    struct arena *arena;
    const struct protocol *protocol;
    struct term_table *terms;
    const struct prove_scope *scope;
    struct integer_space *integers; /* terms as mathematical integers */
    struct smt *smt;
    struct budget budget; /* of the kernel, in solver steps */
    struct prove_stats stats;
    struct frame *frame;           /* the protocol in scope: frame/frame.h */
    struct threads *threads;       /* symbols of further threads: frame/threads.h */
    struct arithmetic *arithmetic; /* formulas for the solver, symbols that stand for sizes: rung/arithmetic.h */
    struct memo *memo;             /* queries that were decided: rung/memo.h */
    struct ledger *ledger;         /* what answers rest on: rung/ledger.h */
    struct values *values;         /* what is known of values read, of lanes, of bounds: value/values.h */
    struct launches *launches;     /* where models are looked for: witness/launch.h */
    struct conditions *conditions; /* preconditions found so far: condition/precondition.h */
    struct trace *trace;           /* what was asked: property/trace.h */
};

/* The term is a condition: a Boolean. */
static inline bool prover_is_condition(const struct prover *prover, term_ref t) {
    return !term_is_none(t) && term_width(prover->terms, t) == 1;
}

#endif

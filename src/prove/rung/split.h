/* Proofs by cases, where loops shift: what split.c and combine.c share. */
#ifndef WP_PROVE_SPLIT_H
#define WP_PROVE_SPLIT_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/frame/prover.h"
#include "prove/rung/proof.h"

#define ORDINALS_MAX 3 /* ordinals by which one query shifts */
#define CASES_MAX 600u /* questions asked for one query */

struct split {
    struct prover *prover;
    enum pairing pairing;
    symbol_ref ordinals[ORDINALS_MAX];
    uint32_t count;
    bool overflow;
    uint64_t values[ORDINALS_MAX]; /* of the ordinals, while they are enumerated */
    uint32_t cases;
    struct proof proof;       /* of the cases so far */
    VEC(term_ref) shifts;     /* terms that are 0 where the shift amount is too large */
    VEC(term_ref) filters;    /* conditions on the ordinals alone */
    VEC(term_ref) conditions; /* the other conditions */
    VEC(uint32_t) group;      /* by condition: the first condition that shares symbols with it, directly or through others */
};

/* Subterms of a query that depend on ordinals only. */
struct parts {
    VEC(term_ref) list;
};

/* Values of the parts, one array for each combination. */
struct combinations {
    VEC(uint64_t *) list;
    uint64_t *next;   /* room for one more */
    struct map known; /* hash -> index in list */
};

/* Whether a term depends on ordinals, and on anything else. A value read from memory and other uninterpreted functions count as
   anything else even if their arguments are ordinals: they cannot be evaluated. */
struct mixture {
    bool ordinals, others;
};

/* Adds to the proof of all cases what the proof of `now`, the query with s (NULL: nothing) put in, and more, rests on. */
void split_add_case(struct prover *prover, enum pairing pairing, struct substitution *s, term_ref query, term_ref now, struct proof *proof);
/* The symbol is one of the ordinals. */
bool split_is_ordinal(const struct split *split, symbol_ref symbol);
/* What the term depends on. */
struct mixture split_mixture(const struct split *split, term_ref root);
/* The maximal subterms of the query that depend on ordinals only. */
void split_parts(const struct split *split, term_ref query, struct parts *parts);
/* All combinations of values that the parts have together; false if there are too many. */
bool split_combine(struct split *split, const struct parts *parts, struct combinations *found);

#endif

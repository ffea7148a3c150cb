/* Conditions on a launch that a kernel's own indices suggest (docs/theory.md,
   "Preconditions"; docs/contracts.md has the grammar).

   Constants come from the kernel: tile sizes, steps, widths of types. No
   condition bounds a problem size from above by the launch, and none limits a
   block to one thread or a grid to one block. */
#ifndef WP_PROVE_CANDIDATE_H
#define WP_PROVE_CANDIDATE_H

#include "prove/frame/prover.h"
#include "prove/witness/witness.h"

/* From the most natural to the least. */
enum candidate_class {
    CANDIDATE_STATED,     /* an assertion about sizes alone */
    CANDIDATE_AXIS,       /* blockDim.y == 1, gridDim.y == 1: threads, or blocks, of the axis are only counted */
    CANDIDATE_TILE,       /* blockDim.a <= C */
    CANDIDATE_MULTIPLE,   /* blockDim.a % C == 0 */
    CANDIDATE_POWER,      /* a power of two */
    CANDIDATE_SIGN,       /* P >= 0, P >= 1 */
    CANDIDATE_ORDER,      /* P >= Q of a difference P - Q */
    CANDIDATE_EXTENT,     /* accesses stay inside an array of known extent: blockDim.a <= C, P <= C, Q >= P */
    CANDIDATE_ROW,        /* a stride is no smaller than its row */
    CANDIDATE_LONG_ROW,   /* a stride is no smaller than its row plus the constant between two offsets */
    CANDIDATE_SAME,       /* P == Q */
    CANDIDATE_DIVISIBLE,  /* P % C == 0 */
    CANDIDATE_POSITIVE,   /* positive(a) */
    CANDIDATE_END,        /* in_range(a, 0, P + 1): ends of rows */
    CANDIDATE_RANGE,      /* in_range(a, 0, P) */
    CANDIDATE_DISTINCT,   /* distinct(a) */
    CANDIDATE_SORTED,     /* sorted(a) */
    CANDIDATE_INCREASING, /* increasing(a) */
    CANDIDATE_CLASSES
};

struct candidate {
    enum candidate_class class;
    struct prove_condition condition;
    symbol_ref symbol; /* POWER, MULTIPLE, DIVISIBLE: the symbol that the condition is about; SAME: it equals `other` */
    term_ref other;
    uint32_t axis, limit; /* blockDim.axis <= limit, or gridDim of axis - 3; else limit is 0 */
    uint32_t multiple;    /* MULTIPLE, DIVISIBLE: the symbol is a multiple of this */
    bool is_contents;     /* the term is a symbol for a condition on contents: frame/elements.h has what it says */
    bool is_likely;       /* tried alone before all others: order, of elements that are ends of rows */
    bool is_given;        /* the guard implies the limit: launches are cut to it even if the condition is not chosen */
};

enum { CANDIDATES_MAX = 32 };

struct candidates {
    struct candidate list[CANDIDATES_MAX];
    uint32_t count;
};

/* The conditions that the items, or the access, of a request suggest, in order of class. Conditions that the scope makes true or
   false are left out. */
void candidates_of(struct prover *prover, const struct witness_request *request, struct candidates *out);

/* masks.c. Of a set of candidates: the power of two whose cases are looked at, one that a mask is made of if there is one, or NULL;
   what a mask of a parameter needs, or 0. */
const struct candidate *candidates_power(const struct term_table *t, const struct candidates *c, uint32_t set);
uint32_t candidates_of_masks(const struct term_table *t, const struct candidates *c, uint32_t set);

#endif

/* Which premises an author would believe, and in which words. */
#ifndef WP_PROVE_NATURE_H
#define WP_PROVE_NATURE_H

#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/rung/premise.h"

/* What the high parts of two numbers differ by, in its smallest step. */
enum separator {
    SEPARATE_DISTANCE, /* by nothing that differs between threads: two accesses lie so far apart */
    SEPARATE_BLOCK,    /* by a block index */
    SEPARATE_THREAD,   /* by another thread index, or a quotient or remainder of one */
    SEPARATE_ROUNDS,   /* by the ordinal of a loop of constantly many rounds */
    SEPARATE_WALK,     /* by the ordinal of another loop */
    SEPARATE_VALUE,    /* by something else */
    SEPARATORS
};

/* The premise width <= radix: low parts lie in one interval of `width` numbers. */
struct row {
    struct quantity radix, width;
    struct index_sum low; /* the low part that is largest */
    term_ref high;        /* the high part beside it; TERM_NONE: it cannot be stated */
    uint32_t side;        /* the access that both are of */
    enum separator separator;
    bool is_number;          /* of a number that the kernel takes apart by a constant, not of an offset */
    bool is_apart;           /* the largest and the least low part are of different accesses, a constant apart */
    bool is_named;           /* a distance between rows that parameters name: to * P and from * P */
    bool is_outer;           /* the width counts rows that are exactly as long as their own radix: whole rows lie inside this one */
    bool is_element;         /* the low part is the same for all threads: one element of a row */
    int64_t group;           /* 1; else blockDim.a in the width counts groups of so many threads, threadIdx.a / group */
    uint32_t rank, low_rank; /* of the high part; of what the low part counts in steps of parameters (survey_digit_rank) */
    uint32_t order;          /* the greatest rank in the low part */
};
enum { ROWS_MAX = 128 };
struct rows_found {
    struct row list[ROWS_MAX];
    uint32_t count;
};

/* Adds those premises as conditions that an author would believe: no launch is bounded by a problem size, no block is limited to
   one thread and no grid to one block. */
void nature_add_rows(struct survey *survey, struct rows_found *rows);

#endif

/* Which premises an author would believe, and in which words. */
#ifndef WP_PROVE_NATURE_H
#define WP_PROVE_NATURE_H

#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/rung/premise.h"

/* The premise begin + width <= radix of a row of cells: `width` is M + step, M the largest value of the number that is to be below
   the radix, without its constant `begin`, and `step` the distance of two cells. `is_stride`: see struct premise. `rank`: of
   the high part; `low_rank`: of what the low part counts in steps of parameters (survey_digit_rank). */
struct row {
    struct quantity radix, width;
    int64_t begin, step;
    bool is_stride;
    uint32_t rank, low_rank;
};
struct rows_found {
    struct row list[PREMISES_MAX];
    uint32_t count;
};

/* Adds those premises as conditions that an author would believe: no launch is bounded by a problem size, no block is limited to
   one thread and no grid to one block. */
void nature_add_rows(struct survey *survey, struct rows_found *rows);

#endif

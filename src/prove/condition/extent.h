/* The low part of a number that the mixed-radix lemma takes apart: how large it gets over all threads that execute an access. */
#ifndef WP_PROVE_EXTENT_H
#define WP_PROVE_EXTENT_H

#include "prove/condition/index.h"
#include "prove/condition/survey.h"

/* The low part of one number: its largest value, what of it is the same for all threads, the distance of two of its values. */
struct extent {
    struct quantity most, uniform;
    int64_t step, group;
    uint32_t subject; /* the access whose guards were used */
};

/* The extent of `low` for the threads that execute the access `subject`. `has_groups`: threadIdx.a / C counts as threadIdx.a in groups of
   C. False: no bound is known. */
bool extent_of(struct survey *survey, uint32_t subject, term_ref low, bool has_groups, struct extent *out);

#endif

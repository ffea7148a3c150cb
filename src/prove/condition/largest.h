/* The largest value of a number over all threads that execute an access, as a quantity over sizes (docs/theory.md, "Preconditions"). */
#ifndef WP_PROVE_LARGEST_H
#define WP_PROVE_LARGEST_H

#include "integer/polynomial.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"
#include "prove/rung/bounding.h"

/* Bounds of what a thread of the launch computes, that satisfies the guard of the subject if `guarded`. One at a time for each prover;
   the next call makes it anew. */
struct bounding *largest_within(struct survey *survey, const struct subject *subject, bool guarded);
/* The number as a polynomial over leaves, as if nothing wrapped; false if it is too large. */
bool largest_number(struct bounding *b, term_ref number, struct polynomial *out);
/* The largest value of p over sizes: by all guards, or else by those alone that compare with sizes; false: none is known. */
bool largest_of(struct bounding *b, const struct polynomial *p, struct polynomial *most);
/* A polynomial over sizes as a quantity; false if it does not fit. */
bool largest_quantity(const struct bounding *b, const struct polynomial *p, struct quantity *out);
/* The term without extensions. */
term_ref largest_without_casts(const struct term_table *t, term_ref r);

#endif

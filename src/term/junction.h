/* Conjunctions and disjunctions of Booleans. See junction.c. */
#ifndef WP_TERM_JUNCTION_H
#define WP_TERM_JUNCTION_H

#include "term/table.h"

/* Members of one junction; longer ones are opaque: members of other junctions. */
enum { JUNCTION_CAP = 16 };

/* a op b for Booleans; op is TERM_AND or TERM_OR. */
term_ref junction_build(struct term_table *table, enum term_op op, term_ref a, term_ref b);

/* Whether b is the negation of a, both Booleans. Makes no terms. */
bool junction_is_complement(const struct term_table *table, term_ref a, term_ref b);

#endif

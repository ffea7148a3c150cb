/* Equations that say that a number is a multiple of a constant. */
#ifndef WP_PROVE_SAID_H
#define WP_PROVE_SAID_H

#include "prove/frame/prover.h"
#include "term/term.h"

/* `number` is a multiple of `of`; the equation is x % of == 0 (op: SREM or UREM), or (x & (of - 1)) == 0 with a power of two (op: AND). */
struct said_multiple {
    term_ref number;
    enum term_op op;
    uint64_t of;
};

/* Whether the equation rest == zero has this form; then it fills *said, with of >= 1. */
bool said_multiple(const struct term_table *t, term_ref rest, term_ref zero, struct said_multiple *said);

#endif

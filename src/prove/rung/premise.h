/* Premises that the mixed-radix lemma lacks (docs/theory.md, "Preconditions").

   The lemma takes X*W + low = Y*W + low' apart if something shows 0 <= low, low' < W: ranges, facts, or the solver. Where
   nothing does, `low < W` is what the proof lacks. Premises are for conditions (condition/abduce.c); no proof uses them. */
#ifndef WP_PROVE_PREMISE_H
#define WP_PROVE_PREMISE_H

#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/decide.h"

enum { PREMISES_MAX = 64 };

/* low[0] and low[1] lie in one interval of `radix` numbers, where the equal numbers are high[i] * radix + low[i]; i = 0: of thread t,
   1: of u. All are terms of 64 bits over the symbols of one thread, as the kernel names them. `radix` is a constant or has parameters:
   premises about launch dimensions alone are none that an author states. high[i] is TERM_NONE if it cannot be stated. `is_stride`: high
   differs between threads; else the radix is a distance between the two numbers. */
struct premise {
    term_ref low[2], high[2], radix;
    bool is_stride;
};
struct premises {
    struct premise list[PREMISES_MAX];
    uint32_t count;
};

/* The space in which premises are looked for: one that ignores wraps, since what a kernel is meant to compute suggests its conditions.
   Made once for each prover. */
struct integer_space *premise_space(struct prover *prover);

/* The premises with which the equality of the two offsets would be taken apart completely, in every way that the radices in them
   allow: each premise that nothing shows is assumed and recorded. Stops at PREMISES_MAX. */
void algebra_premises(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, struct premises *out);

/* The number high * radix + low. */
struct digits {
    const struct linear *high, *low;
};
/* Records the premise for the two numbers; false if one of the two cannot be stated as a term, the radix is no constant
   and not of parameters, or the list is full. */
bool premise_add(struct prover *prover, struct integer_space *space, struct premises *premises, const struct digits numbers[2],
                 const struct linear *radix);

#endif

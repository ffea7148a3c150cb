/* Floating-point values that are exact: integers of bounded range divided by a power of two. `(int)(threadIdx.x * 2.0f)`,
   `(int)ceil(n / 32.0)` of an int n, `x * 0.5f < y`. Such a value is n / 2^scale, and each operation on it is exact while |n| fits the
   format's significand (IEEE 754, 5.4.1: a result that is representable is the result). */
#ifndef WP_PROTOCOL_DYADIC_H
#define WP_PROTOCOL_DYADIC_H

#include "kernel/kernel.h"
#include "term/term.h"

/* The term of a conversion to an integer or of a comparison, `inst`, whose operands are exact; or TERM_NONE. The operands' terms are
   applications of functions that are named like instructions (value_operation). */
term_ref dyadic_operation(struct term_table *terms, const struct kernel *kernel, const struct inst *inst, const term_ref *operands);

#endif

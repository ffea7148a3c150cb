/* Operations on floating-point constants whose result every device agrees on. Terms hold real numbers as their bits. */
#ifndef WP_TERM_REAL_H
#define WP_TERM_REAL_H

#include "term/term.h"

/* The value of function `name` (the operation of the kernel's IR, a comparison with its predicate: "fcmp.14") for constants of 32 or 64 bits:
   comparisons, negation, conversions between the two formats. TERM_NONE: another function or width, or a number that a device may take for 0
   (-ftz). Sums and products are left alone: compilers fuse them. */
term_ref real_fold(struct term_table *table, const char *name, uint8_t width_bits, const term_ref *arguments, uint32_t count);

/* The bits of the number in IEEE's format of 16, 32 or 64 bits, rounded to the nearest. */
uint64_t real_bits_of(double number, uint8_t width_bits);

#endif

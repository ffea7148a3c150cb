/* Sums read as mixed-radix numbers: what a division, a mask or a truncation leaves. */
#ifndef WP_TERM_DIGITS_H
#define WP_TERM_DIGITS_H

#include "term/table.h"

/* Modulo 2^bits: takes away the monomials that are multiples of it. Whether *t changed. */
bool digits_reduce(struct term_table *table, term_ref *t, uint8_t bits);

/* If t is divisor * q + r without wrapping, r < divisor, for simpler q and r: those. */
bool digits_divide(struct term_table *table, term_ref t, uint64_t divisor, term_ref *quotient, term_ref *remainder);

/* If t is high + low, high being a multiple of 2^bits and low less, neither of them 0: those. */
bool digits_split(struct term_table *table, term_ref t, uint8_t *bits, term_ref *high, term_ref *low);

/* If t is 2^k * x with k >= 1, its coefficients being multiples of 2^k: t & mask as 2^k * (x & (mask >> k)). */
bool digits_mask_scaled(struct term_table *table, term_ref t, uint64_t mask, term_ref *out);

/* t as a sum of parts of which no two have a bit in common: how many; 0 if it is none. */
uint32_t digits_parts(struct term_table *table, term_ref t, term_ref *parts);

/* Bits of t that are set in some model; some of the others too. */
uint64_t digits_possible(struct term_table *table, term_ref t);

/* Low bits of t that are zero in every model. */
uint8_t digits_trailing_zeros(const struct term_table *table, term_ref t);

#endif

/* Words and numbers of witness files and of arguments on the command line. */
#ifndef WP_SIMULATE_WITNESS_WORDS_H
#define WP_SIMULATE_WITNESS_WORDS_H

#include "simulate/witness.h"

const char *witness_fill_name(enum witness_fill fill);

/* Whether arrays can have such elements: integers and floats of 8, 16, 32 or 64 bits. */
bool witness_is_element(struct type type);

/* Integers as signed decimals; floats so that they read back to the same bits. */
void witness_print_value(struct type type, uint64_t bits, struct buffer *out);

/* An integer of any base (0x, 0b, 0) and either sign that fits as signed or unsigned number,
   true, false, a character in quotes; a decimal or hexadecimal float, inf, nan; for floats and
   pointers 0x is a number and bits. */
bool witness_read_value(struct type type, const char *text, uint64_t *bits);

#endif

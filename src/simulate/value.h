/* Arithmetic on single values: integers of 1 to 64 bits and IEEE floats, as bit
 * patterns, zero-extended. Results are masked to the width.
 *
 * Floats of up to 32 bits are computed in double and rounded once more; for + - * / and
 * square roots that gives the correctly rounded result, since 53 >= 2 * 24 + 2
 * (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30(3), 1995). */
#ifndef WP_SIMULATE_VALUE_H
#define WP_SIMULATE_VALUE_H

#include "kernel/kernel.h"

uint64_t value_mask(uint32_t width_bits);
int64_t value_signed(uint64_t value, uint32_t width_bits);

/* ADD..XOR, MULHI; *defined is false after a division by zero. */
uint64_t value_binary(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b, bool *defined);

/* Whether the result of an ADD, SUB, MUL or SHL does not fit, as a signed or an unsigned number. */
bool value_wraps(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b, bool is_signed);
bool value_compare(enum inst_op op, uint32_t width_bits, uint64_t a, uint64_t b);
uint64_t value_unary(enum inst_op op, uint32_t width_bits, uint64_t a);
uint64_t value_funnel(enum inst_op op, uint32_t width_bits, uint64_t high, uint64_t low, uint64_t amount);

double value_to_double(struct type type, uint64_t bits);
uint64_t value_from_double(struct type type, double value); /* to nearest, ties to even */

/* FADD..FREM; FNEG ignores b. */
uint64_t value_float(enum inst_op op, struct type type, uint64_t a, uint64_t b);
bool value_fcmp(uint64_t predicate, struct type type, uint64_t a, uint64_t b);

/* FPTRUNC, FPEXT, FPTOSI, FPTOUI, SITOFP, UITOFP, TRUNC, ZEXT, SEXT, BITCAST. */
uint64_t value_convert(enum inst_op op, struct type to, struct type from, uint64_t a);

/* The value an atomic operation leaves. */
uint64_t value_atomic(enum atomic_op op, struct type type, uint64_t old, uint64_t operand);

#endif

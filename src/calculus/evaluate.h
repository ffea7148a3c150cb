/* Expressions under an environment: n evaluates to a natural, c to 0 or 1. */
#ifndef WP_CALCULUS_EVALUATE_H
#define WP_CALCULUS_EVALUATE_H

#include "calculus/baby.h"

/* `values` by name: what the paper substitutes for the variable. */
uint32_t baby_evaluate(const struct baby_program *program, uint32_t expr, const uint32_t *values);

/* One operator of one or two operands on numbers. */
uint32_t baby_operate(enum baby_op op, uint32_t a, uint32_t b);

#endif

/* Pure functions by name. */
#ifndef WP_SIMULATE_CALLEE_H
#define WP_SIMULATE_CALLEE_H

#include "kernel/kernel.h"

/* Evaluates the call of `name`. Unknown functions give a value that depends on the name
 * and the arguments only, and is not exact. */
uint64_t callee_evaluate(const char *name, struct type result, const struct type *types, const uint64_t *arguments, uint32_t count, bool *exact);

/* The name without what marks library, precision and rounding: "__nv_fast_expf" and
 * "llvm.exp.f32" are "exp". At most size_bytes bytes with the NUL; for tests. */
void callee_base_name(const char *name, char *base, size_t size_bytes);

#endif

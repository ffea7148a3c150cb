/* Pure integer intrinsics on scalars: minimum, bit counts, saturation, overflow, ... */
#ifndef WP_LLVM_DECODE_LANES_H
#define WP_LLVM_DECODE_LANES_H

#include <string.h>

#include "llvm/decode.h"

typedef value_ref (*lane_function)(struct decoder *d, const value_ref *operands);

/* For an intrinsic's name without its type suffix, or NULL; *operands of the call count. */
lane_function lane_function_of(const char *name, uint32_t *operands);

/* op is ADD, SUB or MUL. The result is i1: whether *result wrapped. */
value_ref lane_overflow(struct decoder *d, enum inst_op op, bool is_signed, const value_ref *operands, value_ref *result);

#endif

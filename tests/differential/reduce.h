/* Smaller variants of a kernel, for the reducer. */
#ifndef WP_TESTS_REDUCE_H
#define WP_TESTS_REDUCE_H

#include "generate.h"

/* The variant with this number, or NULL after the last one; simpler ones first. A variant is
   never larger than the kernel; it need not compile. */
struct generated *reduce_variant(struct arena *arena, const struct generated *kernel, uint32_t number);
uint32_t reduce_variant_count(const struct generated *kernel);

#endif

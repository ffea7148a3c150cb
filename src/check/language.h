/* Differences between CUDA and OpenCL in what is checked. */
#ifndef WP_CHECK_LANGUAGE_H
#define WP_CHECK_LANGUAGE_H

#include "check/check.h"

/* The options with what the kernel's language decides: whether exited threads count as arrived, and
   a global offset of 0 unless one is given. The result's lists belong to the arena. */
struct check_options language_options(struct arena *arena, const struct protocol *protocol, const struct check_options *options);

/* "global_offset_x": the parameter that stands for the offset along that axis. */
const char *language_offset_name(uint32_t axis);

#endif

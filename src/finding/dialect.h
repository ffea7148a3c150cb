/* The words of a language in what is told of its kernels. */
#ifndef WP_FINDING_DIALECT_H
#define WP_FINDING_DIALECT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "finding/finding.h"
#include "kernel/kernel.h"

/* A text of ours in OpenCL's words: work-item, work-group, local memory, get_local_size(0). Names
   in single quotes and lines of source ("  12 | ...") stay as they are; so does a text that was
   translated before. */
const char *dialect_text(struct arena *arena, const char *text);

/* The same for what the buffer holds from `start` on. */
void dialect_buffer(struct buffer *out, size_t start);

/* All texts of the result, if its kernel is OpenCL's. */
void dialect_result(struct arena *arena, struct kernel_result *result);

#endif

/* What nvcc accepts and clang does not, rewritten in preprocessed text: `<< <grid, block>> >` with spaces (as formatters leave it), and special
   registers with one % in assembly that has operands (`%laneid`). Lines stay lines. */
#ifndef WP_FRONT_DIALECT_H
#define WP_FRONT_DIALECT_H

#include "base/buffer.h"

void dialect_translate(struct buffer *text);

#endif

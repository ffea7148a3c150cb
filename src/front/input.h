/* What a file is, from its name, and whether its contents agree: found before clang runs, so
 * that the message is ours and short. */
#ifndef WP_FRONT_INPUT_H
#define WP_FRONT_INPUT_H

#include "base/arena.h"
#include "front/front.h"

enum input_kind { INPUT_CUDA, INPUT_OPENCL, INPUT_BITCODE, INPUT_TEXTUAL_IR };

/* FRONT_OK and *kind, or another status and *message, one line that begins with the path. */
enum front_status input_examine(struct arena *arena, const char *path, enum input_kind *kind,
                                char **message);

#endif

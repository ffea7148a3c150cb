/* What a file is, from its name, and whether its contents agree: found before clang runs, so
 * that the message is ours and short. */
#ifndef WP_FRONT_INPUT_H
#define WP_FRONT_INPUT_H

#include "base/arena.h"
#include "front/front.h"

enum input_kind {
    INPUT_CUDA,
    INPUT_OPENCL,
    INPUT_BITCODE,
    INPUT_TEXTUAL_IR,
    INPUT_HOST,  /* C++, which has no kernels; read for launches only */
    INPUT_HOST_C /* the same in C */
};

/* By its ending; false: of no kind known here. */
bool input_kind_of(const char *path, enum input_kind *kind);

/* FRONT_OK and *kind, or another status and *message, one line that begins with the path. */
enum front_status input_examine(struct arena *arena, const char *path, enum input_kind *kind, char **message);

#endif

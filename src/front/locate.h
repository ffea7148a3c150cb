/* Where things are: clang, the bundled device headers, a CUDA toolkit. */
#ifndef WP_FRONT_LOCATE_H
#define WP_FRONT_LOCATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "front/front.h"

/* A path of a clang of version 19, or NULL and *error, one line that says what to install. */
const char *locate_clang(struct arena *arena, const char *wanted, const char **error);

/* The folder that holds cuda/__warpproof_cuda.h, or NULL and *error. */
const char *locate_share(struct arena *arena, const struct front_options *options, const char **error);

/* The folder that holds include/cuda_runtime.h; NULL if `wanted` (which may be NULL: look where
   toolkits usually are) is none. */
const char *locate_toolkit(struct arena *arena, const char *wanted);

/* Whether the toolkit has a header that programs include by this name. */
bool toolkit_has_header(struct arena *arena, const char *toolkit, const char *header);

#endif

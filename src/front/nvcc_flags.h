/* The user's compiler options, as a build passes them to nvcc or clang, made fit for our
 * clang command: nvcc's spellings translated, what would change the kind of output or the
 * optimisation level dropped, input files dropped. */
#ifndef WP_FRONT_NVCC_FLAGS_H
#define WP_FRONT_NVCC_FLAGS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/vec.h"

struct nvcc_flags {
    VEC(const char *) args;      /* for clang, in the user's order */
    VEC(const char *) instances; /* names of kernels with their template arguments: our own option --instantiate */
    const char *architecture;    /* "sm_80"; NULL: none was named */
};

/* Texts belong to arena or to the caller's arguments; the vector to the result. */
void nvcc_flags_translate(struct arena *arena, const char *const *args, size_t count, struct nvcc_flags *result);

void nvcc_flags_release(struct nvcc_flags *flags);

#endif

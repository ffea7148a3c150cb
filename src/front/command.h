/* The clang command for one attempt. */
#ifndef WP_FRONT_COMMAND_H
#define WP_FRONT_COMMAND_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"
#include "front/nvcc_flags.h"

struct command_request {
    const char *clang, *share, *toolkit; /* toolkit NULL: the bundled headers */
    const char *source, *output;
    bool with_standard_headers; /* bundled headers: also the headers that nvcc includes by itself */
    bool gpuverify_annotations;
    const struct nvcc_flags *flags;
};

struct command {
    VEC(const char *) arguments; /* ends in a null pointer */
};

/* Texts belong to arena or to the request. */
void command_build(struct arena *arena, const struct command_request *request,
                   struct command *command);

void command_release(struct command *command);

#endif

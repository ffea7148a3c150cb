/* The clang command for OpenCL C. */
#ifndef WP_FRONT_OPENCL_H
#define WP_FRONT_OPENCL_H

#include "front/command.h"

/* What a source is read as: a version of the language, and whether the macros of all extensions are defined that
 * clang's header offers to SPIR. */
struct opencl_dialect {
    const char *standard; /* "CL1.2", say; NULL: the user's options name it */
    bool has_extensions;
};

/* The dialects to try in turn. Returns how many. */
uint32_t opencl_dialects(const struct nvcc_flags *flags, const struct opencl_dialect **dialects);

/* For request->source, to bitcode. Texts belong to arena or to the request. */
void opencl_command(struct arena *arena, const struct command_request *request, const struct opencl_dialect *dialect, struct command *command);

#endif

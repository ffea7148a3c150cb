/* The clang command for OpenCL C. */
#ifndef WP_FRONT_OPENCL_H
#define WP_FRONT_OPENCL_H

#include "front/command.h"

/* For request->source, to bitcode. `standard` is "CL1.2", say, for sources of which the user's
 * options name none. Texts belong to arena or to the request. */
void opencl_command(struct arena *arena, const struct command_request *request,
                    const char *standard, struct command *command);

/* Whether the user's options name a version of the language. */
bool opencl_has_standard(const struct nvcc_flags *flags);

#endif

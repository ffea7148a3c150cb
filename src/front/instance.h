/* Instances of kernel templates that the user names: `kernel<float, 256>`.
 *
 * clang compiles a copy of the source under the source's own name. The copy ends in a variable for each instance, initialised
 * with the kernel's address, which makes clang instantiate and keep the kernel whatever its parameters are. The variables stand
 * behind a #line directive: errors in them have the file name INSTANCE_FILE. */
#ifndef WP_FRONT_INSTANCE_H
#define WP_FRONT_INSTANCE_H

#include <stdbool.h>

#include "base/arena.h"
#include "front/nvcc_flags.h"

#define INSTANCE_FILE "--instantiate"

/* NULL, or why the text cannot be the name of an instance: it is a qualified name and its template arguments, and nothing that could
   end the variable's definition. */
const char *instance_problem(struct arena *arena, const char *text);

/* Writes the copy into the folder; returns the value of clang's -remap-file, or NULL and *error. */
const char *instances_write(struct arena *arena, const struct nvcc_flags *flags, const char *source, const char *folder, const char **error);

/* The first instance whose name clang's diagnostics have an error in, or NULL. */
const char *instances_blamed(const struct nvcc_flags *flags, const char *diagnostics);

#endif

/* Project files (report/project_read.h): .warpproof.json in the folder of a source or above it. The command line comes before a
   project file, what it says of a kernel before what it says of all. */
#ifndef WP_CLI_PROJECT_H
#define WP_CLI_PROJECT_H

#include "base/buffer.h"
#include "cli/options.h"
#include "report/project_read.h"

/* Sets options->projects, one for each file, NULL where there is none. False and *error if one cannot be used. */
bool project_load(struct arena *arena, struct options *options, const char **error);

/* Adds to options what the project says of every kernel. */
void project_apply(struct arena *arena, const struct project *project, struct options *options);

/* Adds to *check what the project of the options says of this kernel. */
void project_apply_kernel(struct arena *arena, const struct options *options, const char *name, const char *display, struct check_options *check);

/* --print-config: the options of each file and where they come from. */
void project_print(const struct options *options, struct buffer *out);

void project_unload(struct options *options);

#endif

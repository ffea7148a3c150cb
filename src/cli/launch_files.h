/* The launch files that --launches names (docs/launches.md). */
#ifndef WP_CLI_LAUNCH_FILES_H
#define WP_CLI_LAUNCH_FILES_H

#include "cli/options.h"

/* Adds what they say to the options: launches, and conditions on types. False and *error if one cannot be read; all is in `arena`. */
bool launch_files_read(struct arena *arena, struct options *options, const char **error);

#endif

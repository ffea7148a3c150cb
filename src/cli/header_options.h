/* What a file itself says about how it is to be checked. */
#ifndef WP_CLI_HEADER_OPTIONS_H
#define WP_CLI_HEADER_OPTIONS_H

#include "cli/options.h"

/* Changes the options of this file: GPUVerify's annotations if the file uses their names and
   --annotations is not given; with --header-options what its second line says. NULL, or what is
   wrong with that line. What it adds lives in `arena`. */
const char *header_options_read(struct arena *arena, const char *path, struct options *options);

#endif

/* Headers that are compiled once for all host halves (share/warpproof/cuda/__warpproof_host_headers.h). Parsing them is most of what
   reading host code costs. clang refuses the file where a header has changed since, or an option differs; then, and where a program does
   not compile with it, everything is compiled as without. */
#ifndef WP_FRONT_PRECOMPILED_H
#define WP_FRONT_PRECOMPILED_H

#include "front/command.h"
#include "front/front.h"

/* The file for the host half; NULL: there is none, or macros of the program or its options may change what the headers declare. */
const char *precompiled_for(struct arena *arena, const struct front_options *options, const struct command_request *request);

#endif

/* Headers that are compiled once: the bundled ones for device code, these with the headers of C and C++ that nvcc includes by itself, and
   what host halves begin with (share/warpproof/cuda/__warpproof_host_headers.h). Parsing them is most of what clang does for a small
   file. clang refuses the file where a header has changed since, or an option differs; then, and where a program does
   not compile with it, everything is compiled as without. */
#ifndef WP_FRONT_PRECOMPILED_H
#define WP_FRONT_PRECOMPILED_H

#include "front/command.h"
#include "front/front.h"

/* The file for the request; NULL: there is none, or macros of the program or its options may change what the headers declare. */
const char *precompiled_for(struct arena *arena, const struct front_options *options, const struct command_request *request);

/* The requests that the files in `folder` are made for, one after the other; false: there are no more. */
bool precompiled_request(struct arena *arena, const char *folder, const char *share, uint32_t number, struct command_request *request);

#endif

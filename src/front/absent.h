/* Preprocessing of files some of whose headers are not there: such a header is taken as empty. */
#ifndef WP_FRONT_ABSENT_H
#define WP_FRONT_ABSENT_H

#include "front/command.h"

/* Called for each header that is not found; diagnostics: what clang said. */
typedef void (*absent_found)(void *context, const char *diagnostics, const char *name);

/* Runs the request as COMMAND_PREPROCESS, again and again, with an empty file in request->absent_headers (which exists) for each
   header that the run before did not find. directory: for temporary files. Adds to *seconds. False if it does not come to an end. */
bool absent_preprocess(struct arena *arena, const struct command_request *request, const char *directory, absent_found found, void *context,
                       double *seconds);

#endif

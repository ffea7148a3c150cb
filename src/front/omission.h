/* A second way for a file that does not compile because of host code: without a library's
 * headers, or with calls that clang refuses.
 *
 * Headers that are not found are taken as empty. What clang then rejects is left out of the
 * preprocessed text, as little of it as possible, until the rest compiles. Nothing that device
 * code could use changes its meaning: a statement of a host function becomes a call of a function
 * that only the host has, so that clang itself rejects the text if device code reaches it; a
 * device function whose body does not compile is deleted, and so is every kernel that calls it;
 * a class becomes incomplete. What is left out is listed.
 *
 * Of a host half (is_host), whose values count, nothing is left out of a body: a function keeps its declaration only, and is
 * then one that may do anything with what it is given and with what it names (lost.h). Headers in quotation marks are not taken as empty there,
 * nor is any while the program asks for macros that it may define. */
#ifndef WP_FRONT_OMISSION_H
#define WP_FRONT_OMISSION_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"
#include "front/command.h"
#include "front/front.h"

/* Compiles request->source to request->output, with files of its own in `directory`, an existing
   folder. False: it cannot be done; *omissions is empty then. Adds to *seconds clang's wall time. */
bool omission_compile(struct arena *arena, const struct command_request *request, const char *directory, struct front_omissions *omissions,
                      double *seconds);

#endif

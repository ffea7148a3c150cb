/* The command `launches` in a process of its own: a crash there, or a signal that LLVM's passes do not look at, ends it alone. */
#ifndef WP_CLI_HOST_APART_H
#define WP_CLI_HOST_APART_H

#include <signal.h>

#include "cli/options.h"

/* Its output, for each of options->targets, as host_list() gives it; false and *error if there is none. *stop becomes the number of a signal
   that was caught, by a handler without SA_RESTART: the process is then ended, and its temporary files are removed. */
bool host_list_apart(struct arena *arena, const struct options *options, struct buffer *texts, const volatile sig_atomic_t *stop, const char **error);

#endif

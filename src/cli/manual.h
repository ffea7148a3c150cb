/* The manual page and completion scripts of shells, made from options.def. */
#ifndef WP_CLI_MANUAL_H
#define WP_CLI_MANUAL_H

#include <stdbool.h>

#include "base/buffer.h"

/* Whether there is such a form: "man", "bash", "zsh", "fish". */
bool manual_has(const char *form);

void manual_print(const char *form, struct buffer *out);

#endif

/* Naming kernels on the command line. */
#ifndef WP_CLI_KERNEL_NAME_H
#define WP_CLI_KERNEL_NAME_H

#include <stdbool.h>

/* Whether the pattern, in which '*' stands for any text, is the mangled name or the displayed
   one, the latter with or without its parameters and template arguments. */
bool kernel_name_matches(const char *pattern, const char *name, const char *display);

#endif

/* --changed-since REV: which files of a run have changed since a revision of git.

   A file has changed if git says so (untracked files have), if it includes a file that has, directly or not, or if a project file
   above it has. Includes are followed by the last part of their name, through every file of the repository that git knows, so
   that more files may be analysed than needed, and none is left out: one with an #include of a macro counts as changed, as does
   a file outside the repository. */
#ifndef WP_CLI_CHANGES_H
#define WP_CLI_CHANGES_H

#include "cli/options.h"

/* Drops the files of options that have not changed. False and *error if git cannot tell. Nothing if --changed-since is not given. */
bool changes_select(struct arena *arena, struct options *options, const char **error);

#endif

/* Temporary folders of the front end. */
#ifndef WP_FRONT_FOLDER_H
#define WP_FRONT_FOLDER_H

#include "base/arena.h"

/* A new folder below $TMPDIR or /tmp; NULL and errno if none can be made. */
char *folder_make(struct arena *arena);

/* Removes the folder and what is in it. */
void folder_remove(const char *path);

#endif

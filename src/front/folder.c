#define _XOPEN_SOURCE 700 /* nftw */
#include "front/folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

char *folder_make(struct arena *arena) {
    const char *base = getenv("TMPDIR");
    return mkdtemp(arena_printf(arena, "%s/warpproof-front.XXXXXX", base && *base ? base : "/tmp"));
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void folder_remove(const char *path) {
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

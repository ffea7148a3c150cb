#include "cli/tempdir.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *tempdir_create(struct arena *arena) {
    const char *base = getenv("TMPDIR");
    char *path = arena_printf(arena, "%s/warpproof.XXXXXX", base && base[0] ? base : "/tmp");
    return mkdtemp(path);
}

void tempdir_remove(const char *path) {
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        struct arena scratch = {0};
        struct stat status;
        const char *name = arena_printf(&scratch, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            if (lstat(name, &status) == 0 && S_ISDIR(status.st_mode)) {
                tempdir_remove(name);
            } else {
                unlink(name);
            }
        }
        arena_release(&scratch);
    }
    if (directory) {
        closedir(directory);
    }
    rmdir(path);
}

const char *tempdir_save_stdin(struct arena *arena, const char *directory, const char *language,
                               const char **error) {
    const char *path = arena_printf(arena, "%s/stdin.%s", directory, language);
    FILE *stream = fopen(path, "wb");
    char piece[65536];
    if (!stream) {
        *error = arena_printf(arena, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (strcmp(language, "cu") == 0 || strcmp(language, "cl") == 0) {
        fputs("#line 1 \"<stdin>\"\n", stream);
    }
    for (;;) {
        ssize_t count = read(STDIN_FILENO, piece, sizeof piece);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            *error = arena_printf(arena, "<stdin>: %s", strerror(errno));
        }
        if (count <= 0) {
            break;
        }
        fwrite(piece, 1, (size_t)count, stream);
    }
    if (fflush(stream) != 0 && !*error) {
        *error = arena_printf(arena, "%s: %s", path, strerror(errno));
    }
    fclose(stream);
    return *error ? NULL : path;
}

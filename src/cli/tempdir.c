#include "cli/tempdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
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

static void remove_entry(int parent, const char *name) {
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        bool is_link_up = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        if (!is_link_up && unlinkat(fd, entry->d_name, 0) != 0) {
            remove_entry(fd, entry->d_name);
        }
    }
    if (directory) {
        closedir(directory);
    } else if (fd >= 0) {
        close(fd);
    }
    unlinkat(parent, name, AT_REMOVEDIR);
}

void tempdir_remove(const char *path) {
    remove_entry(AT_FDCWD, path);
}

static bool is_source(const char *language) {
    return strcmp(language, "cu") == 0 || strcmp(language, "cl") == 0;
}

const char *tempdir_save_stdin(struct arena *arena, const char *directory, const char *language, const char **error) {
    const char *path = arena_printf(arena, "%s/stdin.%s", directory, language);
    FILE *stream = fopen(path, "wb");
    char piece[65536];
    if (!stream) {
        *error = arena_printf(arena, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (is_source(language)) {
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

/* #line 1 "NAME", with quotes and backslashes escaped. */
static void write_line_directive(FILE *stream, const char *name) {
    fputs("#line 1 \"", stream);
    for (const char *c = name; *c; c++) {
        if (*c == '"' || *c == '\\') {
            fputc('\\', stream);
        }
        fputc(*c, stream);
    }
    fputs("\"\n", stream);
}

const char *tempdir_save_text(struct arena *arena, const char *directory, const char *name, const char *language, const char *bytes,
                              size_t size_bytes, const char **error) {
    const char *path = arena_printf(arena, "%s/text.%s", directory, language);
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        *error = arena_printf(arena, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (is_source(language)) {
        write_line_directive(stream, name);
    }
    bool is_written = fwrite(bytes, 1, size_bytes, stream) == size_bytes;
    if (fclose(stream) != 0 || !is_written) {
        *error = arena_printf(arena, "%s: %s", path, strerror(errno));
        return NULL;
    }
    return path;
}

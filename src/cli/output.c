#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_input(const char *path, const char *const *inputs, size_t count) {
    struct stat own, other;
    if (stat(path, &own) != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (stat(inputs[i], &other) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino) {
            return true;
        }
    }
    return false;
}

/* Nothing, a regular file, or a link to one: something that a new file can replace. */
static bool is_replaceable(const char *path) {
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static mode_t current_umask(void) {
    mode_t mask = umask(0);
    umask(mask);
    return mask;
}

static void open_beside(struct output *output, struct arena *arena, const char *path) {
    char *beside = arena_printf(arena, "%s.XXXXXX", path);
    int fd = mkstemp(beside);
    if (fd >= 0) {
        fchmod(fd, 0666 & ~current_umask());
        output->temporary = beside;
        output->stream = fdopen(fd, "wb");
    }
}

bool output_open(struct output *output, struct arena *arena, const char *path, const char *const *inputs, size_t input_count, const char **error) {
    struct stat info;
    *output = (struct output){.path = path, .stream = stdout};
    if (!path) {
        return true;
    }
    if (is_input(path, inputs, input_count)) {
        *error = arena_printf(arena, "%s: is an input of this run, and is not overwritten", path);
        return false;
    }
    output->stream = NULL;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
    } else if (is_replaceable(path)) {
        open_beside(output, arena, path);
    } else {
        output->stream = fopen(path, "wb");
    }
    if (!output->stream) {
        *error = arena_printf(arena, "%s: %s", path, strerror(errno));
        output_abandon(output);
    }
    return output->stream != NULL;
}

bool output_write(struct output *output, const char *bytes, size_t size) {
    return fwrite(bytes, 1, size, output->stream) == size && fflush(output->stream) == 0;
}

bool output_finish(struct output *output) {
    if (!output->path || !output->stream) {
        return true;
    }
    bool is_closed = fclose(output->stream) == 0;
    output->stream = NULL;
    if (is_closed && output->temporary && rename(output->temporary, output->path) != 0) {
        is_closed = false;
    }
    if (is_closed) {
        output->temporary = NULL;
    } else {
        int error = errno;
        output_abandon(output);
        errno = error;
    }
    return is_closed;
}

void output_abandon(struct output *output) {
    if (output->path && output->stream) {
        fclose(output->stream);
        output->stream = NULL;
    }
    if (output->temporary) {
        unlink(output->temporary);
        output->temporary = NULL;
    }
}

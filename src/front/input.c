#include "front/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_BYTES = 65536 };

static const struct {
    const char *ending;
    enum input_kind kind;
} kinds[] = {{"cu", INPUT_CUDA},  {"cuh", INPUT_CUDA}, {"cl", INPUT_OPENCL}, {"bc", INPUT_BITCODE}, {"ll", INPUT_TEXTUAL_IR},
             {"cpp", INPUT_HOST}, {"cc", INPUT_HOST},  {"cxx", INPUT_HOST},  {"c", INPUT_HOST_C}};

bool input_kind_of(const char *path, enum input_kind *kind) {
    const char *name = strrchr(path, '/');
    const char *dot = strrchr(name ? name : path, '.');
    for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(dot + 1, kinds[i].ending) == 0) {
            *kind = kinds[i].kind;
            return true;
        }
    }
    return false;
}

static enum front_status fail(struct arena *arena, enum front_status status, const char *path, const char *what, char **message) {
    *message = arena_printf(arena, "%s: %s", path, what);
    return status;
}

/* "BC" 0xC0DE, or the wrapper's magic number. */
static bool is_bitcode(const unsigned char *bytes, size_t count) {
    static const unsigned char raw[] = {'B', 'C', 0xC0, 0xDE}, wrapped[] = {0xDE, 0xC0, 0x17, 0x0B};
    return count >= sizeof raw && (memcmp(bytes, raw, sizeof raw) == 0 || memcmp(bytes, wrapped, sizeof wrapped) == 0);
}

static bool is_blank(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!strchr(" \t\r\n", bytes[i])) {
            return false;
        }
    }
    return true;
}

static enum front_status examine_head(struct arena *arena, const char *path, enum input_kind kind, const unsigned char *bytes, size_t count,
                                      char **message) {
    bool is_text = memchr(bytes, '\0', count) == NULL;
    if (kind == INPUT_BITCODE && !is_bitcode(bytes, count)) {
        return fail(arena, FRONT_NOT_SOURCE, path,
                    count ? "is not LLVM bitcode; make it with clang-19 -emit-llvm -c" : "is empty; LLVM bitcode is expected", message);
    }
    if (kind == INPUT_TEXTUAL_IR && is_text && is_blank(bytes, count)) {
        return fail(arena, FRONT_NOT_SOURCE, path, "is empty; LLVM IR is expected", message);
    }
    if (kind != INPUT_BITCODE && !is_text) {
        return fail(arena, FRONT_NOT_SOURCE, path,
                    kind == INPUT_CUDA         ? "is not text; CUDA source is expected"
                    : kind == INPUT_OPENCL     ? "is not text; OpenCL C source is expected"
                    : kind == INPUT_TEXTUAL_IR ? "is not text; LLVM IR is expected"
                                               : "is not text; C++ source is expected",
                    message);
    }
    return FRONT_OK;
}

enum front_status input_examine(struct arena *arena, const char *path, enum input_kind *kind, char **message) {
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &status) != 0) {
        const char *why = strerror(errno);
        if (fd >= 0) {
            close(fd);
        }
        return fail(arena, FRONT_UNREADABLE, path, why, message);
    }
    enum front_status result = FRONT_OK;
    if (S_ISDIR(status.st_mode)) {
        result = fail(arena, FRONT_UNREADABLE, path, "is a folder; name the files in it", message);
    } else if (!S_ISREG(status.st_mode)) {
        result = fail(arena, FRONT_UNREADABLE, path, "is not a regular file; use - for standard input", message);
    } else if (!input_kind_of(path, kind)) {
        result = fail(arena, FRONT_UNSUPPORTED_KIND, path,
                      "is of no kind known here; .cu, .cuh, .cl, .bc and .ll files are, and host code in .cpp, .cc, .cxx and .c files", message);
    } else {
        unsigned char *bytes = arena_alloc(arena, HEAD_BYTES);
        ssize_t count = read(fd, bytes, HEAD_BYTES);
        result = count < 0 ? fail(arena, FRONT_UNREADABLE, path, strerror(errno), message)
                           : examine_head(arena, path, *kind, bytes, (size_t)count, message);
    }
    close(fd);
    return result;
}

#include "front/locate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/process.h"

#define CLANG_VERSION "19"

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_program(const char *path) {
    return is_file(path) && access(path, X_OK) == 0;
}

/* The first folder of PATH that holds the program. */
static const char *search_path(struct arena *arena, const char *name) {
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;) {
        size_t length = strcspn(at, ":");
        const char *found = arena_printf(arena, "%.*s/%s", length ? (int)length : 1, length ? at : ".", name);
        if (is_program(found)) {
            return found;
        }
        at += length + (at[length] == ':');
    }
    return NULL;
}

/* Asks the program: "... clang version 19.1.7 ...". */
static bool is_right_version(struct arena *arena, const char *path) {
    const char *const arguments[] = {path, "--version", NULL};
    struct process_result result = process_run(arena, arguments, NULL);
    const char *version = result.output ? strstr(result.output, "version ") : NULL;
    return version && strncmp(version + strlen("version "), CLANG_VERSION ".", 3) == 0;
}

const char *locate_clang(struct arena *arena, const char *wanted, const char **error) {
    if (wanted) {
        const char *path = strchr(wanted, '/') ? wanted : search_path(arena, wanted);
        if (!path || !is_program(path)) {
            *error = arena_printf(arena, "%s: no such program; give the path of clang " CLANG_VERSION, wanted);
            return NULL;
        }
        if (!strstr(path, "clang-" CLANG_VERSION) && !is_right_version(arena, path)) {
            *error = arena_printf(arena, "%s: is not clang version " CLANG_VERSION "; its bitcode could not be read", wanted);
            return NULL;
        }
        return path;
    }
    const char *path = search_path(arena, "clang-" CLANG_VERSION);
    if (!path && is_program("/usr/lib/llvm-" CLANG_VERSION "/bin/clang")) {
        path = "/usr/lib/llvm-" CLANG_VERSION "/bin/clang";
    }
    if (!path) {
        path = search_path(arena, "clang");
        path = path && is_right_version(arena, path) ? path : NULL;
    }
    if (!path) {
        *error = "clang " CLANG_VERSION " not found; install the Debian package clang-" CLANG_VERSION ", or give its path with --clang";
    }
    return path;
}

static const char *share_at(struct arena *arena, const char *folder) {
    bool is_share = folder && is_file(arena_printf(arena, "%s/cuda/__warpproof_cuda.h", folder));
    return is_share ? arena_strdup(arena, folder) : NULL;
}

/* ../share/warpproof from the folder of the program. */
static const char *share_beside(struct arena *arena, const char *executable) {
    const char *slash = executable ? strrchr(executable, '/') : NULL;
    if (!slash) {
        return NULL;
    }
    return share_at(arena, arena_printf(arena, "%.*s/../share/warpproof", (int)(slash - executable), executable));
}

const char *locate_share(struct arena *arena, const struct front_options *options, const char **error) {
    const char *named = options->share_dir ? options->share_dir : getenv("WARPPROOF_SHARE");
    if (named && *named) {
        const char *share = share_at(arena, named);
        if (!share) {
            *error = arena_printf(arena, "%s: holds no device headers (cuda/__warpproof_cuda.h)", named);
        }
        return share;
    }
    const char *share = share_beside(arena, options->executable_path);
    share = share ? share : share_at(arena, WP_INSTALLED_SHARE_DIR);
    share = share ? share : share_at(arena, WP_SOURCE_SHARE_DIR);
    if (!share) {
        *error = "the bundled device headers are not found; set WARPPROOF_SHARE to the folder "
                 "share/warpproof of this program";
    }
    return share;
}

static const char *toolkit_at(struct arena *arena, const char *folder) {
    bool is_toolkit = folder && *folder && is_file(arena_printf(arena, "%s/include/cuda_runtime.h", folder));
    return is_toolkit ? arena_strdup(arena, folder) : NULL;
}

const char *locate_toolkit(struct arena *arena, const char *wanted) {
    if (wanted) {
        return toolkit_at(arena, wanted);
    }
    const char *const places[] = {getenv("CUDA_PATH"), getenv("CUDA_HOME"), "/usr/local/cuda"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        found = toolkit_at(arena, places[i]);
    }
    return found;
}

bool toolkit_has_header(struct arena *arena, const char *toolkit, const char *header) {
    return is_file(arena_printf(arena, "%s/include/%s", toolkit, header)) || is_file(arena_printf(arena, "%s/include/cccl/%s", toolkit, header));
}

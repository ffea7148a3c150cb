#include "front/digest.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/map.h"
#include "front/absent.h"
#include "front/command.h"
#include "front/folder.h"
#include "front/input.h"
#include "front/locate.h"
#include "front/nvcc_flags.h"
#include "front/opencl.h"
#include "front/process.h"

struct digestion {
    struct arena *arena;
    struct front_digest *digest;
    struct sha256 *hash;
    struct command_request request;
    const char *directory;   /* of this attempt */
    struct string_map known; /* files that are hashed */
};

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* Options under which clang reads nothing but what the preprocessor shows. */
static bool is_plain(const char *option) {
    static const char *const beginnings[] = {"-D",       "-U", "-I", "-std=", "--std=", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot",
                                             "-imacros", "-O", "-g", "-w",    "-cl-",   "-m64",     "-m32",    "-pthread",   "-pedantic", "-ansi"};
    static const char *const valued[] = {"-fconstexpr-", "-ftemplate-", "-ffp-", "-fcuda-", "-fgpu-", "-fbracket-depth=", "-ferror-limit="};
    bool is_found = strcmp(option, "-include") == 0 || (starts_with(option, "-W") && !strchr(option, ','));
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        is_found = is_found || starts_with(option, beginnings[i]);
    }
    for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
        is_found = is_found || starts_with(option, valued[i]);
    }
    return is_found || (starts_with(option, "-f") && !strchr(option, '='));
}

static bool takes_value(const char *option) {
    static const char *const options[] = {"-D", "-U", "-I", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot", "-imacros", "-include"};
    bool is_found = false;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        is_found = is_found || strcmp(option, options[i]) == 0;
    }
    return is_found;
}

static bool are_plain(const struct nvcc_flags *flags) {
    for (uint32_t i = 0; i < flags->args.size; i++) {
        if (!is_plain(flags->args.data[i])) {
            return false;
        }
        i += takes_value(flags->args.data[i]);
    }
    return true;
}

/* A file by its bytes. One that is not there may be a name that #line gives. */
static void add_file(struct digestion *d, const char *name) {
    struct buffer bytes = {0};
    if (string_map_get(&d->known, name, NULL)) {
        return;
    }
    string_map_set(&d->known, name, 1);
    if (name[0] != '<' && buffer_add_file(&bytes, name)) {
        sha256_add_text(d->hash, name);
        sha256_add(d->hash, bytes.data ? bytes.data : "", bytes.size);
        vec_push(&d->digest->files, arena_strdup(d->arena, name));
    }
    buffer_release(&bytes);
}

/* The text between quotes at `at`, with backslashes resolved. */
static const char *take_quoted(struct arena *arena, const char *at) {
    char *name = arena_alloc(arena, strcspn(at, "\n") + 1), *out = name;
    for (at++; *at && *at != '"' && *at != '\n'; at++) {
        at += *at == '\\' && at[1];
        *out++ = *at;
    }
    return name;
}

/* `# 12 "name" 1 3` */
static void add_marker(struct digestion *d, const char *line) {
    const char *at = line + 1 + strspn(line + 1, " 0123456789");
    if (line[1] == ' ' && *at == '"') {
        const char *name = take_quoted(d->arena, at);
        if (!starts_with(name, d->directory)) {
            add_file(d, name);
        }
    }
}

/* The folder of absent headers has another name in each run. */
static void add_text(struct digestion *d, const char *text, size_t size) {
    const char *at = text, *end = text + size, *found;
    size_t length = strlen(d->directory);
    while ((found = strstr(at, d->directory))) {
        sha256_add(d->hash, at, (size_t)(found - at));
        sha256_add_text(d->hash, "<folder>");
        at = found + length;
    }
    sha256_add(d->hash, at, (size_t)(end - at));
    for (const char *line = text; line && line < end; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        if (*line == '#') {
            add_marker(d, line);
        }
    }
}

static bool add_output(struct digestion *d, const char *path) {
    struct buffer text = {0};
    bool is_read = buffer_add_file(&text, path) && text.size == strlen(buffer_text(&text));
    if (is_read) {
        add_text(d, buffer_text(&text), text.size);
    }
    buffer_release(&text);
    return is_read;
}

static void add_absent(void *context, const char *diagnostics, const char *name) {
    struct digestion *d = context;
    (void)diagnostics;
    sha256_add_text(d->hash, name);
}

static bool add_cuda(struct digestion *d) {
    double seconds = 0;
    struct command_request request = d->request;
    request.absent_headers = arena_printf(d->arena, "%s/absent", d->directory);
    request.output = arena_printf(d->arena, "%s/text", d->directory);
    return mkdir(request.absent_headers, 0700) == 0 && absent_preprocess(d->arena, &request, d->directory, add_absent, d, &seconds) &&
           add_output(d, request.output);
}

static bool add_opencl(struct digestion *d, const struct opencl_dialect *dialect) {
    struct command command;
    struct command_request request = d->request;
    request.mode = COMMAND_PREPROCESS;
    request.output = arena_printf(d->arena, "%s/text", d->directory);
    request.dependencies = arena_printf(d->arena, "%s/text.d", d->directory);
    opencl_command(d->arena, &request, dialect, &command);
    struct process_result result = process_run(d->arena, command.arguments.data, d->directory);
    command_release(&command);
    return result.was_started && result.exit_status == 0 && add_output(d, request.output);
}

/* One attempt, in a folder of its own. dialect: of OpenCL C, or NULL. */
static bool add_attempt(struct digestion *d, const struct opencl_dialect *dialect) {
    d->directory = folder_make(d->arena);
    if (!d->directory) {
        return false;
    }
    sha256_add_text(d->hash, d->request.toolkit);
    bool is_added = dialect ? add_opencl(d, dialect) : add_cuda(d);
    folder_remove(d->directory);
    return is_added;
}

/* Variables by which clang finds files and options. */
static void add_environment(struct digestion *d) {
    static const char *const names[] = {"CCC_OVERRIDE_OPTIONS", "CLANG_NO_DEFAULT_CONFIG", "SOURCE_DATE_EPOCH", "CUDA_PATH", "CUDA_HOME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sha256_add_text(d->hash, getenv(names[i]));
    }
}

static bool add_program(struct digestion *d, const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) {
        return false;
    }
    sha256_add_text(d->hash, path);
    sha256_add(d->hash, &info.st_size, sizeof info.st_size);
    sha256_add(d->hash, &info.st_mtim.tv_sec, sizeof info.st_mtim.tv_sec);
    sha256_add(d->hash, &info.st_mtim.tv_nsec, sizeof info.st_mtim.tv_nsec);
    return true;
}

static bool prepare(struct digestion *d, const struct front_options *options, const char *path, struct nvcc_flags *flags) {
    const char *error = NULL;
    d->request = (struct command_request){.source = path,
                                          .gpuverify_annotations = options->gpuverify_annotations,
                                          .clang = locate_clang(d->arena, options->clang, &error),
                                          .share = locate_share(d->arena, options, &error),
                                          .toolkit = options->cuda_path ? locate_toolkit(d->arena, options->cuda_path) : NULL,
                                          .flags = flags};
    bool is_found = d->request.clang && d->request.share && (d->request.toolkit || !options->cuda_path);
    if (!is_found || !are_plain(flags) || !add_program(d, d->request.clang)) {
        return false;
    }
    add_environment(d);
    sha256_add_text(d->hash, flags->architecture);
    for (uint32_t i = 0; i < flags->instances.size; i++) {
        sha256_add_text(d->hash, flags->instances.data[i]);
    }
    for (uint32_t i = 0; i < flags->args.size; i++) {
        sha256_add_text(d->hash, flags->args.data[i]);
    }
    sha256_add_text(d->hash, d->request.share);
    return true;
}

static bool digest_source(struct digestion *d, const struct front_options *options, const char *path, bool is_opencl, bool is_whole) {
    struct nvcc_flags flags;
    nvcc_flags_translate(d->arena, options->clang_args, options->clang_arg_count, &flags);
    bool is_good = prepare(d, options, path, &flags);
    if (is_good && is_opencl) {
        const struct opencl_dialect *dialects = NULL;
        uint32_t count = opencl_dialects(&flags, &dialects);
        for (uint32_t i = is_whole ? 1 : 0; i < (is_whole ? count : 1) && is_good; i++) {
            is_good = add_attempt(d, &dialects[i]);
        }
    } else if (is_good && is_whole) {
        d->request.with_standard_headers = true;
        is_good = add_attempt(d, NULL);
        const char *toolkit = options->cuda_path ? NULL : locate_toolkit(d->arena, NULL);
        if (is_good && toolkit) {
            d->request.toolkit = toolkit;
            is_good = add_attempt(d, NULL);
        }
    } else if (is_good) {
        is_good = add_attempt(d, NULL);
    }
    nvcc_flags_release(&flags);
    return is_good;
}

static bool digest_file(struct arena *arena, const struct front_options *options, const char *path, bool is_whole, struct front_digest *digest,
                        struct sha256 *hash) {
    struct digestion d = {.arena = arena, .digest = digest, .hash = hash};
    enum input_kind kind = INPUT_CUDA;
    char *message = NULL;
    const char *ending = strrchr(path, '.');
    bool is_text = ending && (strcmp(ending, ".map") == 0 || strcmp(ending, ".baby") == 0);
    bool is_good = is_text || input_examine(arena, path, &kind, &message) == FRONT_OK;
    if (is_good && !is_text && kind != INPUT_BITCODE && kind != INPUT_TEXTUAL_IR) {
        is_good = digest_source(&d, options, path, kind == INPUT_OPENCL, is_whole);
    }
    if (is_good) {
        add_file(&d, path);
    }
    string_map_release(&d.known);
    return is_good;
}

/* The clock by which the kernel stamps files. */
static struct timespec file_clock(void) {
    struct timespec now;
#ifdef CLOCK_REALTIME_COARSE
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
#else
    clock_gettime(CLOCK_REALTIME, &now);
#endif
    return now;
}

bool front_digest_make(struct arena *arena, const struct front_options *options, const char *path, struct front_digest *digest) {
    struct sha256 hash;
    *digest = (struct front_digest){.begun = file_clock()};
    sha256_init(&hash);
    bool is_made = digest_file(arena, options, path, false, digest, &hash);
    sha256_hex(&hash, digest->first);
    return is_made && digest->files.size > 0;
}

bool front_digest_extend(struct arena *arena, const struct front_options *options, const char *path, struct front_digest *digest) {
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_text(&hash, digest->first);
    bool is_made = digest_file(arena, options, path, true, digest, &hash);
    sha256_hex(&hash, digest->whole);
    return is_made;
}

bool front_digest_holds(const struct front_digest *digest) {
    for (uint32_t i = 0; i < digest->files.size; i++) {
        struct stat info;
        if (stat(digest->files.data[i], &info) != 0) {
            return false;
        }
        const struct timespec *changed = &info.st_ctim, *begun = &digest->begun;
        if (changed->tv_sec > begun->tv_sec || (changed->tv_sec == begun->tv_sec && changed->tv_nsec >= begun->tv_nsec)) {
            return false;
        }
    }
    return true;
}

void front_digest_release(struct front_digest *digest) {
    vec_release(&digest->files);
}

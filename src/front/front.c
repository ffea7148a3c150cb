#include "front/front.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/command.h"
#include "front/diagnosis.h"
#include "front/folder.h"
#include "front/input.h"
#include "front/instance.h"
#include "front/locate.h"
#include "front/nvcc_flags.h"
#include "front/omission.h"
#include "front/opencl.h"
#include "front/own_files.h"
#include "front/precompiled.h"
#include "front/process.h"

struct compilation {
    struct arena *arena;
    const struct front_options *options;
    struct front_result *result;
    const char *path, *directory;
    bool is_opencl;
    struct command_request request;
    const char *diagnostics; /* of the last attempt */
};

const char *front_status_name(enum front_status status) {
    static const char *const names[] = {
#define FRONT_STATUS(enumerator, name) name,
#include "front/statuses.def"
#undef FRONT_STATUS
    };
    return names[status];
}

static enum front_status fail(struct front_result *result, enum front_status status, const char *message) {
    result->message = (char *)message;
    return result->status = status;
}

static void discard_unfinished(const struct compilation *c) {
    unlink(c->request.output);
}

/* One run of clang. FRONT_DOES_NOT_COMPILE leaves c->diagnostics. */
static enum front_status run_command(struct compilation *c, struct command *command) {
    struct process_result run = process_run(c->arena, command->arguments.data, c->directory);
    command_release(command);
    c->result->clang_seconds += run.seconds;
    if (!run.was_started) {
        return fail(c->result, FRONT_NO_CLANG, arena_printf(c->arena, "%s: %s", c->request.clang, run.error));
    }
    if (run.exit_status == 0) {
        return FRONT_OK;
    }
    discard_unfinished(c);
    c->diagnostics = diagnosis_trim(c->arena, run.output);
    if (run.signal) {
        c->result->was_killed = true;
        c->diagnostics =
            arena_printf(c->arena, "%s: clang was ended by signal %d%s%s", c->path, run.signal, *c->diagnostics ? "\n" : "", c->diagnostics);
    } else if (!*c->diagnostics) {
        c->diagnostics = arena_printf(c->arena, "%s: clang failed with status %d and no message", c->path, run.exit_status);
    }
    return FRONT_DOES_NOT_COMPILE;
}

static enum front_status attempt(struct compilation *c) {
    struct command command;
    command_build(c->arena, &c->request, &command);
    return run_command(c, &command);
}

/* The first message is told. */
static enum front_status attempt_opencl(struct compilation *c) {
    const struct opencl_dialect *dialects = NULL;
    const char *diagnostics = NULL;
    enum front_status status = FRONT_DOES_NOT_COMPILE;
    uint32_t count = opencl_dialects(c->request.flags, &dialects);
    for (uint32_t i = 0; i < count && status == FRONT_DOES_NOT_COMPILE; i++) {
        struct command command;
        opencl_command(c->arena, &c->request, &dialects[i], &command);
        status = run_command(c, &command);
        c->result->is_first_attempt = i == 0 && status == FRONT_OK;
        diagnostics = i == 0 ? c->diagnostics : diagnostics;
    }
    c->diagnostics = diagnostics;
    return status;
}

static enum front_status attempt_toolkit(struct compilation *c, const char *toolkit) {
    c->request.toolkit = toolkit;
    enum front_status status = attempt(c);
    if (status == FRONT_OK) {
        c->result->headers = "toolkit";
        c->result->toolkit_path = arena_strdup(c->arena, toolkit);
    }
    return status;
}

/* Whether a toolkit's headers might do what the bundled ones do not. */
static bool toolkit_may_help(struct compilation *c, const struct diagnosis *diagnosis, const char *toolkit) {
    if (!toolkit) {
        return false;
    }
    return diagnosis->missing_header ? toolkit_has_header(c->arena, toolkit, diagnosis->missing_header) : diagnosis->lacks_declarations;
}

/* The first error is a header that is not found: with headers that are compiled already or without. */
static bool begins_with_missing_header(const char *diagnostics) {
    static const char fatal[] = "fatal error: ";
    const char *error = diagnostics ? strstr(diagnostics, "error: ") : NULL;
    const char *missing = diagnostics ? strstr(diagnostics, fatal) : NULL;
    const char *line_end = missing ? strchr(missing, '\n') : NULL, *words = missing ? strstr(missing, "file not found") : NULL;
    return missing && error == missing + strlen("fatal ") && words && (!line_end || words < line_end);
}

/* With the bundled headers as they are compiled already, if they are for this request, or else as they are. */
static enum front_status attempt_bundled(struct compilation *c) {
    c->request.precompiled = precompiled_for(c->arena, c->options, &c->request);
    if (c->request.precompiled && attempt(c) == FRONT_OK) {
        return FRONT_OK;
    }
    bool is_hopeless = c->request.precompiled && begins_with_missing_header(c->diagnostics);
    c->request.precompiled = NULL;
    return is_hopeless ? FRONT_DOES_NOT_COMPILE : attempt(c);
}

static enum front_status attempt_all(struct compilation *c) {
    c->result->headers = "bundled";
    enum front_status status = attempt_bundled(c);
    c->result->is_first_attempt = status == FRONT_OK;
    if (status != FRONT_DOES_NOT_COMPILE) {
        return status;
    }
    struct diagnosis diagnosis = diagnosis_make(c->arena, c->diagnostics);
    if (diagnosis.lacks_declarations) {
        c->request.with_standard_headers = true;
        status = attempt_bundled(c);
        if (status != FRONT_DOES_NOT_COMPILE) {
            return status;
        }
        diagnosis = diagnosis_make(c->arena, c->diagnostics);
    }
    const char *bundled_diagnostics = c->diagnostics;
    const char *toolkit = locate_toolkit(c->arena, NULL);
    if (toolkit_may_help(c, &diagnosis, toolkit)) {
        status = attempt_toolkit(c, toolkit);
        c->diagnostics = bundled_diagnostics;
    }
    return status;
}

static uint32_t count_device_code(const struct front_omissions *omissions) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < omissions->list.size; i++) {
        count += omissions->list.data[i].kind == OMISSION_DEVICE;
    }
    return count;
}

/* Without what does not compile, into a folder of its own; better than what *c holds already? */
static bool attempt_part(struct compilation *c, const char *toolkit, const char *name) {
    struct command_request request = c->request;
    struct front_omissions omissions = {0};
    const char *folder = arena_printf(c->arena, "%s/%s", c->directory, name);
    request.toolkit = toolkit;
    request.with_standard_headers = true;
    request.output = arena_printf(c->arena, "%s/%s.bc", c->directory, name);
    request.dependencies = arena_printf(c->arena, "%s/%s.d", c->directory, name);
    bool is_compiled = mkdir(folder, 0700) == 0 && omission_compile(c->arena, &request, folder, &omissions, &c->result->clang_seconds);
    bool is_first = c->result->omissions.list.size == 0;
    bool is_better = is_compiled && (is_first || count_device_code(&omissions) < count_device_code(&c->result->omissions));
    struct front_omissions worse = is_better ? c->result->omissions : omissions;
    if (is_better) {
        c->result->omissions = omissions;
        c->request.output = request.output;
        c->request.dependencies = request.dependencies;
        c->request.toolkit = toolkit;
    }
    vec_release(&worse.list);
    return is_better;
}

/* The last way: without what does not compile, with the headers that were tried last, and with a
   toolkit's if device code was left out. */
static enum front_status attempt_parts(struct compilation *c) {
    const char *toolkit = c->request.toolkit ? NULL : locate_toolkit(c->arena, NULL);
    bool is_compiled = attempt_part(c, c->request.toolkit, "part");
    if (toolkit && (!is_compiled || count_device_code(&c->result->omissions) > 0)) {
        is_compiled |= attempt_part(c, toolkit, "toolkit");
    }
    c->result->message = (char *)c->diagnostics;
    if (is_compiled && c->request.toolkit) {
        c->result->headers = "toolkit";
        c->result->toolkit_path = arena_strdup(c->arena, c->request.toolkit);
    }
    if (is_compiled && c->result->omissions.list.size == 0) /* nothing but what nvcc accepts (dialect.h) */
        return FRONT_OK;
    return is_compiled ? FRONT_IN_PART : FRONT_DOES_NOT_COMPILE;
}

/* An instance that the user asks for is no part that may be left out. */
static bool lacks_instance(const struct compilation *c) {
    bool lacks = false;
    for (uint32_t i = 0; i < c->result->omissions.list.size; i++) {
        lacks |= strcmp(c->result->omissions.list.data[i].file, INSTANCE_FILE) == 0;
    }
    return lacks;
}

static enum front_status compile_source(struct compilation *c) {
    const struct front_options *options = c->options;
    const char *error = NULL;
    c->request.clang = locate_clang(c->arena, options->clang, &error);
    if (!c->request.clang) {
        return fail(c->result, FRONT_NO_CLANG, error);
    }
    c->request.share = locate_share(c->arena, options, &error);
    if (!c->request.share) {
        return fail(c->result, FRONT_NO_HEADERS, error);
    }
    const char *toolkit = options->cuda_path ? locate_toolkit(c->arena, options->cuda_path) : NULL;
    if (options->cuda_path && !toolkit) {
        return fail(c->result, FRONT_NO_TOOLKIT, arena_printf(c->arena, "%s: holds no CUDA toolkit (include/cuda_runtime.h)", options->cuda_path));
    }
    c->directory = folder_make(c->arena);
    if (!c->directory) {
        return fail(c->result, FRONT_FAILED, arena_printf(c->arena, "no temporary folder: %s; set TMPDIR", strerror(errno)));
    }
    if (c->request.flags->instances.size > 0 && !c->is_opencl) {
        c->request.remapped = instances_write(c->arena, c->request.flags, c->path, c->directory, &error);
        if (!c->request.remapped) {
            folder_remove(c->directory);
            return fail(c->result, FRONT_DOES_NOT_COMPILE, error);
        }
    }
    c->request.output = arena_printf(c->arena, "%s/device.bc", c->directory);
    c->request.dependencies = arena_printf(c->arena, "%s/device.d", c->directory);
    enum front_status status = c->is_opencl ? attempt_opencl(c) : toolkit ? attempt_toolkit(c, toolkit) : attempt_all(c);
    c->result->is_first_attempt |= toolkit && status == FRONT_OK;
    const char *blamed = status == FRONT_DOES_NOT_COMPILE ? instances_blamed(c->request.flags, c->diagnostics) : NULL;
    if (blamed) {
        c->diagnostics = arena_printf(c->arena, "--instantiate: '%s' is no kernel of this file\n%s", blamed, c->diagnostics);
    }
    status = status == FRONT_DOES_NOT_COMPILE && !c->is_opencl && !blamed ? attempt_parts(c) : status;
    status = status == FRONT_IN_PART && lacks_instance(c) ? FRONT_DOES_NOT_COMPILE : status;
    if (status != FRONT_OK && status != FRONT_IN_PART) {
        folder_remove(c->directory);
        return status == FRONT_DOES_NOT_COMPILE ? fail(c->result, status, c->diagnostics) : status;
    }
    c->result->bitcode_path = (char *)c->request.output;
    c->result->bitcode_is_temporary = true;
    own_files_read(c->arena, c->request.dependencies, &c->result->own_files);
    return c->result->status = status;
}

enum front_status front_compile(struct arena *arena, const struct front_options *options, const char *path, struct front_result *result) {
    *result = (struct front_result){0};
    enum input_kind kind = INPUT_CUDA;
    char *message = NULL;
    enum front_status status = input_examine(arena, path, &kind, &message);
    if (status != FRONT_OK) {
        return fail(result, status, message);
    }
    if (kind == INPUT_BITCODE || kind == INPUT_TEXTUAL_IR) {
        result->bitcode_path = arena_strdup(arena, path);
        result->is_first_attempt = true;
        return result->status = FRONT_OK;
    }
    struct nvcc_flags flags;
    nvcc_flags_translate(arena, options->clang_args, options->clang_arg_count, &flags);
    struct compilation c = {.arena = arena,
                            .options = options,
                            .result = result,
                            .path = path,
                            .is_opencl = kind == INPUT_OPENCL,
                            .request = {.source = path, .gpuverify_annotations = options->gpuverify_annotations, .flags = &flags}};
    status = compile_source(&c);
    nvcc_flags_release(&flags);
    return status;
}

bool front_is_host_code(const struct front_options *options, const char *path) {
    const char *dot = strrchr(path, '.');
    enum input_kind kind = INPUT_CUDA;
    bool is_named = dot && input_kind_of(path, &kind) && (kind == INPUT_HOST || kind == INPUT_HOST_C);
    for (size_t i = 0; i < options->clang_arg_count && is_named; i++) {
        const char *arg = options->clang_args[i],
                   *language = strcmp(arg, "-x") == 0 && i + 1 < options->clang_arg_count ? options->clang_args[i + 1] : arg + 2;
        is_named = strncmp(arg, "-x", 2) != 0 || (strcmp(language, "cu") != 0 && strcmp(language, "cuda") != 0);
    }
    return is_named;
}

static enum front_status compile_half(struct compilation *c) {
    const char *error = NULL;
    c->request.clang = locate_clang(c->arena, c->options->clang, &error);
    c->request.share = c->request.clang ? locate_share(c->arena, c->options, &error) : NULL;
    c->directory = c->request.share ? folder_make(c->arena) : NULL;
    if (!c->directory) {
        return fail(c->result, FRONT_FAILED, error ? error : "no temporary folder; set TMPDIR");
    }
    c->request.output = arena_printf(c->arena, "%s/host.bc", c->directory);
    c->request.dependencies = arena_printf(c->arena, "%s/host.d", c->directory);
    const char *toolkit = c->options->cuda_path ? locate_toolkit(c->arena, c->options->cuda_path) : NULL;
    enum front_status status = toolkit ? attempt_toolkit(c, toolkit) : attempt_all(c);
    if (status == FRONT_DOES_NOT_COMPILE && !c->request.is_c && attempt_part(c, c->request.toolkit, "part")) {
        status = c->result->omissions.list.size > 0 ? FRONT_IN_PART : FRONT_OK;
        c->result->toolkit_path = c->request.toolkit ? arena_strdup(c->arena, c->request.toolkit) : NULL;
    }
    if (status != FRONT_OK && status != FRONT_IN_PART) {
        folder_remove(c->directory);
        return status == FRONT_DOES_NOT_COMPILE ? fail(c->result, status, c->diagnostics) : status;
    }
    c->result->bitcode_path = (char *)c->request.output;
    c->result->bitcode_is_temporary = true;
    own_files_read(c->arena, c->request.dependencies, &c->result->own_files);
    return c->result->status = status;
}

enum front_status front_compile_host(struct arena *arena, const struct front_options *options, const char *path, struct front_result *result) {
    *result = (struct front_result){0};
    enum input_kind kind = INPUT_CUDA;
    char *message = NULL;
    enum front_status status = input_examine(arena, path, &kind, &message);
    bool is_plain = front_is_host_code(options, path);
    if (status != FRONT_OK || (kind != INPUT_CUDA && kind != INPUT_HOST && kind != INPUT_HOST_C)) {
        return fail(result, FRONT_FAILED, message);
    }
    struct nvcc_flags flags;
    nvcc_flags_translate(arena, options->clang_args, options->clang_arg_count, &flags);
    struct compilation c = {
        .arena = arena,
        .options = options,
        .result = result,
        .path = path,
        .request = {.source = path, .flags = &flags, .is_host = true, .is_plain = is_plain, .is_c = is_plain && kind == INPUT_HOST_C}};
    status = compile_half(&c);
    nvcc_flags_release(&flags);
    return status;
}

enum front_status front_precompile(struct arena *arena, const struct front_options *options, const char *folder, struct front_result *result) {
    const char *error = NULL;
    struct nvcc_flags flags;
    enum front_status status = FRONT_OK;
    struct compilation c = {.arena = arena, .options = options, .result = result};
    *result = (struct front_result){0};
    const char *clang = locate_clang(arena, options->clang, &error);
    const char *share = clang ? locate_share(arena, options, &error) : NULL;
    if (!share) {
        return fail(result, FRONT_NO_HEADERS, error);
    }
    nvcc_flags_translate(arena, NULL, 0, &flags);
    c.request = (struct command_request){.clang = clang, .share = share, .flags = &flags};
    for (uint32_t i = 0; status == FRONT_OK && precompiled_request(arena, folder, share, i, &c.request); i++) {
        c.path = c.request.output;
        status = attempt(&c);
    }
    nvcc_flags_release(&flags);
    return status == FRONT_OK ? status : fail(result, status, c.diagnostics);
}

void front_discard(struct front_result *result) {
    if (result->bitcode_is_temporary) {
        char *slash = strrchr(result->bitcode_path, '/');
        *slash = '\0';
        folder_remove(result->bitcode_path);
    }
    vec_release(&result->omissions.list);
    result->bitcode_path = NULL;
    result->bitcode_is_temporary = false;
}

/* The work on one file: compiling, loading, or taking its results from the cache; worker.c has the work on a kernel. */
#include <stdio.h>
#include <string.h>

#include "check/simulation.h"
#include "cli/cache.h"
#include "cli/simulate.h"
#include "cli/worker_parts.h"
#include "front/front.h"
#include "front/templates.h"
#include "prove/prove.h"
#include "simulate/array_file.h"
#include "simulate/witness.h"
#include "llvm/llvm.h"

void worker_state_kernels(const struct worker *worker, struct message_file *file) {
    if (file->kernel_count > 0) {
        file->status = "analysed";
        return;
    }
    file->status = "no-kernels";
    file->error = worker->options->kernel_count > 0 ? "no kernel of this file matches --kernel"
                  : file->system_header_count > 0   ? "no kernels in this file but those of system headers"
                                                    : "no kernels in this file";
}

static void take_system_headers(struct worker *worker, const struct llvm_module *module, struct message_file *file) {
    const struct llvm_header *headers = llvm_headers_left_out(module, &file->system_header_count);
    file->system_headers = arena_alloc(&worker->arena, (file->system_header_count + 1) * sizeof *file->system_headers);
    for (uint32_t i = 0; i < file->system_header_count; i++) {
        file->system_headers[i] = (struct file_header){headers[i].file, headers[i].kernel_count};
    }
}

/* An instance that --instantiate names and that is no kernel: of a function, or of a variable. */
static void judge_instances(struct worker *worker, const char *const *displays, uint32_t count, struct message_file *file) {
    static const char option[] = "--instantiate=";
    const struct options *o = worker->options;
    for (uint32_t i = 0;
         i < o->clang_arg_count && file->headers && (file->kernels_left_out == 0 || file->kernel_count == 0) && file->system_header_count == 0; i++) {
        const char *name = strncmp(o->clang_args[i], option, sizeof option - 1) == 0 ? o->clang_args[i] + sizeof option - 1 : NULL;
        if (name && !template_has_instance(name, displays, count)) {
            file->status = front_status_name(FRONT_DOES_NOT_COMPILE);
            file->error = arena_printf(&worker->arena, "--instantiate: '%s' is no kernel", name);
        }
    }
}

static void name_kernels(struct worker *worker, const struct llvm_module *module, struct message_file *file) {
    file->kernel_count = llvm_kernel_count(module);
    file->kernels_left_out = llvm_kernels_left_out(module);
    file->kernels = arena_alloc(&worker->arena, (file->kernel_count + 1) * sizeof *file->kernels);
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        file->kernels[i] = (struct message_name){
            .name = llvm_kernel_name(module, i), .display = llvm_kernel_display(module, i), .line = llvm_kernel_line(module, i)};
    }
    take_system_headers(worker, module, file);
    worker_state_kernels(worker, file);
    const char *others = llvm_names_left_out(module);
    if (file->kernel_count == 0 && worker->options->kernel_count > 0 && others && *others) {
        file->error = arena_printf(&worker->arena, "%s; it has %s", file->error, others);
    }
    const char **displays = arena_alloc(&worker->arena, (file->kernel_count + 1) * sizeof *displays);
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        displays[i] = file->kernels[i].display;
    }
    uint32_t count = file->kernel_count;
    if (count == 0 && others) {
        displays[count++] = others;
    }
    judge_instances(worker, displays, count, file);
    if (file->headers && (worker->options->kernel_count == 0 || file->kernel_count == 0)) { /* compiled here */
        file->templates = templates_without_instance(&worker->arena, worker->job->contents, displays, count);
    }
}

/* Whether there is one kernel, and a launch that fits it; else the message says what is wrong. */
static bool is_launch_good(struct worker *worker, struct llvm_module *module, struct message_file *file) {
    const struct options *options = worker->options;
    const char *error = NULL;
    if (options->command != COMMAND_SIMULATE || worker_is_after(worker, STAGE_CHECK) || file->kernel_count == 0) {
        return true;
    }
    if (file->kernel_count > 1) {
        struct buffer names = {0};
        for (uint32_t i = 0; i < file->kernel_count; i++) {
            buffer_printf(&names, "%s%s", i > 0 ? ", " : "", file->kernels[i].display);
        }
        error = arena_printf(&worker->arena, "%u kernels; choose one with --kernel: %s", file->kernel_count, buffer_text(&names));
        buffer_release(&names);
    } else {
        struct kernel *kernel = llvm_decode(module, 0, &worker->arena);
        struct witness *launch = simulate_launch(&worker->arena, options, worker->job->path, kernel, &error);
        struct simulate_input input;
        if (launch && simulation_is_runnable(&worker->arena, launch, &error)) {
            (void)witness_input(&worker->arena, kernel, launch, &input, &error);
        }
    }
    file->status = error ? "no-launch" : file->status;
    file->error = error;
    return !error;
}

static void load_and_work(struct worker *worker, struct message_file *file) {
    const struct llvm_options options = {.kernel_globs = worker->options->kernels,
                                         .kernel_glob_count = worker->options->kernel_count,
                                         .own_files = file->own_files,
                                         .own_file_count = file->own_file_count,
                                         .trusts_undefined = worker->options->gpuverify_annotations};
    const char *error = NULL;
    worker_misbehave(worker->options, "load", "load");
    struct llvm_module *module = llvm_load(&worker->arena, file->bitcode, &options, &error);
    if (!module) {
        file->status = "not-loaded";
        file->error = error;
        worker_send_file(worker, file);
        return;
    }
    if (file->omission_count > 0 && llvm_kernel_count(module) == 0) {
        file->status = front_status_name(FRONT_DOES_NOT_COMPILE);
        file->error = worker->diagnostics;
        file->omission_count = 0;
        worker_send_file(worker, file);
        llvm_release(module);
        return;
    }
    if (!worker->job->is_continuing) {
        name_kernels(worker, module, file);
        bool is_good = strcmp(file->status, front_status_name(FRONT_DOES_NOT_COMPILE)) != 0 && is_launch_good(worker, module, file);
        file->kernel_count = is_good ? file->kernel_count : 0;
        worker_send_file(worker, file);
        if (!is_good) {
            llvm_release(module);
            return;
        }
    }
    worker_use_module(worker, module);
    llvm_release(module);
}

/* Source files. */

/* A copy of standard input is called by its shown name. */
static const char *shown_message(struct worker *worker, const char *message) {
    const char *contents = worker->job->contents;
    struct buffer shown = {0};
    const char *found;
    for (; message && (found = strstr(message, contents)); message = found + strlen(contents)) {
        buffer_add_n(&shown, message, (size_t)(found - message));
        buffer_add(&shown, worker->job->path);
    }
    buffer_add(&shown, message ? message : "");
    const char *copy = arena_strdup(&worker->arena, buffer_text(&shown));
    buffer_release(&shown);
    return copy;
}

static const char *headers_of(struct worker *worker, const struct front_result *result) {
    return result->toolkit_path ? arena_printf(&worker->arena, "toolkit %s", result->toolkit_path) : result->headers;
}

static void take_omissions(struct worker *worker, const struct front_result *result, struct message_file *file) {
    static const char *const kinds[] = {[OMISSION_HEADER] = "header", [OMISSION_HOST] = "host-code", [OMISSION_DEVICE] = "device-code"};
    file->omission_count = result->omissions.list.size;
    file->omissions = arena_alloc(&worker->arena, (file->omission_count + 1) * sizeof *file->omissions);
    for (uint32_t i = 0; i < file->omission_count; i++) {
        const struct front_omission *omission = &result->omissions.list.data[i];
        file->omissions[i] = (struct file_omission){kinds[omission->kind], shown_message(worker, omission->file), omission->line, omission->message};
    }
    worker->launches_in_device = message_launches_in_device(file);
}

/* The source is the user's whatever clang's list of files makes of its name. */
static void take_own_files(struct worker *worker, const struct front_own_files *own, struct message_file *file) {
    const char **names = arena_alloc(&worker->arena, (own->count + 1) * sizeof *names);
    memcpy(names, own->names, own->count * sizeof *names);
    names[own->count] = worker->job->contents;
    file->own_files = names;
    file->own_file_count = own->count + 1;
}

static struct front_options front_options_of(const struct options *options) {
    return (struct front_options){.clang = options->clang,
                                  .share_dir = options->share_dir,
                                  .cuda_path = options->cuda_path,
                                  .gpuverify_annotations = options->gpuverify_annotations,
                                  .clang_args = options->clang_args,
                                  .clang_arg_count = options->clang_arg_count,
                                  .executable_path = options->executable_path};
}

static void compile_and_work(struct worker *worker) {
    const struct options *options = worker->options;
    const struct front_options front = front_options_of(options);
    struct front_result result = {0};
    struct message_file file = {0};
    worker_misbehave(options, "front", "front");
    enum front_status status = front_compile(&worker->arena, &front, worker->job->contents, &result);
    worker->is_first_attempt = result.is_first_attempt;
    worker->was_killed = result.was_killed;
    file.headers = headers_of(worker, &result);
    file.seconds = result.clang_seconds;
    file.bitcode = result.bitcode_path;
    take_omissions(worker, &result, &file);
    if (!options->system_headers && result.own_files.count > 0) {
        take_own_files(worker, &result.own_files, &file);
    }
    worker->diagnostics = shown_message(worker, result.message);
    if (status != FRONT_OK && status != FRONT_IN_PART) {
        file.status = front_status_name(status);
        file.error = worker->diagnostics;
        worker_send_file(worker, &file);
        return;
    }
    if (worker_is_after(worker, STAGE_LLVM)) {
        file.status = "analysed";
        worker_send_file(worker, &file);
        return;
    }
    load_and_work(worker, &file);
}

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && strcmp(path + length - tail, ending) == 0;
}

static bool is_host_code(const struct worker *worker) {
    const struct front_options front = front_options_of(worker->options);
    return front_is_host_code(&front, worker->job->contents);
}

static void work(struct worker *worker) {
    const struct worker_job *job = worker->job;
    if (job->refused) {
        struct message_file file = {.status = "bad-options", .error = job->refused};
        worker_send_file(worker, &file);
    } else if (has_ending(job->contents, ".map")) {
        worker_take_launches(worker);
        worker->is_first_attempt = true;
        worker_read_protocols(worker);
    } else if (has_ending(job->contents, ".baby")) {
        worker_take_launches(worker);
        worker->is_first_attempt = true;
        worker_read_programs(worker);
    } else if (is_host_code(worker)) {
        struct message_file file = {.status = "no-kernels", .error = "host code, which is read for launches"};
        worker_send_file(worker, &file);
    } else if (job->bitcode) {
        struct message_file file = {.bitcode = job->bitcode, .own_files = job->own_files, .own_file_count = job->own_file_count};
        load_and_work(worker, &file);
    } else {
        compile_and_work(worker);
    }
    worker_send_bytes(worker, MESSAGE_END, "", 0);
}

/* A witness file of an entry, `size` bytes: its path, NUL, its text. Written in --witness-dir only. */
static void repeat_witness(struct worker *worker, const char *bytes, size_t size) {
    const char *folder = worker->options->witness_dir, *error = "a cache entry that cannot be used";
    size_t length = strnlen(bytes, size), start = folder ? strlen(folder) : 0;
    bool is_good =
        folder && length < size && length > start + 1 && strncmp(bytes, folder, start) == 0 && bytes[start] == '/' && !strchr(bytes + start + 1, '/');
    if (!is_good ||
        !array_file_write(&worker->arena, bytes, (struct type){.lanes = 1}, (const uint8_t *)bytes + length + 1, size - length - 1, &error)) {
        worker_fail(error);
    }
}

/* What the cache has of the file, as if it had been found now. */
static void repeat(struct worker *worker, const struct buffer *messages) {
    struct buffer rest = *messages;
    const char *bytes;
    size_t size;
    int kind;
    message_send(worker->job->fd, MESSAGE_CACHED, "", 0);
    while ((kind = message_next(&rest, &bytes, &size)) != 0) {
        if (kind == MESSAGE_WITNESS) {
            repeat_witness(worker, bytes, size);
        } else {
            message_send(worker->job->fd, (enum message_kind)kind, bytes, size);
        }
        rest.size -= (size_t)(bytes + size - rest.data);
        rest.data += bytes + size - rest.data;
    }
}

static bool contains(const struct buffer *bytes, const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= bytes->size; i++) {
        if (bytes->data[i] == text[0] && memcmp(bytes->data + i, text, length) == 0) {
            return true;
        }
    }
    return false;
}

/* A limit of time that ended something is no property of the file. */
static bool has_timeout(const struct worker *worker, const struct buffer *messages) {
    return worker->options->check.timeout_ms > 0 && contains(messages, "\"timeout\"");
}

void worker_run(const struct worker_job *job) {
    struct worker worker = {.job = job, .options = job->options, .launches_in_device = job->launches_in_device};
    struct buffer messages = {0};
    struct cache_job cache = {.options = job->options, .front = front_options_of(job->options), .path = job->path, .contents = job->contents};
    bool is_kept = !job->is_continuing && job->path == job->contents && job->options->command != COMMAND_SIMULATE;
    cache.directory = is_kept ? job->options->cache_dir : NULL;
    cache.launches_text = cache.directory ? worker_take_launches(&worker) : NULL;
    if (cache_begin(&cache, &worker.arena, &messages)) {
        repeat(&worker, &messages);
    } else {
        worker.record = cache.directory ? &messages : NULL;
        work(&worker);
        if (worker.is_analysed && !worker.was_killed && !has_timeout(&worker, &messages)) {
            cache_keep(&cache, &worker.arena, worker.is_first_attempt, &messages);
        }
    }
    cache_end(&cache);
    buffer_release(&messages);
    arena_release(&worker.arena);
}

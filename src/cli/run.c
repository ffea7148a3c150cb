#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "cli/run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/vec.h"
#include "cli/project.h"
#include "cli/run_parts.h"
#include "cli/tempdir.h"
#include "protocol/protocol.h"
#include "report/fingerprint.h"
#include "report/report.h"
#include "report/suppression.h"

/* A file that is done sooner needs no second worker. */
enum { PROGRESS_MS = 500, PROGRESS_COLUMNS = 78, HELPER_MS = 60 };

static volatile sig_atomic_t is_interrupted;

void run_interrupt(void) {
    is_interrupted = 1;
}

/* Adds what was said of each kernel to what was said of the file, in the order of the kernels, and releases it; how many results
   there are. */
static uint32_t join_parts(struct run *run, struct run_file *file, struct kernel_result **results) {
    uint32_t count = 0;
    for (uint32_t i = 0; file->parts && i < file->info.kernel_count; i++) {
        struct run_part *part = &file->parts[i];
        buffer_add_n(&file->text, part->text.data, part->text.size);
        buffer_add_n(&file->warnings, part->warnings.data, part->warnings.size);
        if (part->names.size > 0) {
            message_names_take(run->arena, part->names.data, part->names.size, &run->names);
        }
        if (part->result) {
            results[count++] = part->result;
        }
    }
    return count;
}

static void release_file(struct run_file *file) {
    for (uint32_t i = 0; file->parts && i < file->info.kernel_count; i++) {
        buffer_release(&file->parts[i].text);
        buffer_release(&file->parts[i].warnings);
        buffer_release(&file->parts[i].names);
    }
    buffer_release(&file->text);
    buffer_release(&file->warnings);
}

static void emit_file(struct run *run, struct run_file *file) {
    struct file_result *result = arena_alloc(run->arena, sizeof *result);
    struct kernel_result **results = arena_alloc(run->arena, (file->info.kernel_count + 1) * sizeof *results);
    uint32_t kernels = join_parts(run, file, results);
    *result = (struct file_result){.path = file->path,
                                   .status = file->info.status,
                                   .error = file->info.error,
                                   .headers = file->info.headers,
                                   .omissions = file->info.omissions,
                                   .omission_count = file->info.omission_count,
                                   .templates = file->info.templates,
                                   .front_seconds = file->info.seconds,
                                   .kernel_count = kernels,
                                   .kernels_left_out = file->info.kernels_left_out,
                                   .system_headers = file->info.system_headers,
                                   .system_header_count = file->info.system_header_count};
    result->kernels = results;
    if (file->options.require_kernels && report_file_is_ok(result) && (kernels == 0 || result->templates)) {
        result->error = kernels == 0 && !result->templates
                            ? "no kernels in this file, and --require-kernels asks for some"
                            : arena_printf(run->arena, "kernel templates without an instance are not analysed: %s", result->templates);
        result->status = "kernels-missing";
    }
    run->is_partial |= file->is_lost || !report_file_is_ok(result) || file_result_is_partial(result);
    file_result_agree(run->arena, result, file->is_lost);
    file_result_assume(run->arena, result, run->has_openmp);
    fingerprint_file(run->arena, &run->sources, result);
    suppression_apply(run->arena, &run->sources, result, run->baseline, file->options.own_project);
    run->listener->emit(run->listener->context, &(struct run_output){.file = result,
                                                                     .text = buffer_text(&file->text),
                                                                     .text_bytes = file->text.size,
                                                                     .warnings = buffer_text(&file->warnings),
                                                                     .kernel_count = file->info.kernel_count,
                                                                     .is_incomplete = file->is_lost,
                                                                     .is_cached = file->is_cached});
    release_file(file);
}

static void emit_done(struct run *run) {
    while (run->emitted < run->count && run->files[run->emitted].state == FILE_DONE) {
        emit_file(run, &run->files[run->emitted++]);
    }
}

/* What is finished when the run is interrupted: files, and kernels of those that are not. */
static void emit_finished(struct run *run) {
    for (; run->emitted < run->count; run->emitted++) {
        struct run_file *file = &run->files[run->emitted];
        if (file->state == FILE_DONE || (file->state == FILE_RUNNING && run_give_up(run, file))) {
            emit_file(run, file);
        }
    }
}

/* "[12/80] src/a.cu: reduce(int*) (9 s)": how many files are done, and what has been worked on longest. */
static void tell_progress(struct run *run) {
    uint64_t now = clock_milliseconds();
    const struct run_worker *slowest = NULL;
    uint32_t done = 0;
    if (!run->listener->progress || now < run->progress_ms + PROGRESS_MS) {
        return;
    }
    for (uint32_t i = 0; i < run->jobs; i++) {
        const struct run_worker *worker = &run->workers[i];
        slowest = worker->file && (!slowest || worker->begun_ms < slowest->begun_ms) ? worker : slowest;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        done += run->files[i].state == FILE_DONE;
    }
    struct buffer text = {0};
    buffer_printf(&text, "[%u/%u]", done, run->count);
    if (slowest) {
        const struct message_file *info = &slowest->file->info;
        bool is_in_kernel = slowest->file->has_info && slowest->kernel < info->kernel_count;
        buffer_printf(&text, " %s: %s (%u s)", slowest->file->path, is_in_kernel ? info->kernels[slowest->kernel].display : "compiling",
                      (unsigned)((now - slowest->begun_ms) / 1000));
    }
    char line[PROGRESS_COLUMNS + 1];
    (void)snprintf(line, sizeof line, "%-*s", PROGRESS_COLUMNS, buffer_text(&text));
    for (char *c = line; *c; c++) {
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
    }
    run->listener->progress(run->listener->context, line);
    run->progress_ms = now;
    buffer_release(&text);
}

static uint32_t most_jobs(const struct options *options) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return options->jobs > 0 ? options->jobs : cores > 0 ? (uint32_t)cores : 1;
}

/* The file of which most groups wait for each of its workers. What a cache is given comes from one worker. */
static struct run_file *file_to_help(const struct run *run) {
    struct run_file *best = NULL;
    for (uint32_t i = 0; i < run->count && !run->has_no_helpers; i++) {
        struct run_file *file = &run->files[i];
        uint32_t waiting = file->state == FILE_RUNNING && !file->has_no_helpers && !file->options.cache_dir ? run_unclaimed(file) : 0;
        if (waiting > 0 && (!best || waiting * best->worker_count > run_unclaimed(best) * file->worker_count)) {
            best = file;
        }
    }
    return best;
}

/* Starts helpers; the time at which there may be more to start. */
static uint64_t start_helpers(struct run *run) {
    struct run_file *file;
    while (run->running < run->jobs && (file = file_to_help(run)) != NULL) {
        if (clock_milliseconds() < file->analysed_ms + HELPER_MS) {
            return file->analysed_ms + HELPER_MS;
        }
        run->has_no_helpers = !run_start_worker(run, file);
    }
    return UINT64_MAX;
}

static void run_all(struct run *run) {
    uint32_t started = 0;
    while (run->emitted < run->count && !run->error && !is_interrupted) {
        while (started < run->count && run->running < run->jobs) {
            if (!run_start_worker(run, &run->files[started])) {
                if (run->running > 0) {
                    break;
                }
                run->error = arena_printf(run->arena, "cannot start a process: %s", strerror(errno));
                return;
            }
            started++;
        }
        uint64_t helper_ms = started == run->count ? start_helpers(run) : UINT64_MAX;
        uint64_t progress_ms = run->listener->progress ? clock_milliseconds() + PROGRESS_MS : UINT64_MAX;
        run_wait(run, helper_ms < progress_ms ? helper_ms : progress_ms);
        emit_done(run);
        tell_progress(run);
    }
}

/* The options of the file's own command come first, so that those after "--" override them. */
static void add_file_options(struct arena *arena, const struct file_options *own, struct options *options) {
    if (!own || own->count == 0) {
        return;
    }
    const char **all = arena_alloc(arena, (own->count + options->clang_arg_count + 1) * sizeof *all);
    memcpy(all, own->clang_args, own->count * sizeof *all);
    if (options->clang_arg_count > 0) {
        memcpy(all + own->count, options->clang_args, options->clang_arg_count * sizeof *all);
    }
    options->clang_args = all;
    options->clang_arg_count += own->count;
}

/* The file is compiled with OpenMP, by clang or by nvcc's host compiler. */
static bool has_openmp(const struct options *options) {
    bool has = false;
    for (uint32_t i = 0; i < options->clang_arg_count; i++) {
        const char *at = strstr(options->clang_args[i], "-fopenmp");
        has |= at && strncmp(at, "-fopenmp-simd", 13) != 0;
    }
    return has;
}

static void name_files(struct run *run, _Atomic uint32_t *claimed) {
    const struct options *options = run->options;
    for (uint32_t i = 0; i < run->count && !run->error; i++) {
        struct run_file *file = &run->files[i];
        bool is_stdin = strcmp(options->files[i], "-") == 0;
        file->options = *options;
        file->claimed = &claimed[i];
        add_file_options(run->arena, options->file_options ? &options->file_options[i] : NULL, &file->options);
        if (options->projects && options->projects[i]) {
            project_apply(run->arena, options->projects[i], &file->options);
        }
        run->has_openmp |= has_openmp(&file->options);
        file->path = is_stdin ? "<stdin>" : options->files[i];
        file->contents = run->text  ? tempdir_save_text(run->arena, run->directory, file->path, run->text->language, run->text->bytes,
                                                        run->text->size_bytes, &run->error)
                         : is_stdin ? tempdir_save_stdin(run->arena, run->directory, options->language ? options->language : "cu", &run->error)
                                    : file->path;
    }
}

/* "; there are: 'a', 'b'" */
static void list_names(const char *const *names, uint32_t count, struct buffer *out) {
    enum { NAMED_MOST = 24 };
    for (uint32_t i = 0; i < count && i < NAMED_MOST; i++) {
        buffer_printf(out, "%s'%s'", i > 0 ? ", " : "; there are: ", names[i]);
    }
    if (count > NAMED_MOST) {
        buffer_printf(out, " and %u more", count - NAMED_MOST);
    }
}

/* The first option that speaks of what no kernel has, if all kernels have been asked. */
static const char *find_misnamed(const struct run *run) {
    const struct message_names *names = &run->names;
    for (uint32_t i = 0; i < names->problems.size && !run->is_partial; i++) {
        bool is_extent = i >= run->options->command_params && i - run->options->command_params < run->options->command_extents;
        bool is_alias = i >= run->options->command_params + run->options->command_extents + run->options->command_required;
        is_extent |= is_alias;
        if (names->problems.data[i]) {
            struct buffer text = {0};
            buffer_add(&text, names->problems.data[i]);
            list_names(is_extent ? names->pointers.data : names->scalars.data, is_extent ? names->pointers.size : names->scalars.size, &text);
            const char *message = arena_strdup(run->arena, buffer_text(&text));
            buffer_release(&text);
            return message;
        }
    }
    return NULL;
}

static void start_host(struct run *run) {
    struct host_file *files = arena_alloc(run->arena, ((size_t)run->count + run->options->beside_count + 1) * sizeof *files);
    for (uint32_t i = 0; i < run->count && !run->error; i++) {
        files[i] = (struct host_file){run->files[i].path, run->files[i].contents, &run->files[i].options, false};
    }
    uint32_t beside = host_add_beside(run->arena, run->options, files + run->count);
    run->host = host_start(run->arena, files, run->error ? 0 : run->count + beside, run->directory);
}

bool run_files(struct arena *arena, const struct options *options, const struct run_text *text, const struct run_listener *listener,
               const char **misnamed, const char **error) {
    struct run run = {.arena = arena,
                      .options = options,
                      .count = options->file_count,
                      .text = text,
                      .listener = listener,
                      .pid = getpid(),
                      .baseline = options->baseline_given ? &options->baseline : NULL};
    is_interrupted = 0;
    source_cache_init(&run.sources);
    if (text) {
        source_cache_add(&run.sources, options->files[0], text->bytes, text->size_bytes);
    }
    run.files = arena_alloc(arena, (run.count + 1) * sizeof *run.files);
    run.directory = tempdir_create(arena);
    if (!run.directory) {
        *error = arena_printf(arena, "cannot make a temporary directory: %s", strerror(errno));
        return false;
    }
    size_t shared_bytes = (run.count + 1) * sizeof(_Atomic uint32_t);
    _Atomic uint32_t *claimed = mmap(NULL, shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (claimed == MAP_FAILED) {
        *error = arena_printf(arena, "cannot share memory between processes: %s", strerror(errno));
        tempdir_remove(run.directory);
        return false;
    }
    run.jobs = most_jobs(options);
    run.workers = arena_alloc(arena, run.jobs * sizeof *run.workers);
    name_files(&run, claimed);
    start_host(&run);
    run_all(&run);
    if (is_interrupted) {
        emit_finished(&run);
    }
    run_stop_workers(&run);
    for (uint32_t i = run.emitted; i < run.count; i++) {
        release_file(&run.files[i]);
    }
    (void)munmap(claimed, shared_bytes);
    host_stop(&run.host);
    tempdir_remove(run.directory);
    if (is_interrupted && !run.error) {
        run.error = "interrupted";
    }
    if (misnamed) {
        *misnamed = find_misnamed(&run);
    }
    message_names_release(&run.names);
    source_cache_release(&run.sources);
    *error = run.error;
    return !run.error;
}

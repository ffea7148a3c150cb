#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
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

/* The check itself keeps to --timeout; a worker is stopped only well after. */
enum { GRACE_MS = 1000, PROGRESS_MS = 500, PROGRESS_COLUMNS = 78, MOST_ERROR_BYTES = 4096, LEAST_FILE_MS = 10000 };

static volatile sig_atomic_t is_interrupted;

void run_interrupt(void) {
    is_interrupted = 1;
}

/* What a worker says. */

static void take_kernel(struct run *run, struct run_file *file, struct kernel_result *result) {
    vec_push(&file->kernels, result);
    if (run->listener->kernel) {
        run->listener->kernel(run->listener->context, result, file->kernel, file->info.kernel_count);
    }
}

static void take_message(struct run *run, struct run_file *file, int kind, const char *bytes, size_t size) {
    const char *error = NULL;
    struct kernel_result *result;
    if (kind == MESSAGE_FILE) {
        file->has_info = message_read_file(run->arena, bytes, size, &file->info);
        file->begun_ms = clock_milliseconds();
    } else if (kind == MESSAGE_BEGIN) {
        char number[16] = {0};
        memcpy(number, bytes, size < sizeof number ? size : sizeof number - 1);
        file->kernel = (uint32_t)strtoul(number, NULL, 10);
        file->next_kernel = file->kernel + 1;
        file->begun_ms = clock_milliseconds();
    } else if (kind == MESSAGE_WAITING) {
        file->begun_ms = clock_milliseconds();
    } else if (kind == MESSAGE_TEXT) {
        buffer_add_n(&file->text, bytes, size);
    } else if (kind == MESSAGE_PROGRESS && run->listener->progress) {
        run->listener->progress(run->listener->context, arena_strndup(run->arena, bytes, size));
    } else if (kind == MESSAGE_KERNEL) {
        result = report_read_kernel(run->arena, bytes, size, &error);
        if (result) {
            take_kernel(run, file, result);
            file->kernel = NO_KERNEL;
            file->begun_ms = clock_milliseconds();
        }
    } else if (kind == MESSAGE_NAMES) {
        message_names_take(run->arena, bytes, size, &run->names);
    } else if (kind == MESSAGE_WARNING) {
        buffer_add_n(&file->warnings, bytes, size);
    } else if (kind == MESSAGE_CACHED) {
        file->is_cached = true;
    } else if (kind == MESSAGE_END) {
        file->has_ended = true;
        file->kernel = options_give_results(run->options) ? file->kernel : NO_KERNEL;
    }
}

static void take_messages(struct run *run, struct run_file *file) {
    const char *bytes;
    size_t size;
    int kind;
    while ((kind = message_next(&file->in, &bytes, &size)) != 0) {
        take_message(run, file, kind, bytes, size);
        message_drop(&file->in);
    }
}

/* False at the end of the stream. */
static bool read_some(int fd, struct buffer *into, size_t most) {
    char piece[65536];
    ssize_t count = read(fd, piece, sizeof piece);
    if (count < 0 && errno == EINTR) {
        return true;
    }
    if (count <= 0) {
        return false;
    }
    size_t room = into->size < most ? most - into->size : 0;
    buffer_add_n(into, piece, (size_t)count < room ? (size_t)count : room);
    return true;
}

/* When a worker has ended. */

static struct kernel_result *lost_kernel(struct run *run, const struct run_file *file, const char *reason, const char *detail) {
    const struct message_name *name = &file->info.kernels[file->kernel];
    struct check_options own;
    project_apply_kernel(run->arena, &file->options, name->name, name->display, &own);
    const struct check_options *check = &own;
    struct kernel_result *result = arena_alloc(run->arena, sizeof *result);
    result->name = name->name;
    result->display = name->display;
    result->file = file->path;
    result->line = name->line;
    result->block_given = check->block[0] > 0;
    result->grid_given = check->grid[0] > 0;
    memcpy(result->block, check->block, sizeof result->block);
    memcpy(result->grid, check->grid, sizeof result->grid);
    result->unproved = arena_alloc(run->arena, PROP_COUNT * sizeof *result->unproved);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (check->properties & (1u << p)) {
            result->properties[p] = VERDICT_UNPROVED;
            result->unproved[result->unproved_count++] = (struct unproved){p, reason, {result->file, result->line, 0, NULL}, detail, {0}};
        }
    }
    result->verdict = kernel_result_verdict(result);
    return result;
}

static bool mentions(const char *line, const char *word) {
    return strstr(line, word) != NULL;
}

/* The line of the worker's last words that says most: an assertion or a lack of memory, or
   else the first line. */
static const char *last_words(struct arena *arena, const struct buffer *errors) {
    const char *best = NULL;
    char *text = arena_strdup(arena, buffer_text(errors));
    for (char *line = text; line && *line;) {
        char *stop = strchr(line, '\n');
        if (stop) {
            *stop = '\0';
        }
        bool is_telling = mentions(line, "Assertion") || mentions(line, "memory") || mentions(line, "Sanitizer") || mentions(line, "runtime error");
        if (*line && (!best || is_telling)) {
            best = line;
        }
        if (is_telling) {
            break;
        }
        line = stop ? stop + 1 : NULL;
    }
    return best;
}

static const char *describe_end(struct run *run, const struct run_file *file, int status) {
    const char *words = last_words(run->arena, &file->errors);
    if (words && mentions(words, "out of memory")) {
        return "out of memory";
    }
    const char *how = "the analysis ended early";
    if (WIFSIGNALED(status)) {
        how = arena_printf(run->arena, "the analysis was ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) != 0) {
        how = arena_printf(run->arena, "the analysis ended with status %d", WEXITSTATUS(status));
    }
    return words ? arena_printf(run->arena, "%s: %s", how, words) : how;
}

static void lose_file(struct run_file *file, const char *detail) {
    file->info.status = file->ran_over_time ? "timeout" : "internal-error";
    file->info.error = detail;
    file->has_info = true;
    file->is_lost = true;
    file->state = FILE_DONE;
}

/* The kernel at which the worker died; a worker that dies between two kernels loses the next
   one, so that this ends. */
static void lose_kernel(struct run *run, struct run_file *file, const char *reason, const char *detail) {
    if (file->kernel == NO_KERNEL) {
        file->kernel = file->next_kernel++;
    }
    if (file->kernel < file->info.kernel_count) {
        take_kernel(run, file, lost_kernel(run, file, reason, detail));
        file->is_lost = true;
    }
    file->kernel = NO_KERNEL;
}

static int wait_for(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/* Every kernel has been begun, and every one begun has its result. */
static bool has_finished(const struct run *run, const struct run_file *file) {
    bool has_all = !options_give_results(run->options) || file->next_kernel >= file->info.kernel_count;
    return file->has_ended && file->has_info && file->kernel == NO_KERNEL && has_all;
}

/* Of the kernel at hand, or of compiling and loading, which take their time however small the kernels are. */
static uint64_t limit_of(const struct run_file *file) {
    uint64_t limit = file->options.check.timeout_ms;
    return limit > 0 && limit < LEAST_FILE_MS && file->kernel == NO_KERNEL ? LEAST_FILE_MS : limit;
}

static void end_worker(struct run *run, struct run_file *file) {
    while (read_some(file->error_fd, &file->errors, MOST_ERROR_BYTES)) {
    }
    close(file->fd);
    close(file->error_fd);
    int status = wait_for(file->pid);
    run->running--;
    file->state = FILE_DONE;
    if (has_finished(run, file)) {
        return;
    }
    const char *detail = file->ran_over_time ? arena_printf(run->arena, "%s after %.3g seconds",
                                                            file->has_info ? "no result" : "not compiled and loaded", (double)limit_of(file) / 1000.0)
                                             : describe_end(run, file, status);
    if (!file->has_info) {
        lose_file(file, detail);
        return;
    }
    lose_kernel(run, file, reason_name(file->ran_over_time ? REASON_TIMEOUT : REASON_INTERNAL_ERROR), detail);
    if (file->next_kernel < file->info.kernel_count && !run_start_worker(run, file)) {
        run->error = arena_printf(run->arena, "cannot start a process: %s", strerror(errno));
    }
}

/* Time limits. */

static uint64_t deadline_of(const struct run_file *file) {
    uint64_t limit = limit_of(file);
    bool is_timed = limit > 0 && file->state == FILE_RUNNING;
    return is_timed ? file->begun_ms + limit + limit / 4 + GRACE_MS : UINT64_MAX;
}

static void stop_late_workers(struct run *run) {
    uint64_t now = clock_milliseconds();
    for (uint32_t i = 0; i < run->count; i++) {
        struct run_file *file = &run->files[i];
        if (!file->ran_over_time && deadline_of(file) <= now) {
            file->ran_over_time = true;
            kill(file->pid, SIGKILL);
        }
    }
}

static int poll_timeout(const struct run *run) {
    uint64_t now = clock_milliseconds(), first = run->listener->progress ? now + PROGRESS_MS : UINT64_MAX;
    for (uint32_t i = 0; i < run->count; i++) {
        uint64_t deadline = run->files[i].ran_over_time ? UINT64_MAX : deadline_of(&run->files[i]);
        first = deadline < first ? deadline : first;
    }
    if (first == UINT64_MAX) {
        return -1;
    }
    return first <= now ? 0 : first - now > 60000 ? 60000 : (int)(first - now);
}

/* The loop. */

static bool poll_has(const struct pollfd *polled) {
    return polled->revents & (POLLIN | POLLHUP | POLLERR);
}

static void wait_for_workers(struct run *run) {
    struct pollfd *polled = mem_alloc(2 * run->count * sizeof *polled);
    for (uint32_t i = 0; i < run->count; i++) {
        bool is_running = run->files[i].state == FILE_RUNNING;
        polled[2 * i] = (struct pollfd){is_running ? run->files[i].fd : -1, POLLIN, 0};
        polled[2 * i + 1] = (struct pollfd){is_running ? run->files[i].error_fd : -1, POLLIN, 0};
    }
    int ready = poll(polled, 2 * run->count, poll_timeout(run));
    for (uint32_t i = 0; ready > 0 && i < run->count; i++) {
        struct run_file *file = &run->files[i];
        if (poll_has(&polled[2 * i + 1]) && !poll_has(&polled[2 * i])) {
            read_some(file->error_fd, &file->errors, MOST_ERROR_BYTES);
        }
        if (!poll_has(&polled[2 * i])) {
            continue;
        }
        bool is_open = read_some(file->fd, &file->in, SIZE_MAX);
        take_messages(run, file);
        if (!is_open) {
            end_worker(run, file);
        }
    }
    mem_free(polled, 2 * run->count * sizeof *polled);
    stop_late_workers(run);
}

static void emit_file(struct run *run, struct run_file *file) {
    struct file_result *result = arena_alloc(run->arena, sizeof *result);
    uint32_t kernels = file->kernels.size;
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
    result->kernels = arena_alloc(run->arena, (kernels + 1) * sizeof *result->kernels);
    if (kernels > 0) {
        memcpy(result->kernels, file->kernels.data, kernels * sizeof *result->kernels);
    }
    if (file->options.require_kernels && report_file_is_ok(result) && (kernels == 0 || result->templates)) {
        result->error = kernels == 0 && !result->templates
                            ? "no kernels in this file, and --require-kernels asks for some"
                            : arena_printf(run->arena, "kernel templates without an instance are not analysed: %s", result->templates);
        result->status = "kernels-missing";
    }
    run->is_partial |= file->is_lost || !report_file_is_ok(result) || file_result_is_partial(result);
    file_result_agree(run->arena, result, file->is_lost);
    file_result_assume(run->arena, result);
    fingerprint_file(run->arena, &run->sources, result);
    suppression_apply(run->arena, &run->sources, result, run->baseline, file->options.own_project);
    run->listener->emit(run->listener->context, &(struct run_output){.file = result,
                                                                     .text = buffer_text(&file->text),
                                                                     .text_bytes = file->text.size,
                                                                     .warnings = buffer_text(&file->warnings),
                                                                     .kernel_count = file->info.kernel_count,
                                                                     .is_incomplete = file->is_lost,
                                                                     .is_cached = file->is_cached});
    buffer_release(&file->text);
    buffer_release(&file->warnings);
}

static void emit_done(struct run *run) {
    while (run->emitted < run->count && run->files[run->emitted].state == FILE_DONE) {
        emit_file(run, &run->files[run->emitted++]);
    }
}

/* What is finished behind a file that is not, when the run is interrupted. */
static void emit_finished(struct run *run) {
    for (; run->emitted < run->count; run->emitted++) {
        if (run->files[run->emitted].state == FILE_DONE) {
            emit_file(run, &run->files[run->emitted]);
        }
    }
}

/* "[12/80] src/a.cu: reduce(int*) (9 s)": how many files are done, and what has been worked on longest. */
static void tell_progress(struct run *run) {
    uint64_t now = clock_milliseconds();
    const struct run_file *slowest = NULL;
    uint32_t done = 0;
    if (!run->listener->progress || now < run->progress_ms + PROGRESS_MS) {
        return;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        const struct run_file *file = &run->files[i];
        bool is_slower = file->state == FILE_RUNNING && (!slowest || file->begun_ms < slowest->begun_ms);
        slowest = is_slower ? file : slowest;
        done += file->state == FILE_DONE;
    }
    struct buffer text = {0};
    buffer_printf(&text, "[%u/%u]", done, run->count);
    if (slowest) {
        bool is_in_kernel = slowest->has_info && slowest->kernel < slowest->info.kernel_count;
        buffer_printf(&text, " %s: %s (%u s)", slowest->path, is_in_kernel ? slowest->info.kernels[slowest->kernel].display : "compiling",
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

static void run_all(struct run *run) {
    uint32_t started = 0, jobs = most_jobs(run->options);
    while (run->emitted < run->count && !run->error && !is_interrupted) {
        while (started < run->count && run->running < jobs) {
            if (!run_start_worker(run, &run->files[started])) {
                if (run->running > 0) {
                    break;
                }
                run->error = arena_printf(run->arena, "cannot start a process: %s", strerror(errno));
                return;
            }
            started++;
        }
        wait_for_workers(run);
        emit_done(run);
        tell_progress(run);
    }
}

static void stop_all(struct run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        struct run_file *file = &run->files[i];
        if (file->state == FILE_RUNNING) {
            kill(file->pid, SIGKILL);
            wait_for(file->pid);
            close(file->fd);
            close(file->error_fd);
        }
        vec_release(&file->kernels);
        buffer_release(&file->text);
        buffer_release(&file->warnings);
        buffer_release(&file->in);
        buffer_release(&file->errors);
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

static void name_files(struct run *run) {
    const struct options *options = run->options;
    for (uint32_t i = 0; i < run->count && !run->error; i++) {
        struct run_file *file = &run->files[i];
        bool is_stdin = strcmp(options->files[i], "-") == 0;
        file->options = *options;
        add_file_options(run->arena, options->file_options ? &options->file_options[i] : NULL, &file->options);
        if (options->projects && options->projects[i]) {
            project_apply(run->arena, options->projects[i], &file->options);
        }
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
    name_files(&run);
    start_host(&run);
    run_all(&run);
    if (is_interrupted) {
        emit_finished(&run);
    }
    stop_all(&run);
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

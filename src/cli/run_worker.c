/* What workers say, and how they end. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/plan.h"
#include "cli/project.h"
#include "cli/run_parts.h"
#include "report/report.h"

/* The check itself keeps to --timeout; a worker is stopped only well after. */
enum { GRACE_MS = 1000, MOST_ERROR_BYTES = 4096, LEAST_FILE_MS = 10000, MOST_WAIT_MS = 60000 };

/* What a worker says. */

/* Those before which none is missing. */
static void tell_parts(const struct run *run, struct run_file *file) {
    for (; file->told < file->info.kernel_count && file->done[file->told]; file->told++) {
        const struct kernel_result *result = file->parts[file->told].result;
        if (result && run->listener->kernel) {
            run->listener->kernel(run->listener->context, result, file->told, file->info.kernel_count);
        }
    }
}

static void finish_part(struct run *run, struct run_worker *worker, struct kernel_result *result) {
    struct run_file *file = worker->file;
    if (worker->kernel < file->info.kernel_count && file->parts && !file->done[worker->kernel]) {
        file->parts[worker->kernel].result = result;
        file->done[worker->kernel] = true;
        tell_parts(run, file);
    }
    worker->kernel = NO_KERNEL;
}

static void take_info(struct run *run, struct run_file *file, const char *bytes, size_t size) {
    file->has_info = message_read_file(run->arena, bytes, size, &file->info);
    if (file->has_info) {
        file->parts = arena_alloc(run->arena, ((size_t)file->info.kernel_count + 1) * sizeof *file->parts);
        file->done = arena_alloc(run->arena, ((size_t)file->info.kernel_count + 1) * sizeof *file->done);
        file->analysed_ms = clock_milliseconds();
        const char **displays = arena_alloc(run->arena, ((size_t)file->info.kernel_count + 1) * sizeof *displays);
        for (uint32_t i = 0; i < file->info.kernel_count; i++) {
            displays[i] = file->info.kernels[i].display;
        }
        file->group_count = plan_make(run->arena, displays, file->info.kernel_count).group_count;
    }
}

static void lose_kernel(struct run *run, struct run_file *file, uint32_t kernel, const char *reason, const char *detail);

/* Kernels of which no result is expected are done when the next begins. */
static void begin_part(struct run *run, struct run_worker *worker, const char *bytes, size_t size) {
    char number[16] = {0};
    memcpy(number, bytes, size < sizeof number ? size : sizeof number - 1);
    if (worker->kernel < worker->file->info.kernel_count && options_give_results(run->options)) {
        lose_kernel(run, worker->file, worker->kernel, reason_name(REASON_INTERNAL_ERROR), "its result could not be read");
    }
    finish_part(run, worker, NULL);
    worker->kernel = (uint32_t)strtoul(number, NULL, 10);
}

static void take_message(struct run *run, struct run_worker *worker, int kind, const char *bytes, size_t size) {
    const char *error = NULL;
    struct run_file *file = worker->file;
    struct run_part *part = file->parts && worker->kernel < file->info.kernel_count ? &file->parts[worker->kernel] : NULL;
    struct kernel_result *result;
    switch ((enum message_kind)kind) {
    case MESSAGE_FILE: take_info(run, file, bytes, size); break;
    case MESSAGE_BEGIN: begin_part(run, worker, bytes, size); break;
    case MESSAGE_TEXT: buffer_add_n(part ? &part->text : &file->text, bytes, size); return;
    case MESSAGE_PROGRESS:
        if (run->listener->progress) {
            run->listener->progress(run->listener->context, arena_strndup(run->arena, bytes, size));
        }
        return;
    case MESSAGE_KERNEL:
        result = report_read_kernel(run->arena, bytes, size, &error);
        if (result) {
            finish_part(run, worker, result);
        }
        break;
    case MESSAGE_NAMES:
        if (part) {
            buffer_add_n(&part->names, bytes, size);
        }
        return;
    case MESSAGE_WARNING: buffer_add_n(part ? &part->warnings : &file->warnings, bytes, size); return;
    case MESSAGE_CACHED: file->is_cached = true; return;
    case MESSAGE_END:
        worker->has_ended = true;
        if (!options_give_results(run->options)) {
            finish_part(run, worker, NULL);
        }
        return;
    case MESSAGE_WAITING: break;
    case MESSAGE_WITNESS: return;
    }
    worker->begun_ms = clock_milliseconds();
}

static void take_messages(struct run *run, struct run_worker *worker) {
    const char *bytes;
    size_t size;
    int kind;
    while ((kind = message_next(&worker->in, &bytes, &size)) != 0) {
        take_message(run, worker, kind, bytes, size);
        message_drop(&worker->in);
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

static struct kernel_result *lost_kernel(struct run *run, const struct run_file *file, uint32_t kernel, const char *reason, const char *detail) {
    const struct message_name *name = &file->info.kernels[kernel];
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

static const char *describe_end(struct run *run, const struct run_worker *worker, int status) {
    const char *words = last_words(run->arena, &worker->errors);
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

static void lose_file(struct run_file *file, bool ran_over_time, const char *detail) {
    file->info.status = ran_over_time ? "timeout" : "internal-error";
    file->info.error = detail;
    file->has_info = true;
    file->is_lost = true;
}

static void lose_kernel(struct run *run, struct run_file *file, uint32_t kernel, const char *reason, const char *detail) {
    struct run_worker nobody = {.file = file, .kernel = kernel};
    finish_part(run, &nobody, lost_kernel(run, file, kernel, reason, detail));
    file->is_lost = true;
}

bool run_give_up(struct run *run, struct run_file *file) {
    bool has_result = false;
    for (uint32_t i = 0; file->has_info && i < file->info.kernel_count; i++) {
        has_result |= file->parts[i].result != NULL;
    }
    for (uint32_t i = 0; has_result && i < file->info.kernel_count; i++) {
        if (!file->done[i]) {
            lose_kernel(run, file, i, reason_name(REASON_INTERRUPTED), NULL);
        }
    }
    return has_result;
}

static int wait_for(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/* Of the kernel at hand, or of compiling and loading, which take their time however small the kernels are. */
static uint64_t limit_of(const struct run_worker *worker) {
    uint64_t limit = worker->file->options.check.timeout_ms;
    return limit > 0 && limit < LEAST_FILE_MS && worker->kernel == NO_KERNEL ? LEAST_FILE_MS : limit;
}

static void release(struct run *run, struct run_worker *worker) {
    close(worker->fd);
    close(worker->error_fd);
    worker->file->worker_count--;
    worker->file = NULL;
    buffer_release(&worker->in);
    buffer_release(&worker->errors);
    run->running--;
}

uint32_t run_unclaimed(const struct run_file *file) {
    uint32_t claimed = atomic_load(file->claimed);
    return file->has_info && !file->is_cached && claimed < file->group_count ? file->group_count - claimed : 0;
}

/* A worker that died: the kernel at hand is lost. The only one that died between two kernels loses another one, so that this ends. */
static void take_loss(struct run *run, struct run_worker *worker, int status) {
    struct run_file *file = worker->file;
    bool late = worker->ran_over_time;
    const char *reason = reason_name(late ? REASON_TIMEOUT : REASON_INTERNAL_ERROR);
    const char *detail = late ? arena_printf(run->arena, "%s after %.3g seconds", file->has_info ? "no result" : "not compiled and loaded",
                                             (double)limit_of(worker) / 1000.0)
                              : describe_end(run, worker, status);
    if (!file->has_info) {
        lose_file(file, late, detail);
        return;
    }
    file->is_cached = false; /* what an entry did not say is worked on */
    file->has_no_helpers = file->has_died = true;
    uint32_t kernel = worker->kernel;
    for (uint32_t i = 0; i < file->info.kernel_count && kernel == NO_KERNEL && file->worker_count == 1; i++) {
        kernel = file->done[i] ? NO_KERNEL : i;
    }
    if (kernel < file->info.kernel_count) {
        lose_kernel(run, file, kernel, reason, detail);
    }
}

static bool is_whole(const struct run_file *file) {
    uint32_t done = 0;
    while (done < file->info.kernel_count && file->done && file->done[done]) {
        done++;
    }
    return !file->done || done == file->info.kernel_count;
}

static void end_worker(struct run *run, struct run_worker *worker) {
    struct run_file *file = worker->file;
    bool gives_results = options_give_results(run->options);
    while (read_some(worker->error_fd, &worker->errors, MOST_ERROR_BYTES)) {
    }
    int status = wait_for(worker->pid);
    bool is_short = gives_results && file->worker_count == 1 && !file->has_died && !is_whole(file);
    if (!worker->has_ended || !file->has_info || worker->kernel != NO_KERNEL || is_short) {
        take_loss(run, worker, status);
    }
    release(run, worker);
    if (file->worker_count > 0) {
        return;
    }
    file->state = FILE_DONE;
    if (is_whole(file) || !(gives_results || file->has_died)) {
        return;
    }
    file->has_died = false;
    atomic_store(file->claimed, 0);
    if (!run_start_worker(run, file)) {
        run->error = arena_printf(run->arena, "cannot start a process: %s", strerror(errno));
    }
}

/* Time limits. */

static uint64_t deadline_of(const struct run_worker *worker) {
    uint64_t limit = worker->file && !worker->ran_over_time ? limit_of(worker) : 0;
    return limit > 0 ? worker->begun_ms + limit + limit / 4 + GRACE_MS : UINT64_MAX;
}

static void stop_late_workers(struct run *run) {
    uint64_t now = clock_milliseconds();
    for (uint32_t i = 0; i < run->jobs; i++) {
        struct run_worker *worker = &run->workers[i];
        if (deadline_of(worker) <= now) {
            worker->ran_over_time = true;
            kill(worker->pid, SIGKILL);
        }
    }
}

static int poll_timeout(const struct run *run, uint64_t until_ms) {
    uint64_t now = clock_milliseconds(), first = until_ms;
    for (uint32_t i = 0; i < run->jobs; i++) {
        uint64_t deadline = deadline_of(&run->workers[i]);
        first = deadline < first ? deadline : first;
    }
    if (first == UINT64_MAX) {
        return -1;
    }
    return first <= now ? 0 : first - now > MOST_WAIT_MS ? MOST_WAIT_MS : (int)(first - now);
}

static bool poll_has(const struct pollfd *polled) {
    return polled->revents & (POLLIN | POLLHUP | POLLERR);
}

void run_wait(struct run *run, uint64_t until_ms) {
    struct pollfd *polled = mem_alloc(2 * (size_t)run->jobs * sizeof *polled);
    for (uint32_t i = 0; i < run->jobs; i++) {
        const struct run_worker *worker = &run->workers[i];
        polled[2 * i] = (struct pollfd){worker->file ? worker->fd : -1, POLLIN, 0};
        polled[2 * i + 1] = (struct pollfd){worker->file ? worker->error_fd : -1, POLLIN, 0};
    }
    int ready = poll(polled, 2 * run->jobs, poll_timeout(run, until_ms));
    for (uint32_t i = 0; ready > 0 && i < run->jobs; i++) {
        struct run_worker *worker = &run->workers[i];
        if (poll_has(&polled[2 * i + 1]) && !poll_has(&polled[2 * i])) {
            read_some(worker->error_fd, &worker->errors, MOST_ERROR_BYTES);
        }
        if (!poll_has(&polled[2 * i])) {
            continue;
        }
        bool is_open = read_some(worker->fd, &worker->in, SIZE_MAX);
        take_messages(run, worker);
        if (!is_open) {
            end_worker(run, worker);
        }
    }
    mem_free(polled, 2 * (size_t)run->jobs * sizeof *polled);
    stop_late_workers(run);
}

void run_stop_workers(struct run *run) {
    for (uint32_t i = 0; i < run->jobs; i++) {
        struct run_worker *worker = &run->workers[i];
        if (worker->file) {
            kill(worker->pid, SIGKILL);
            wait_for(worker->pid);
            release(run, worker);
        }
    }
}

/* Starting a worker process: its limits, its signals, its pipes. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/header_options.h"
#include "cli/run_parts.h"
#include "cli/worker.h"
#include "front/process.h"

#if defined(__SANITIZE_ADDRESS__)
#define LIMITS_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIMITS_MEMORY 0
#endif
#endif
#ifndef LIMITS_MEMORY
#define LIMITS_MEMORY 1
#endif

#define MEMORY_LIMIT_BYTES ((rlim_t)4 << 30)

/* The limit on memory, unless the process has a lower one. */
static void limit_memory(void) {
    struct rlimit limit;
    if (LIMITS_MEMORY && getrlimit(RLIMIT_AS, &limit) == 0 && (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > MEMORY_LIMIT_BYTES)) {
        setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES});
    }
}

static void limit_child(pid_t parent) {
    process_begin_child(parent);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    limit_memory();
    signal(SIGPIPE, SIG_DFL);
}

static _Noreturn void be_worker(const struct run *run, const struct run_file *file, int fd, int error_fd) {
    limit_child(run->pid);
    dup2(error_fd, STDERR_FILENO);
    setenv("TMPDIR", run->directory, 1);
    struct options options = file->options;
    const char *refused = header_options_read(run->arena, file->contents, &options);
    struct worker_job job = {.options = &options,
                             .path = file->path,
                             .contents = file->contents,
                             .bitcode = file->has_info ? file->info.bitcode : NULL,
                             .own_files = file->info.own_files,
                             .own_file_count = file->info.own_file_count,
                             .done = file->done,
                             .claimed = file->claimed,
                             .is_continuing = file->has_info,
                             .launches_in_device = file->has_info && message_launches_in_device(&file->info),
                             .refused = refused,
                             .host = &run->host,
                             .fd = fd};
    worker_run(&job);
    _exit(0);
}

bool run_start_worker(struct run *run, struct run_file *file) {
    int ends[2], error_ends[2];
    struct run_worker *worker = run->workers;
    while (worker->file) {
        worker++;
    }
    if (!process_open_pipe(ends)) {
        return false;
    }
    if (!process_open_pipe(error_ends)) {
        process_close_pipe(ends);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        be_worker(run, file, ends[1], error_ends[1]);
    }
    close(ends[1]);
    close(error_ends[1]);
    if (pid < 0) {
        close(ends[0]);
        close(error_ends[0]);
        return false;
    }
    *worker = (struct run_worker){
        .file = file, .pid = pid, .fd = ends[0], .error_fd = error_ends[0], .kernel = NO_KERNEL, .begun_ms = clock_milliseconds()};
    file->state = FILE_RUNNING;
    file->worker_count++;
    run->running++;
    return true;
}

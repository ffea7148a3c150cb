#include "front/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/buffer.h"
#include "base/clock.h"
#include "base/pages.h"

enum { LONGEST_OUTPUT_BYTES = 1 << 20 };

void process_begin_child(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(127);
    }
#else
    (void)parent;
#endif
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
}

/* In the child. Reports a failure of exec as errno through status_fd, which exec closes. */
static void become(const char *const *arguments, const char *temporary_directory, int output_fd, int status_fd, pid_t parent) {
    process_begin_child(parent);
    int null = open("/dev/null", O_RDONLY);
    bool is_set = null >= 0 && dup2(null, STDIN_FILENO) >= 0 && dup2(output_fd, STDOUT_FILENO) >= 0 && dup2(output_fd, STDERR_FILENO) >= 0 &&
                  (!temporary_directory || setenv("TMPDIR", temporary_directory, 1) == 0);
    if (is_set) {
        pages_use_huge_in_program();
        execv(arguments[0], (char *const *)arguments);
    }
    int error = errno;
    ssize_t ignored = write(status_fd, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

/* Up to size_bytes bytes, fewer at the end of the stream. */
static size_t read_all(int fd, char *bytes, size_t size_bytes) {
    size_t done = 0;
    while (done < size_bytes) {
        ssize_t count = read(fd, bytes + done, size_bytes - done);
        if (count > 0) {
            done += (size_t)count;
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    return done;
}

/* All the child writes, or its beginning: the rest is read too, so that the child can end. */
static char *capture(struct arena *arena, int fd) {
    struct buffer output = {0};
    char piece[16384];
    for (size_t count; (count = read_all(fd, piece, sizeof piece)) > 0;) {
        size_t room = output.size < LONGEST_OUTPUT_BYTES ? LONGEST_OUTPUT_BYTES - output.size : 0;
        buffer_add_n(&output, piece, count < room ? count : room);
    }
    char *text = arena_strdup(arena, buffer_text(&output));
    buffer_release(&output);
    return text;
}

static void wait_for(pid_t child, struct process_result *result) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            break;
        }
    }
    result->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

bool process_open_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return false;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

void process_close_pipe(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

struct process_result process_run(struct arena *arena, const char *const *arguments, const char *temporary_directory) {
    struct process_result result = {.exit_status = -1};
    double start = clock_seconds();
    int output[2], status[2];
    if (!process_open_pipe(output)) {
        result.error = arena_strdup(arena, strerror(errno));
        return result;
    }
    if (!process_open_pipe(status)) {
        result.error = arena_strdup(arena, strerror(errno));
        process_close_pipe(output);
        return result;
    }
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        become(arguments, temporary_directory, output[1], status[1], parent);
    }
    if (child < 0) {
        result.error = arena_strdup(arena, strerror(errno));
        process_close_pipe(output);
        process_close_pipe(status);
        return result;
    }
    close(output[1]);
    close(status[1]);
    int error = 0;
    result.was_started = read_all(status[0], (char *)&error, sizeof error) == 0;
    result.output = capture(arena, output[0]);
    close(output[0]);
    close(status[0]);
    wait_for(child, &result);
    if (!result.was_started) {
        result.error = arena_strdup(arena, strerror(error));
    }
    result.seconds = clock_seconds() - start;
    return result;
}

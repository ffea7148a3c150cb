/* Runs a program to its end, collecting what it prints. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "golden.h"

static void become(const char *const *arguments, int out, int err) {
    int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    setpgid(0, 0);
    execvp(arguments[0], (char *const *)arguments);
    _exit(127);
}

static long seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec;
}

/* Reads both pipes until they are closed; false: out of time. */
static bool collect(int out, int err, struct process_result *result) {
    long end = seconds_now() + TIME_LIMIT_SECONDS;
    struct pollfd fds[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
    struct buffer *to[2] = {&result->out, &result->err};
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        if (seconds_now() > end) {
            return false;
        }
        if (poll(fds, 2, 1000) < 0 && errno != EINTR) {
            return false;
        }
        for (int i = 0; i < 2; i++) {
            if (fds[i].fd < 0 || !fds[i].revents) {
                continue;
            }
            char bytes[4096];
            ssize_t n = read(fds[i].fd, bytes, sizeof bytes);
            if (n > 0) {
                buffer_add_n(to[i], bytes, (size_t)n);
            } else if (n == 0 || errno != EINTR) {
                fds[i].fd = -1;
            }
        }
    }
    return true;
}

void process_run(const char *const *arguments, struct process_result *result) {
    *result = (struct process_result){.status = -2};
    int out[2], err[2];
    if (pipe(out) != 0) {
        return;
    }
    if (pipe(err) != 0) {
        close(out[0]);
        close(out[1]);
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        become(arguments, out[1], err[1]);
    }
    close(out[1]);
    close(err[1]);
    if (child > 0) {
        result->is_too_slow = !collect(out[0], err[0], result);
        if (result->is_too_slow) {
            kill(-child, SIGKILL);
        }
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        result->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    close(out[0]);
    close(err[0]);
}

void process_release(struct process_result *result) {
    buffer_release(&result->out);
    buffer_release(&result->err);
}

bool file_read(const char *path, struct buffer *out) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    char bytes[4096];
    size_t n;
    while ((n = fread(bytes, 1, sizeof bytes, file)) > 0) {
        buffer_add_n(out, bytes, n);
    }
    bool is_read = !ferror(file);
    fclose(file);
    return is_read;
}

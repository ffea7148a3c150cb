#include "lsp/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT_BYTES_MAX = 256 << 20 };

/* `mask`: the signals that were blocked before the fork. A handler of the parent would swallow a signal that comes before the
   program runs, so that none is called. */
_Noreturn static void run_program(const char *const *words, const int ends[2], pid_t parent, const sigset_t *mask) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        signal(caught[i], SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, mask, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* the run then ends its workers and removes its files */
    if (getppid() != parent || nothing < 0) {
        _exit(127);
    }
    dup2(nothing, STDIN_FILENO);
    dup2(ends[0], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    execv(words[0], (char *const *)words);
    _exit(127);
}

/* A pipe whose ends no other program gets; the end that is read does not block. */
static bool make_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return false;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return true;
}

bool child_start(struct child *child, const char *const *words) {
    int out[2], err[2];
    *child = (struct child){.streams = {-1, -1}};
    if (!make_pipe(out)) {
        return false;
    }
    if (!make_pipe(err)) {
        close(out[0]);
        close(out[1]);
        return false;
    }
    sigset_t all, mask;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        run_program(words, (int[]){out[1], err[1]}, parent, &mask);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    close(out[1]);
    close(err[1]);
    if (pid < 0) {
        close(out[0]);
        close(err[0]);
        return false;
    }
    child->pid = pid;
    child->streams[0] = out[0];
    child->streams[1] = err[0];
    return true;
}

void child_read(struct child *child, int stream) {
    char piece[65536];
    ssize_t size = read(child->streams[stream], piece, sizeof piece);
    if (size > 0 && child->texts[stream].size < REPORT_BYTES_MAX) {
        buffer_add_n(&child->texts[stream], piece, (size_t)size);
    } else if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        close(child->streams[stream]);
        child->streams[stream] = -1;
    }
}

bool child_is_done(const struct child *child) {
    return child->streams[0] < 0 && child->streams[1] < 0;
}

void child_cancel(struct child *child) {
    child->is_cancelled = true;
    kill(child->pid, SIGTERM);
}

int child_finish(struct child *child) {
    int status = 0;
    for (int i = 0; i < 2; i++) {
        if (child->streams[i] >= 0) {
            close(child->streams[i]); /* first, so that it does not wait for a reader */
        }
        buffer_release(&child->texts[i]);
    }
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    *child = (struct child){.streams = {-1, -1}};
    return status;
}

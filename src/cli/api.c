/* The library's side in the calling process (warpproof/warpproof.h): it starts a supervisor (supervisor.h) and reads its frames.

   Nothing here may abort or allocate other than by malloc with a test for NULL: no arenas, vectors or buffers. */
#include "warpproof/warpproof.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cli/supervisor.h"
#include "cli/tempdir.h"

enum { MESSAGE_BYTES = 1024, STOP_TRIES = 500, STOP_STEP_NS = 10 * 1000 * 1000 };

struct wp_session {
    char **words; /* one allocation with their text */
    int count;
    enum wp_status state; /* of the options */
    wp_kernel_callback callback;
    void *context;
    char error[MESSAGE_BYTES], state_error[MESSAGE_BYTES];
};

/* A supervisor at work. */
struct child {
    pid_t pid;
    int fd, error_fd; /* its frames; its last words */
};

const char *wp_version(void) {
    return WP_VERSION;
}

void wp_free(char *text) {
    free(text);
}

const char *wp_last_error(const struct wp_session *session) {
    return session ? session->error : "out of memory";
}

void wp_session_on_kernel(struct wp_session *session, wp_kernel_callback callback, void *context) {
    if (session) {
        session->callback = callback;
        session->context = context;
    }
}

static enum wp_status fail(struct wp_session *session, enum wp_status status, const char *message) {
    (void)snprintf(session->error, sizeof session->error, "%s", message);
    return status;
}

/* The child process. */

static _Noreturn void be_supervisor(struct supervisor_job *job, int fd, int error_fd, pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent) {
        _exit(1);
    }
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    dup2(error_fd, STDERR_FILENO);
    close(error_fd);
    job->fd = fd;
    supervisor_run(job);
}

static void close_pair(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

/* A pipe that never blocks: what a supervisor says beyond its size is lost. */
static int open_errors(int ends[2]) {
    if (pipe(ends) != 0) {
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return 0;
}

/* 0, or -1 with errno. */
static int start(struct supervisor_job *job, struct child *child) {
    int ends[2], errors[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return -1;
    }
    if (open_errors(errors) != 0) {
        close_pair(ends);
        return -1;
    }
    child->pid = fork();
    if (child->pid == 0) {
        close(ends[0]);
        close(errors[0]);
        be_supervisor(job, ends[1], errors[1], parent);
    }
    int problem = errno;
    close(ends[1]);
    close(errors[1]);
    if (child->pid < 0) {
        close(ends[0]);
        close(errors[0]);
        errno = problem;
        return -1;
    }
    child->fd = ends[0];
    child->error_fd = errors[0];
    return 0;
}

static int has_ended(pid_t pid) {
    pid_t ended = waitpid(pid, NULL, WNOHANG);
    return ended == pid || (ended < 0 && errno != EINTR);
}

/* Ends the supervisor, which stops its workers; a signal may come just before it waits, so it is repeated. */
static void stop(const struct child *child) {
    for (int tries = 0; !has_ended(child->pid); tries++) {
        kill(child->pid, tries < STOP_TRIES ? SIGTERM : SIGKILL);
        nanosleep(&(struct timespec){0, STOP_STEP_NS}, NULL);
    }
}

static void wait_for(const struct child *child) {
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* What it wrote to stderr at its end; status of a supervisor that gave neither a report nor an error. */
static enum wp_status explain_end(struct wp_session *session, const struct child *child) {
    char words[MESSAGE_BYTES / 2] = "";
    ssize_t count = read(child->error_fd, words, sizeof words - 1);
    words[count > 0 ? count : 0] = '\0';
    if (strstr(words, "out of memory") || strstr(words, "bad_alloc")) {
        return fail(session, WP_OUT_OF_MEMORY, "out of memory");
    }
    words[strcspn(words, "\n")] = '\0';
    (void)snprintf(session->error, sizeof session->error, "the analysis ended without a report%s%s", words[0] ? ": " : "", words);
    return WP_FAILED;
}

/* Its frames. */

static int receive(int fd, char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = recv(fd, bytes, size, 0);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return -1;
        }
        bytes += count;
        size -= (size_t)count;
    }
    return 0;
}

static const char *next_string(const char **at) {
    const char *string = *at;
    *at += strlen(string) + 1;
    return string;
}

/* Whether the callback lets the check go on. */
static int tell_kernel(const struct wp_session *session, const struct supervisor_head *head, const char *bytes) {
    const char *at = bytes;
    struct wp_kernel kernel = {.line = head->numbers[0], .index = head->numbers[1], .count = head->numbers[2]};
    kernel.verdict = (enum wp_status)head->status;
    kernel.file = next_string(&at);
    kernel.name = next_string(&at);
    kernel.display = next_string(&at);
    kernel.report = at;
    return session->callback(session->context, &kernel) == 0;
}

/* Reads frames until the report, an error, or the end. *report: the text if there is one and somebody wants it. */
static enum wp_status follow(struct wp_session *session, const struct child *child, char **report) {
    struct supervisor_head head;
    while (receive(child->fd, (char *)&head, sizeof head) == 0) {
        char *bytes = head.size_bytes < SIZE_MAX ? malloc((size_t)head.size_bytes + 1) : NULL;
        enum wp_status status = (enum wp_status)head.status;
        if (!bytes) {
            stop(child);
            return fail(session, WP_OUT_OF_MEMORY, "out of memory");
        }
        if (receive(child->fd, bytes, (size_t)head.size_bytes) != 0) {
            free(bytes);
            break;
        }
        bytes[head.size_bytes] = '\0';
        if (head.kind == FRAME_REPORT && report) {
            *report = bytes;
            return status;
        }
        if (head.kind == FRAME_ERROR) {
            (void)fail(session, status, bytes);
        }
        int goes_on = head.kind != FRAME_KERNEL || tell_kernel(session, &head, bytes);
        free(bytes);
        if (head.kind != FRAME_KERNEL) {
            return status;
        }
        if (!goes_on) {
            stop(child);
            return fail(session, WP_CANCELLED, "cancelled");
        }
        (void)!send(child->fd, "", 1, MSG_NOSIGNAL);
    }
    wait_for(child);
    return explain_end(session, child);
}

static enum wp_status supervise(struct wp_session *session, struct supervisor_job *job, char **report) {
    struct child child;
    char message[MESSAGE_BYTES / 2];
    job->words = (const char *const *)session->words;
    job->count = session->count;
    job->wants_kernels = session->callback != NULL;
    session->error[0] = '\0';
    if (start(job, &child) != 0) {
        (void)snprintf(message, sizeof message, "cannot start a process: %s", strerror(errno));
        return fail(session, errno == ENOMEM ? WP_OUT_OF_MEMORY : WP_NO_RESOURCES, message);
    }
    enum wp_status status = follow(session, &child, report);
    wait_for(&child);
    close(child.fd);
    close(child.error_fd);
    return status;
}

/* Temporary files are in a folder that is removed here, even if the supervisor dies. */
static enum wp_status supervise_in_folder(struct wp_session *session, struct supervisor_job *job, char **report) {
    char folder[PATH_MAX], message[MESSAGE_BYTES / 2];
    const char *base = getenv("TMPDIR");
    int length = snprintf(folder, sizeof folder, "%s/warpproof.XXXXXX", base && base[0] ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof folder || !mkdtemp(folder)) {
        (void)snprintf(message, sizeof message, "cannot make a temporary directory: %s", strerror(errno));
        return fail(session, WP_NO_RESOURCES, message);
    }
    job->directory = folder;
    enum wp_status status = supervise(session, job, report);
    tempdir_remove(folder);
    return status;
}

/* The sessions. */

/* The words and their text in one allocation; NULL if there is no memory. */
static char **copy_words(const char *const *words, int count) {
    size_t size = ((size_t)count + 1) * sizeof(char *);
    for (int i = 0; i < count; i++) {
        size += strlen(words[i]) + 1;
    }
    char **copy = malloc(size);
    char *at = copy ? (char *)(copy + count + 1) : NULL;
    for (int i = 0; copy && i < count; i++) {
        size_t length = strlen(words[i]) + 1;
        copy[i] = memcpy(at, words[i], length);
        at += length;
    }
    if (copy) {
        copy[count] = NULL;
    }
    return copy;
}

enum wp_status wp_session_create(const char *const *options, int count, struct wp_session **session) {
    int is_bad = !session || count < 0 || (count > 0 && !options);
    for (int i = 0; !is_bad && i < count; i++) {
        is_bad = !options[i];
    }
    if (session) {
        *session = NULL;
    }
    if (is_bad) {
        return WP_BAD_ARGUMENT;
    }
    struct wp_session *made = calloc(1, sizeof *made);
    char **words = made ? copy_words(options, count) : NULL;
    if (!words) {
        free(made);
        return WP_OUT_OF_MEMORY;
    }
    made->words = words;
    made->count = count;
    made->state = supervise(made, &(struct supervisor_job){.path = NULL}, NULL);
    if (made->state == WP_OUT_OF_MEMORY) {
        wp_session_destroy(made);
        return WP_OUT_OF_MEMORY;
    }
    memcpy(made->state_error, made->error, sizeof made->error);
    *session = made;
    return made->state;
}

void wp_session_destroy(struct wp_session *session) {
    if (session) {
        free(session->words);
        free(session);
    }
}

/* The checks. */

static enum wp_status check(struct wp_session *session, struct supervisor_job *job, char **report) {
    if (report) {
        *report = NULL;
    }
    if (!session) {
        return WP_BAD_ARGUMENT;
    }
    if (session->state != WP_PROVED) {
        return fail(session, session->state, session->state_error);
    }
    return job->path ? supervise_in_folder(session, job, report) : fail(session, WP_BAD_ARGUMENT, "no name, or no text");
}

enum wp_status wp_check_file(struct wp_session *session, const char *path, char **report) {
    return check(session, &(struct supervisor_job){.path = path}, report);
}

enum wp_status wp_check_text(struct wp_session *session, const char *name, const char *language, const char *text, size_t size_bytes, char **report) {
    struct supervisor_job job = {.path = name, .text = text ? text : "", .text_bytes = size_bytes, .language = language};
    if (!text && size_bytes > 0) {
        job.path = NULL;
    }
    return check(session, &job, report);
}

#include "cli/host_apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buffer.h"
#include "cli/host.h"
#include "cli/tempdir.h"
#include "front/process.h"

static const char *path_of(struct arena *arena, const char *directory, uint32_t target) {
    return arena_printf(arena, "%s/launches.%u", directory, target);
}

static bool write_file(const char *path, const struct buffer *text) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const char *bytes = buffer_text(text);
    for (size_t done = 0; fd >= 0 && done < text->size;) {
        ssize_t n = write(fd, bytes + done, text->size - done);
        if (n < 0 && errno != EINTR) {
            (void)close(fd);
            return false;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return fd >= 0 && close(fd) == 0;
}

static _Noreturn void be_lister(struct arena *arena, const struct options *options, const char *directory, pid_t parent) {
    struct buffer *texts = arena_alloc(arena, options->target_count * sizeof *texts);
    bool is_written = true;
    process_begin_child(parent);
    setenv("TMPDIR", directory, 1);
    host_list(arena, options, texts);
    for (uint32_t i = 0; i < options->target_count; i++)
        is_written &= write_file(path_of(arena, directory, i), &texts[i]);
    _exit(is_written ? 0 : 1);
}

/* Waits for the process, which holds the other end of the pipe; a signal to stop ends it. Returns its status. */
static int wait_for(pid_t pid, int end, const volatile sig_atomic_t *stop) {
    struct pollfd hung_up = {end, POLLIN, 0};
    int status = 0;
    while (!*stop && poll(&hung_up, 1, 1000) <= 0) {
    }
    if (*stop)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

static const char *list_apart(struct arena *arena, const struct options *options, const char *directory, struct buffer *texts,
                              const volatile sig_atomic_t *stop) {
    int ends[2];
    if (!process_open_pipe(ends))
        return "no pipe can be made";
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        be_lister(arena, options, directory, parent);
    (void)close(ends[1]);
    int status = pid > 0 ? wait_for(pid, ends[0], stop) : 0;
    (void)close(ends[0]);
    if (pid < 0)
        return "no process can be started";
    if (*stop)
        return "interrupted";
    if (WIFSIGNALED(status))
        return arena_printf(arena, "reading host code ended with signal %d", WTERMSIG(status));
    for (uint32_t i = 0; i < options->target_count && status == 0; i++)
        status = buffer_add_file(&texts[i], path_of(arena, directory, i)) ? 0 : 1;
    return status == 0 ? NULL : "the launches cannot be written to the temporary folder";
}

bool host_list_apart(struct arena *arena, const struct options *options, struct buffer *texts, const volatile sig_atomic_t *stop,
                     const char **error) {
    const char *directory = tempdir_create(arena);
    *error = directory ? list_apart(arena, options, directory, texts, stop) : "no temporary folder can be made";
    if (directory)
        tempdir_remove(directory);
    return !*error;
}

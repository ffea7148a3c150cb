/* A run under way, with its files. Private to run.c and run_start.c. */
#ifndef WP_CLI_RUN_PARTS_H
#define WP_CLI_RUN_PARTS_H

#include <sys/types.h>

#include "base/vec.h"
#include "cli/host.h"
#include "cli/message.h"
#include "cli/run.h"
#include "report/excerpt.h"

#define NO_KERNEL UINT32_MAX

enum file_state { FILE_WAITING, FILE_RUNNING, FILE_DONE };

struct run_file {
    enum file_state state;
    const char *path, *contents;
    struct options options;   /* the run's, with what is the file's own */
    struct message_file info; /* of MESSAGE_FILE */
    bool has_info, has_ended, is_lost, ran_over_time, is_cached;
    VEC(struct kernel_result *) kernels;
    struct buffer text, warnings;
    pid_t pid;
    int fd, error_fd;
    struct buffer in, errors;
    uint32_t kernel;      /* being worked on, or NO_KERNEL */
    uint32_t next_kernel; /* first one not begun */
    uint64_t begun_ms;
};

struct run {
    struct arena *arena;
    const struct options *options;
    struct run_file *files;
    uint32_t count, running, emitted;
    const char *directory;
    const struct run_text *text; /* or NULL */
    const struct run_listener *listener;
    uint64_t progress_ms; /* when it was told last */
    const char *error;
    struct message_names names;
    struct source_cache sources;
    pid_t pid;                       /* of the process that waits for the workers */
    const struct baseline *baseline; /* of options, or NULL */
    struct host_process host;
    bool is_partial; /* some kernel or file was lost */
};

/* Starts a worker on the file, from its first kernel that is not begun; false with errno if there is no process or no pipe. */
bool run_start_worker(struct run *run, struct run_file *file);

#endif

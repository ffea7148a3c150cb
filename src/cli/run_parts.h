/* A run under way: its files, its workers. Private to run.c, run_worker.c and run_start.c.

   Files begin first. While a worker compiles or works on a file and no file is left to begin, further workers help with kernels of it.
   Which worker gets which kernel depends on the clock; what it finds of a kernel does not (prove/rung/answers.h). */
#ifndef WP_CLI_RUN_PARTS_H
#define WP_CLI_RUN_PARTS_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/vec.h"
#include "cli/host.h"
#include "cli/message.h"
#include "cli/run.h"
#include "report/excerpt.h"

#define NO_KERNEL UINT32_MAX

enum file_state { FILE_WAITING, FILE_RUNNING, FILE_DONE };

/* What a worker says of one kernel. */
struct run_part {
    struct kernel_result *result;        /* NULL: none, or none yet */
    struct buffer text, warnings, names; /* names: of MESSAGE_NAMES */
};

struct run_file {
    enum file_state state;
    const char *path, *contents;
    struct options options;   /* the run's, with what is the file's own */
    struct message_file info; /* of MESSAGE_FILE */
    bool has_info, is_lost, is_cached;
    struct run_part *parts;       /* by kernel, once it has info */
    bool *done;                   /* by kernel, too */
    uint32_t group_count;         /* of its plan */
    uint32_t told;                /* kernels of which the listener has heard */
    struct buffer text, warnings; /* of no kernel */
    uint32_t worker_count;
    uint64_t analysed_ms;      /* when the info came */
    bool has_died;             /* a worker, since a worker began alone: there may be kernels left */
    bool has_no_helpers;       /* one died at some time: the rest is done by one at a time */
    _Atomic uint32_t *claimed; /* groups of the plan that workers have taken, in order; shared with them */
};

/* A process at work, or a free place. */
struct run_worker {
    struct run_file *file; /* NULL: free */
    pid_t pid;
    int fd, error_fd;
    struct buffer in, errors;
    uint32_t kernel; /* being worked on, or NO_KERNEL */
    uint64_t begun_ms;
    bool has_ended, ran_over_time;
};

struct run {
    struct arena *arena;
    const struct options *options;
    struct run_file *files;
    struct run_worker *workers;
    uint32_t count, jobs, running, emitted;
    bool has_no_helpers; /* there is no process for one */
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
    bool has_openmp; /* some file is compiled with it */
};

/* run_start.c */
/* Starts a worker on the file, at the first group that nobody has taken; one of run->workers must be free. False with errno if there
   is no process or no pipe. */
bool run_start_worker(struct run *run, struct run_file *file);

/* run_worker.c */
/* Groups of kernels that no worker has taken; 0 until the file is compiled. */
uint32_t run_unclaimed(const struct run_file *file);
/* Of a file that is being worked on: kernels that have no result get one that says that the run was interrupted. False if none has a result. */
bool run_give_up(struct run *run, struct run_file *file);
/* Waits until a worker says something, one is late, or `until_ms` (UINT64_MAX: for ever), and takes what was said. */
void run_wait(struct run *run, uint64_t until_ms);
/* Ends all workers. */
void run_stop_workers(struct run *run);

#endif

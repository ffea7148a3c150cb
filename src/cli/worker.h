/* The work on one file, done in a process of its own, so that a crash, a
   time-out or a lack of memory costs one kernel and nothing else. */
#ifndef WP_CLI_WORKER_H
#define WP_CLI_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/host.h"
#include "cli/options.h"

struct worker_job {
    const struct options *options;
    const char *path;             /* as given; what reports show */
    const char *contents;         /* the file to read: path, or a copy of standard input */
    const char *bitcode;          /* NULL: compile first; else continue with this */
    const char *const *own_files; /* with bitcode: as in struct message_file */
    uint32_t own_file_count;
    bool is_continuing;              /* others have told of the file */
    const bool *done;                /* with is_continuing: by kernel of those selected by --kernel, whether its result is known */
    _Atomic uint32_t *claimed;       /* the groups of cli/plan.h that workers have taken, in order; shared with other workers */
    bool launches_in_device;         /* with bitcode: as in struct worker */
    const char *refused;             /* why the file's own options cannot be followed, or NULL */
    const struct host_process *host; /* that reads the launches of the program, or NULL */
    int fd;                          /* messages go here */
};

/* Sends what it finds (cli/message.h). Meant to be followed by _exit. */
void worker_run(const struct worker_job *job);

#endif

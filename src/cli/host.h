/* The host halves of a run's files: compiled and read in a process of their own, while the files' device halves are. */
#ifndef WP_CLI_HOST_H
#define WP_CLI_HOST_H

#include <sys/types.h>

#include "cli/options.h"
#include "host/host_code.h"

struct host_file {
    const char *path, *contents; /* as in struct worker_job */
    const struct options *options;
    bool is_beside; /* no file of the run: it is as if it were not there if its host code does not compile */
};

/* Adds options->beside to `files`; how many there are. */
uint32_t host_add_beside(struct arena *arena, const struct options *options, struct host_file *files);

/* Compiles and reads the host halves; files that cannot launch a kernel are not compiled. host_code_release afterwards. */
void host_read(struct arena *arena, const struct host_file *files, uint32_t count, struct host_code *code);

/* The launches as sites, in `arena`. */
struct launch_list host_sites(struct arena *arena, const struct host_code *code);

/* A process that reads the files, and where its launches will be. */
struct host_process {
    pid_t pid;        /* 0: there is none */
    int ready_fd;     /* its end says that the process has ended */
    uint64_t end_ms;  /* monotonic: nobody waits longer; 0: for ever */
    const char *path; /* the launch file that it writes */
};

/* Starts the process if one of the files may launch a kernel and the options ask for launches. Without one everything is judged as if
   no launch was seen. */
struct host_process host_start(struct arena *arena, const struct host_file *files, uint32_t count, const char *directory);
void host_stop(struct host_process *process);

/* Waits for the process, and adds its launches to `list`; `still_waiting` is called once a second. A process that takes longer than
   --timeout for each file costs the facts: then there is one launch of which nothing is known. *text, in `arena`: the bytes on which results depend; NULL: there are none. */
void host_wait(struct arena *arena, const struct host_process *process, struct launch_list *list, const char **text,
               void (*still_waiting)(void *context), void *context);

/* Compiles the headers that programs begin with into files in the folder options->precompile; false and *error. */
bool host_precompile(struct arena *arena, const struct options *options, const char **error);

/* The command `launches`: its output, for each of options->targets. */
void host_list(struct arena *arena, const struct options *options, struct buffer *out);

#endif

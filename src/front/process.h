/* Running a program without a shell, its output captured. */
#ifndef WP_FRONT_PROCESS_H
#define WP_FRONT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/arena.h"

struct process_result {
    bool was_started; /* else: `error` says why not */
    int exit_status;  /* -1: it was ended by `signal` */
    int signal;
    char *output; /* standard output and error together; its beginning if it is very long */
    const char *error;
    double seconds; /* wall time */
};

/* Runs arguments[0], a path, with standard input empty and TMPDIR set to temporary_directory
   (NULL: inherited). The child ends with this process. Strings belong to arena. */
struct process_result process_run(struct arena *arena, const char *const *arguments, const char *temporary_directory);

/* What a process that this one forked begins with: it ends with its parent, and the signals that stop a program stop it. */
void process_begin_child(pid_t parent);

/* A pipe whose ends a program that this process starts does not inherit. False: there is none to be had. */
bool process_open_pipe(int ends[2]);
void process_close_pipe(const int ends[2]);

#endif

/* One analysis in a process of its own: `warpproof check --format=json` over one file. */
#ifndef WP_LSP_CHILD_H
#define WP_LSP_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/buffer.h"

struct child {
    pid_t pid;              /* 0: none */
    int streams[2];         /* its standard output and error; -1: at its end */
    struct buffer texts[2]; /* what came from them */
    bool is_cancelled;
};

/* Starts the program words[0], a path; words end with NULL. False and errno if that fails. The process ends with this one. */
bool child_start(struct child *child, const char *const *words);

/* Reads what is there from stream 0 or 1; closes it at its end. */
void child_read(struct child *child, int stream);

/* Whether both streams are at their end. */
bool child_is_done(const struct child *child);

/* Asks the process to end; its streams end soon. */
void child_cancel(struct child *child);

/* Waits for the process, whose streams are at their end or of no interest any more; gives its wait status. Memory goes. */
int child_finish(struct child *child);

#endif

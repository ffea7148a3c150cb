/* The child process in which the library makes a check.

   The calling process (api.c) must survive whatever happens, so it uses no code of the house: it forks a supervisor, which parses the
   options, runs the workers, makes the report, and may abort for lack of memory like any worker. Frames come back on a stream
   socket: a head, then size_bytes bytes. After each FRAME_KERNEL the supervisor waits for one byte: 0 goes on, others cancel. */
#ifndef WP_CLI_SUPERVISOR_H
#define WP_CLI_SUPERVISOR_H

#include <stddef.h>
#include <stdint.h>

enum supervisor_frame {
    FRAME_KERNEL = 1, /* numbers: line, index, count; bytes: file, name, display, report, each with its NUL */
    FRAME_REPORT,     /* the JSON report */
    FRAME_ERROR       /* a line */
};

struct supervisor_head {
    uint32_t kind, status; /* status: enum wp_status */
    uint32_t numbers[3];
    uint64_t size_bytes;
};

struct supervisor_job {
    const char *const *words; /* options of check */
    int count;
    const char *path; /* NULL: only examine the options, and send FRAME_ERROR if they are wrong, else nothing */
    const char *text; /* or NULL: the file */
    size_t text_bytes;
    const char *language;  /* of the text; NULL: what the path ends in */
    const char *directory; /* for temporary files; the caller removes it */
    int wants_kernels;     /* send FRAME_KERNEL */
    int fd;
};

/* Does the job and ends the process. */
_Noreturn void supervisor_run(const struct supervisor_job *job);

#endif

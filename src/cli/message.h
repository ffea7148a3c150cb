/* What a worker process tells the parent, as frames on a pipe.

   A frame is a kind, a length and that many bytes. A worker sends FILE once
   (unless it continues another's work), then for each kernel BEGIN, any
   TEXTs, and KERNEL (check only), and END. A pipe that closes without END
   belongs to a worker that died. */
#ifndef WP_CLI_MESSAGE_H
#define WP_CLI_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/vec.h"
#include "finding/finding.h"

enum message_kind {
    MESSAGE_FILE = 1, /* struct message_file */
    MESSAGE_BEGIN,    /* the kernel's index in decimal */
    MESSAGE_TEXT,     /* output to pass on */
    MESSAGE_KERNEL,   /* report_json_kernel */
    MESSAGE_PROGRESS, /* a line for a terminal */
    MESSAGE_NAMES,    /* message_names_text: before KERNEL, if options name parameters */
    MESSAGE_WITNESS,  /* only in cache entries: a witness file's path, NUL, its text */
    MESSAGE_WARNING,  /* a line for the user, with its newline */
    MESSAGE_CACHED,   /* what follows is from the cache */
    MESSAGE_WAITING,  /* for what another process does: the time limit begins anew */
    MESSAGE_END
};

struct message_name {
    const char *name, *display;
    uint32_t line;
};

/* The outcome of compiling and loading a file. */
struct message_file {
    const char *status, *error, *headers, *templates; /* as in struct file_result */
    const char *bitcode;                              /* what another worker would have to load; may be NULL */
    double seconds;
    struct file_omission *omissions;
    uint32_t omission_count;
    struct message_name *kernels;
    uint32_t kernel_count, kernels_left_out; /* by --kernel */
    struct file_header *system_headers;
    uint32_t system_header_count;
    const char *const *own_files; /* as in struct front_own_files */
    uint32_t own_file_count;
};

/* What the kernels so far make of the names in options (check/option_names.h). */
struct message_names {
    VEC(const char *) problems;          /* by option: the first kernel's, NULL if the option fits some kernel */
    VEC(const char *) scalars, pointers; /* of all kernels */
    uint32_t kernel_count;
};

struct option_names;
void message_names_text(const struct option_names *names, struct buffer *out);
void message_names_take(struct arena *arena, const char *bytes, size_t size, struct message_names *names);
void message_names_release(struct message_names *names);

/* False if the other side is gone. */
bool message_send(int fd, enum message_kind kind, const char *bytes, size_t size);
/* The bytes of a FILE message. */
void message_file_text(const struct message_file *file, struct buffer *out);

/* Appends the frame that message_send sends. */
void message_add(struct buffer *out, enum message_kind kind, const char *bytes, size_t size);

/* The next whole frame at the front of `in`: its kind, or 0 if there is none yet. The bytes
   stay valid until message_drop, which removes the frame. */
int message_next(const struct buffer *in, const char **bytes, size_t *size);
void message_drop(struct buffer *in);

/* Whether code that was left out launches kernels from the device. */
bool message_launches_in_device(const struct message_file *file);
bool message_read_file(struct arena *arena, const char *bytes, size_t size, struct message_file *file);

#endif

/* What the worker's files share: worker.c has kernels, worker_text.c protocols and programs that
   are read from text, worker_file.c files. Private to the three. */
#ifndef WP_CLI_WORKER_PARTS_H
#define WP_CLI_WORKER_PARTS_H

#include "calculus/baby.h"
#include "cli/message.h"
#include "cli/worker.h"
#include "protocol/protocol.h"

struct worker {
    const struct worker_job *job;
    const struct options *options;
    struct arena arena;                /* of the file */
    const char *diagnostics;           /* of the whole file, if it does not compile */
    struct prove_answers *answers;     /* of the kernels of the group so far (cli/plan.h); NULL between groups */
    struct buffer *record;             /* what is sent, for the cache; NULL: nobody asks */
    bool is_first_attempt, was_killed; /* as in struct front_result */
    struct launch_list launches;       /* of the options and of host code, once worker_take_launches has been called */
    bool has_launches;
    bool launches_in_device; /* code that is left out launches kernels: what host code says is not all */
    bool is_analysed;        /* the file, whatever its kernels' verdicts */
};

/* Where a protocol comes from: a kernel, a program of the calculus, or (both NULL) text. */
struct worker_source {
    const struct kernel *kernel;
    const struct baby_program *program;
    const uint32_t *items; /* of the program's protocol: the statements (calculus/lower.h) */
};

/* Waits for the process that reads host code. The bytes on which results depend, or NULL. */
const char *worker_take_launches(struct worker *worker);
/* --developer-crash and --developer-hang at this kernel. */
void worker_misbehave(const struct options *options, const char *name, const char *display);
/* The kernel is lost, with a reason that the parent tells. */
_Noreturn void worker_fail(const char *why);
/* Whether --stop-after stops before the stage. */
bool worker_is_after(const struct worker *worker, enum stage stage);
void worker_send_bytes(const struct worker *worker, enum message_kind kind, const char *bytes, size_t size);
void worker_send(const struct worker *worker, enum message_kind kind, const struct buffer *text);
void worker_send_file(struct worker *worker, const struct message_file *file);
/* Works on all kernels that no other worker takes, group by group: tells of each and calls `work` for it. */
void worker_share(struct worker *worker, const char *const *displays, uint32_t count,
                  void (*work)(struct worker *worker, void *context, uint32_t kernel), void *context);
void worker_send_begin(const struct worker *worker, uint32_t index);
/* The kernels of a module, from the first that the job asks for. */
struct llvm_module;
void worker_use_module(struct worker *worker, struct llvm_module *module);
/* Status and message of a file whose kernels are named. */
void worker_state_kernels(const struct worker *worker, struct message_file *file);
/* What the command wants of a protocol; `start`: when work on it began. */
void worker_use_protocol(const struct worker *worker, struct arena *arena, const struct worker_source *source, struct protocol *protocol,
                         double start);

/* Files of protocols (.map) and of BabyCUDA programs (.baby). */
void worker_read_protocols(struct worker *worker);
void worker_read_programs(struct worker *worker);

#endif

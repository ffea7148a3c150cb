/* A run over files: in worker processes, several at a time, also on the kernels of one file; results in
   the order of the command line.

   A kernel whose worker dies or runs over --timeout is unproved in every
   property asked for, with reason internal-error or timeout, and a new worker
   goes on with the next kernel. Nothing here prints. */
#ifndef WP_CLI_RUN_H
#define WP_CLI_RUN_H

#include "base/arena.h"
#include "cli/options.h"
#include "finding/finding.h"

struct run_output {
    const struct file_result *file;
    const char *text; /* dumps, protocols and the like; "" if none */
    size_t text_bytes;
    const char *warnings;  /* lines; "" if none */
    uint32_t kernel_count; /* of the file, chosen by --kernel */
    bool is_incomplete;    /* some kernel was lost */
    bool is_cached;        /* what was found is from --cache */
};

/* Called once per file, in order; what it is given lives as long as the arena of the run. */
typedef void (*run_emit)(void *context, const struct run_output *output);

/* A line about how far a run is, now and then. */
typedef void (*run_progress)(void *context, const char *line);

/* Called for each kernel, in order, when its result and those before it have arrived, before the steps that need the whole file (fingerprints,
   suppressions, advice that several kernels must agree on). index < count counts the file's chosen kernels. */
typedef void (*run_kernel)(void *context, const struct kernel_result *kernel, uint32_t index, uint32_t count);

/* Who hears of a run; progress and kernel may be NULL. */
struct run_listener {
    run_emit emit;
    run_progress progress;
    run_kernel kernel;
    void *context;
};

/* A file whose contents are in memory, in place of the one that the options name. */
struct run_text {
    const char *bytes;
    size_t size_bytes;
    const char *language; /* cu, cl, bc, ll, map, baby */
};

/* False and *error if the run could not be made, or was interrupted. text may be NULL; else the options name one file,
   which need not exist. *misnamed, unless NULL: the first option that speaks of a parameter that no kernel of the run
   has, with the names that there are; else NULL. */
bool run_files(struct arena *arena, const struct options *options, const struct run_text *text, const struct run_listener *listener,
               const char **misnamed, const char **error);

/* Makes a run under way stop soon; may be called by a signal handler. */
void run_interrupt(void);

#endif

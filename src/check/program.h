/* BabyCUDA programs as results: their typing, and runs of their semantics. */
#ifndef WP_CHECK_PROGRAM_H
#define WP_CHECK_PROGRAM_H

#include "base/buffer.h"
#include "calculus/baby.h"
#include "check/arguments.h"
#include "finding/finding.h"

/* Tells in the result where the program is not well typed. */
void program_type(struct arena *arena, const struct baby_program *program, struct kernel_result *result);

/* The judgement V |- b > u of the program: its protocol in the paper's notation, or the rules that
 * fail. */
void program_print_typing(const struct baby_program *program, struct buffer *out);

/* What is wrong with the arguments for a run of the program, or NULL. */
const char *program_misfit(struct arena *arena, const struct baby_program *program, const struct argument_text *arguments, uint32_t count);

struct program_request {
    const struct baby_program *program;
    uint32_t threads;
    /* n=5 for parameters; for the initial history of an array: A=zero:COUNT, iota:COUNT,
       const:VALUE:COUNT,
       @FILE or FILE.npy (numbers of 32 bits). A cell that nothing defines is undefined. */
    const struct argument_text *arguments;
    uint32_t argument_count;
    uint64_t steps;
    bool strict;        /* writes of one value refute */
    bool tells_history; /* print each phase to `text`, as in equation 1 */
};

struct program_contents {
    uint32_t **cells;
    uint32_t *counts;
}; /* final arrays, by array of the program */

/* Executes it. NULL and *error, for the user, if an argument is wrong or missing. */
struct kernel_result *program_simulate(struct arena *arena, const struct program_request *request, struct buffer *text,
                                       struct program_contents *contents, const char **error);

#endif

/* The golden test runner: kernels that carry their own command and expectation.
 *
 * expect.c reads the comments of a kernel file (their grammar is in README.md),
 * match.c compares them with a JSON report, process.c runs the tool, errors.c
 * runs the cases of hostile input, beside.c compares with another build's reports,
 * run_golden.c is the program. */
#ifndef WP_GOLDEN_H
#define WP_GOLDEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/vec.h"

enum { TIME_LIMIT_SECONDS = 120 };

enum marker_kind { MARKER_FINDING, MARKER_UNPROVED, MARKER_ADVICE, MARKER_UNTYPED };

/* What is expected at a line. A line of 0 is none. */
struct marker {
    enum marker_kind kind;
    bool is_required;
    uint32_t line, other_line; /* other_line: the same as line unless a label was given */
    const char *label;
    const char *rule, *finding_kind, *array, *level; /* of a finding; "*" fits all */
    const char *property, *reason, *detail;          /* of an unproved entry; "" fits all */
    const char *basis;                               /* of a finding: "typed", "exact", "approximate"; NULL fits all */
    const char *variable;                            /* of a rule of the typing (rule) that fails */
    const char *how;                                 /* of advice (rule): the word that follows; "" fits all */
    bool is_matched;
};

enum { EXPECT_RACE, EXPECT_DIVERGENCE, EXPECT_BOUNDS, EXPECT_ASSERT, EXPECT_PROPERTIES };
extern const char *const property_names[EXPECT_PROPERTIES];

/* What is expected of one kernel: verdicts are alternatives, "a|b"; NULL: not compared. */
struct kernel_expectation {
    const char *name;
    const char *verdicts[EXPECT_PROPERTIES];
    VEC(const char *) assumptions;
    bool is_matched;
};

struct label {
    const char *name;
    uint32_t line;
};

struct expectation {
    const char *command;       /* "check" or "search" */
    VEC(const char *) options; /* of the run, after the file */
    int exit_status;           /* -1: follows from the report */
    VEC(struct marker) markers;
    VEC(struct kernel_expectation) kernels;
    VEC(struct label) labels;
};

/* Reads all comments of a kernel file; strings live in the arena. False: *error
 * says what is wrong with the test. */
bool expect_parse(struct expectation *expectation, struct arena *arena, const char *text, const char **error);
void expect_release(struct expectation *expectation);

struct match_options {
    bool is_confirmed; /* "refuted" needs a confirmed finding, not only a possible one */
};

/* Appends one line to `why` for each difference; nothing if report and
 * expectation agree. */
void match_report(struct expectation *expectation, const char *path, const char *report, int exit_status, const struct match_options *options,
                  struct buffer *why);

/* The same for a report of a search: a kernel that is to be proved shows nothing. */
void match_search(const struct expectation *expectation, const char *report, struct buffer *why);

struct process_result {
    struct buffer out, err;
    int status;       /* exit status; -1: ended by a signal; -2: could not run */
    bool is_too_slow; /* and was killed */
};

/* Runs arguments[0] with the arguments, which end with NULL. */
void process_run(const char *const *arguments, struct process_result *result);
void process_release(struct process_result *result);

/* The whole file; false if it cannot be read. */
bool file_read(const char *path, struct buffer *out);

/* Adds to `why` what is too long in a text report (lines.c). */
void lines_judge(const char *text, struct buffer *why);

/* Leaves the result of the test `path` in `directory`, or adds to `why` that it differs
 * from the result which another build left there (beside.c). */
void beside_compare(const char *directory, const char *path, const struct process_result *result, struct buffer *why);

/* Runs one case of errors/; differences as with match_report. False: skipped,
 * `why` says the reason. */
bool errors_run(const char *tool, const char *golden, const char *path, struct buffer *why);

#endif

/* Reports: results in, bytes out. One file per format; nothing here prints.

   JSON is schema 1 (share/warpproof/schema/report-1.schema.json). Text is in
   clang's style. Both are functions of the results, the options and, for the
   excerpts of the text, the source files: the same input gives the same bytes. */
#ifndef WP_REPORT_REPORT_H
#define WP_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "finding/finding.h"

struct report_options {
    bool colour;
    bool stats;            /* JSON: times and counters; text: a line of counters per kernel */
    bool verbose;          /* text: all findings, assumptions one by one */
    bool quiet;            /* text: findings and reasons only, no line per kernel */
    const char *version;   /* of warpproof */
    const char *directory; /* working directory, absolute; NULL: not known */
    const char *config;    /* what tells this run from others over the same files, for SARIF categories; NULL */
    bool is_incomplete;    /* the run was interrupted: files are missing */
};

/* What a run over files amounts to. */
struct report_summary {
    uint32_t files, failed_files, kernels;
    uint32_t partial_files;           /* without a header or some of their device code */
    uint32_t verdicts[VERDICT_COUNT]; /* kernels by verdict, as far as messages count (report/suppression.h) */
    uint32_t suppressed_kernels;      /* with a property that is not proved, all of whose messages are suppressed, and nothing else open */
    uint32_t suppressed;              /* messages */
};
void report_count(struct report_summary *summary, const struct file_result *file);

/* Whether the file was read and compiled: "analysed" or "no-kernels". */
bool report_file_is_ok(const struct file_result *file);

/* Whether messages can have this rule. */
bool report_has_rule(const char *rule);

/* Exit status (docs/reports.md, "Exit status"): 1 refuted, else 2 a file failed, else 3
   something unproved, else 0. */
int report_exit_status(const struct report_summary *summary);

/* The whole report of a run, with a final newline. */
void report_json(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out);

/* The same as SARIF 2.1.0, as JUnit XML, as one line for each message in gcc's form or as GitHub's annotations. */
void report_sarif(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out);
void report_junit(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out);
void report_gcc(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out);
void report_html(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out);
void report_github(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out);

/* One kernel's result on one line without newline, complete if with_stats,
   and back; NULL and *error (static or in the arena) if it is not one. */
void report_json_kernel(const struct kernel_result *result, bool with_stats, struct buffer *out);
struct kernel_result *report_read_kernel(struct arena *arena, const char *text, size_t length, const char **error);

/* The report of one file, then that of the run. */
void report_text_file(const struct file_result *file, const struct report_options *options, struct buffer *out);
void report_text_summary(const struct report_summary *summary, const struct report_options *options, struct buffer *out);

/* What was left out of the file so that it compiles: a line for each header and each piece of device
   code, one for all host code. Nothing if nothing was. */
void report_text_omissions(const struct file_result *file, const struct report_options *options, struct buffer *out);

/* One line: how many kernels of which system headers are not analysed. Nothing if none is left out.
   Part of report_text_file; for commands that make no report. */
void report_text_system_headers(const struct file_result *file, const struct report_options *options, struct buffer *out);

/* "file:line:col: error: message" of a file that could not be analysed; a message that
   holds several lines, or diagnostics of clang, is given as it is. */
void report_text_error(const struct file_result *file, const struct report_options *options, struct buffer *out);

#endif

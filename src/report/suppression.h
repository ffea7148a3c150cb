/* Messages that do not count: comments in the source say so, or a baseline knows them.

   // warpproof: ignore[rule, ...] reason    on the line of a message, alone on the line before it, or on the line of
   // warpproof: ignore reason               the kernel (then all its messages); without rules: every rule
   // NOLINT(warpproof-rule), NOLINTNEXTLINE(warpproof-rule); warpproof-* and * stand for every rule

   A finding of two accesses may be ignored at either. */
#ifndef WP_REPORT_SUPPRESSION_H
#define WP_REPORT_SUPPRESSION_H

#include "base/map.h"
#include "finding/finding.h"
#include "report/excerpt.h"

/* Fingerprints of a baseline: a report of ours in SARIF or JSON. */
struct baseline {
    struct string_map prints;
};

/* False and *error if the text is neither. */
bool baseline_read(struct baseline *baseline, struct arena *arena, const char *text, size_t size, const char **error);
void baseline_release(struct baseline *baseline);

struct project;

/* Marks the messages of the file, whose fingerprints have been computed, and lists unused comments. `baseline` and `project`,
   whose levels count, may be NULL. */
void suppression_apply(struct arena *arena, struct source_cache *sources, struct file_result *file, const struct baseline *baseline,
                       const struct project *project);

/* The verdict that counts: a property whose errors are all suppressed is unchecked, as is one that is unproved for
   suppressed reasons only. */
enum verdict suppression_verdict(const struct kernel_result *kernel, unsigned property);

/* The number of suppressed messages of the kernel. */
uint32_t suppression_count(const struct kernel_result *kernel);

#endif

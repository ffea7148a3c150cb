/* Findings in the text report. */
#ifndef WP_REPORT_FINDINGS_H
#define WP_REPORT_FINDINGS_H

#include "report/text_writer.h"

/* Where it is: its first access, or the kernel. */
struct source_place text_place_of_finding(const struct kernel_result *result, const struct finding *finding);

/* All findings of a kernel, each message of the file once. Of those of one rule and level on one array
   a few are told in full, and of the others their lines. If the writer is brief: errors only, each in at
   most ten lines. */
void text_put_findings(struct text_writer *writer, const struct kernel_result *result);

/* A finding in one line; false if another kernel told it already. */
bool text_put_finding_line(struct text_writer *writer, const struct kernel_result *result, const struct finding *finding);

#endif

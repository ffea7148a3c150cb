/* The part of the text report that only runs have. */
#ifndef WP_REPORT_REPORT_SIMULATION_H
#define WP_REPORT_REPORT_SIMULATION_H

#include "report/text_writer.h"

/* Goes on behind "file:line: kernel: ". */
void text_put_simulation(struct text_writer *writer, const struct kernel_result *result);
/* What the command `search` saw; or, below verdicts, what was searched. */
void text_put_search(struct text_writer *writer, const struct kernel_result *result);

#endif

#include "report/report.h"

#include <string.h>

bool report_file_is_ok(const struct file_result *file) {
    return strcmp(file->status, "analysed") == 0 || strcmp(file->status, "no-kernels") == 0;
}

void report_count(struct report_summary *summary, const struct file_result *file) {
    summary->files++;
    summary->failed_files += !report_file_is_ok(file);
    summary->partial_files += report_file_is_ok(file) && file_result_is_partial(file);
    summary->kernels += file->kernel_count;
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        summary->verdicts[file->kernels[i]->verdict]++;
    }
}

int report_exit_status(const struct report_summary *summary) {
    if (summary->verdicts[VERDICT_REFUTED] > 0) {
        return 1;
    }
    if (summary->failed_files + summary->partial_files > 0) {
        return 2;
    }
    return summary->verdicts[VERDICT_UNPROVED] > 0 ? 3 : 0;
}

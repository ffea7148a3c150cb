#include "report/report.h"

#include <string.h>

#include "report/suppression.h"

bool report_file_is_ok(const struct file_result *file) {
    return strcmp(file->status, "analysed") == 0 || strcmp(file->status, "no-kernels") == 0;
}

void report_count(struct report_summary *summary, const struct file_result *file) {
    summary->files++;
    summary->failed_files += !report_file_is_ok(file);
    summary->partial_files += report_file_is_ok(file) && file_result_is_partial(file);
    summary->kernels += file->kernel_count;
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        const struct kernel_result *kernel = file->kernels[i];
        struct kernel_result counted = *kernel;
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            counted.properties[p] = suppression_verdict(kernel, p);
        }
        uint32_t suppressed = suppression_count(kernel);
        summary->verdicts[suppressed > 0 ? kernel_result_verdict(&counted) : kernel->verdict]++;
        summary->suppressed += suppressed;
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

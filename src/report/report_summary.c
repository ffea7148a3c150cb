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
        bool is_suppressed = false;
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            counted.properties[p] = suppression_verdict(kernel, p);
            is_suppressed |= counted.properties[p] != kernel->properties[p];
        }
        enum verdict verdict = is_suppressed ? kernel_result_verdict(&counted) : kernel->verdict;
        if (is_suppressed && (verdict == VERDICT_PROVED || verdict == VERDICT_UNCHECKED)) {
            summary->suppressed_kernels++;
        } else {
            summary->verdicts[verdict]++;
        }
        summary->suppressed += suppression_count(kernel);
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

/* Why something is not proved. */
#ifndef WP_REPORT_REASONS_H
#define WP_REPORT_REASONS_H

#include "report/text_writer.h"

/* Its finding says it already. */
bool text_finding_tells(const struct kernel_result *result, const struct unproved *unproved);

/* "the solver's step budget ran out: ...", without its name. */
void words_reason(const struct unproved *unproved, struct buffer *out);

/* "race, bounds": the properties of all reasons of the kernel like number `first`; nothing if an earlier one is like it. */
void words_properties(const struct kernel_result *result, uint32_t first, struct buffer *out);

/* What would settle it: an option or a contract, as "; --search may show it"; nothing if none is known. */
void words_next_step(const struct kernel_result *result, const struct unproved *unproved, struct buffer *out);

/* Messages at their places; lines below the kernel for what is about it as a whole. */
void text_put_reasons(struct text_writer *writer, const struct kernel_result *result);
void text_put_kernel_reasons(struct text_writer *writer, const struct kernel_result *result);

/* One line about number `index` of the kernel's reasons; nothing if an earlier one says the same. */
void text_put_reason_line(struct text_writer *writer, const struct kernel_result *result, uint32_t index);

#endif

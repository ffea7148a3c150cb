/* The lines about a kernel as a whole, and assumptions in words. */
#ifndef WP_REPORT_KERNEL_H
#define WP_REPORT_KERNEL_H

#include "report/text_writer.h"

enum style text_style_of_verdict(enum verdict verdict);

/* "proved for every launch: race, assert; unchecked: bounds", without newline. */
void text_put_verdicts(struct text_writer *writer, const struct kernel_result *result);

/* An indented line; nothing for empty text. */
void text_put_detail(struct text_writer *writer, const struct buffer *text);

/* Times and counters. */
void text_put_stats(struct text_writer *writer, const struct kernel_stats *stats);

/* "file:line: kernel: " */
void text_put_kernel(struct text_writer *writer, const struct kernel_result *result);

/* The property that a finding of this rule is about. */
unsigned words_property_of(enum rule rule);

/* "race-free if A; in bounds if B": conditions under which nothing of a property is left to prove; empty if none
   is known. */
void words_conditions(const struct kernel_result *result, struct buffer *out);

/* "other launches: race: needs blockDim.y <= 8"; empty where the program's launches judged nothing, or others need nothing. */
void words_others(const struct kernel_result *result, struct buffer *out);

/* "distinct pointers, accesses in bounds, no overflow in 2 index computations"; nothing for none. */
void words_assumptions(const struct assumption *list, uint32_t count, struct buffer *out);

/* "in, out": arrays whose bounds were not checked, a few of them; empty if there is none. */
void words_unchecked(const struct kernel_result *result, struct buffer *out);

#endif

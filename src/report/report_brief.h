/* The text report of a kernel without -v. */
#ifndef WP_REPORT_BRIEF_H
#define WP_REPORT_BRIEF_H

#include "report/text_writer.h"

/* Kernel number `index` of the writer's file: a headline; each error with its story; then, as far as they fit, the
   most telling of the other messages, a line each, and in the headline how many were not told. A kernel without
   errors gets three lines at most, one with a single error twelve. Instances of one template about which the same
   is to be said are told with the first. */
void text_put_brief(struct text_writer *writer, uint32_t index);

#endif

/* All that a report says about places: findings, reasons, advice, as one list.

   Formats that are read by machines are made from it: SARIF, JUnit XML, annotations, one-line diagnostics, the
   language server. Messages of several instances of a template at the same places are one message with a count;
   reasons that a finding tells already are left out. */
#ifndef WP_REPORT_MESSAGES_H
#define WP_REPORT_MESSAGES_H

#include "base/vec.h"
#include "finding/finding.h"

struct message {
    enum level level;
    const char *rule; /* "data-race", "unproved-race", "redundant-barrier" */
    struct source_place place;
    const char *text;                   /* one line, with what limits it and what may settle it */
    const struct kernel_result *kernel; /* the first that has it */
    uint32_t instances;                 /* kernels that have it */
    /* one of these */
    const struct finding *finding;
    const struct unproved *unproved;
    const struct advice *advice;
    const struct message_mark *mark;
};

struct message_list {
    VEC(struct message) items;
};

/* Appends the messages of a file, in its order; texts live in the arena. */
void messages_collect(struct arena *arena, const struct file_result *file, struct message_list *list);

/* Sorts errors before warnings before notes, otherwise keeping the order. */
void messages_sort(struct message_list *list);

void messages_release(struct message_list *list);

#endif

/* What every part of the text report is made with: styled pieces, places,
   excerpts, notes, and the memory of what was told already. */
#ifndef WP_REPORT_TEXT_WRITER_H
#define WP_REPORT_TEXT_WRITER_H

#include "base/map.h"
#include "report/excerpt.h"
#include "report/report.h"

enum style { STYLE_PLAIN, STYLE_PLACE, STYLE_ERROR, STYLE_WARNING, STYLE_NOTE, STYLE_CARET, STYLE_GOOD, STYLE_BOLD };

struct text_writer {
    struct buffer *out;
    const struct file_result *file;
    const struct report_options *options;
    struct source_cache sources;
    struct string_map kernels_of; /* key of a message to the number of kernels with it */
    struct string_map told;       /* keys already printed */
    struct buffer scratch;
    bool is_run;   /* the kernel at hand was run, not proved */
    bool is_brief; /* without -v: what fits into a few lines */
};

/* Control characters in the text become spaces. */
void text_add_styled(const struct report_options *options, enum style style, const char *text, struct buffer *out);
void text_put(struct text_writer *writer, enum style style, const char *text);

/* "file:line:col: level: ", of the writer's file if the place has none. */
void text_put_place(struct text_writer *writer, const struct source_place *place, enum level level);
/* The line with a caret under each column; nothing if the file cannot be read. */
void text_put_excerpt(struct text_writer *writer, const struct source_place *place, const uint32_t *columns, uint32_t column_count);
void text_put_note(struct text_writer *writer, const struct source_place *place, const char *text);

bool text_is_same(const char *a, const char *b);
bool place_is_same_line(const struct source_place *a, const struct source_place *b);
bool place_is_same(const struct source_place *a, const struct source_place *b);

/* What makes two messages of different kernels the same message is put into `key`. */
void text_key_finding(struct buffer *key, const struct finding *finding);
void text_key_unproved(struct buffer *key, const struct unproved *unproved);
void text_key_advice(struct buffer *key, const struct advice *advice);

/* Counts, for each message of the file, the kernels that have it. */
void text_count_messages(struct text_writer *writer);

/* Whether the message whose key is in writer->scratch is to be printed now; then *others is the
   number of other kernels that have it. */
bool text_tell_once(struct text_writer *writer, uint32_t *others);

/* "the same in ...", unless there is nothing to say. */
void text_put_others(struct text_writer *writer, const struct source_place *place, uint32_t others, uint32_t copies);

#endif

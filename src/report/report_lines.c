/* One line for each message: in gcc's form, which editors and continuous integration know, or as annotations of
   GitHub's workflows. Suppressed messages are left out. */
#include <string.h>

#include "report/messages.h"
#include "report/report.h"

/* Control characters would end the line. */
static void add_plain(struct buffer *out, const char *text) {
    for (; *text; text++) {
        buffer_char(out, (unsigned char)*text < 0x20 || *text == 0x7F ? ' ' : *text);
    }
}

static void put_gcc(struct buffer *out, const char *path, uint32_t line, uint32_t column, const char *level, const char *text, const char *rule) {
    add_plain(out, path);
    if (line > 0) {
        buffer_printf(out, ":%u", line);
    }
    if (line > 0 && column > 0) {
        buffer_printf(out, ":%u", column);
    }
    buffer_printf(out, ": %s: ", level);
    add_plain(out, text);
    buffer_printf(out, " [%s]\n", rule);
}

/* Percent-encoding of workflow commands; properties end at ',' and ':', too. */
static void add_encoded(struct buffer *out, const char *text, bool is_property) {
    for (; *text; text++) {
        bool is_special = *text == '%' || *text == '\r' || *text == '\n' || (is_property && (*text == ':' || *text == ','));
        if (is_special) {
            buffer_printf(out, "%%%02X", (unsigned char)*text);
        } else {
            buffer_char(out, *text);
        }
    }
}

static void put_github(struct buffer *out, const char *path, uint32_t line, uint32_t column, const char *level, const char *text, const char *rule) {
    buffer_printf(out, "::%s file=", strcmp(level, "note") == 0 ? "notice" : level);
    add_encoded(out, path, true);
    if (line > 0) {
        buffer_printf(out, ",line=%u", line);
    }
    if (line > 0 && column > 0) {
        buffer_printf(out, ",col=%u", column);
    }
    buffer_add(out, ",title=");
    add_encoded(out, rule, true);
    buffer_add(out, "::");
    add_encoded(out, text, false);
    buffer_char(out, '\n');
}

typedef void (*put_line)(struct buffer *out, const char *path, uint32_t line, uint32_t column, const char *level, const char *text, const char *rule);

static void put_files(const struct file_result *const *files, uint32_t count, put_line put, struct buffer *out) {
    for (uint32_t i = 0; i < count; i++) {
        struct arena arena = {0};
        struct message_list list = {0};
        const struct file_result *file = files[i];
        if (!report_file_is_ok(file)) {
            put(out, file->path, 0, 0, "error", file->error ? file->error : file->status, "not-analysed");
        }
        messages_collect(&arena, file, &list);
        messages_sort(&list);
        for (uint32_t m = 0; m < list.items.size; m++) {
            const struct message *message = &list.items.data[m];
            if (!message->mark->suppressed) {
                put(out, message->place.file ? message->place.file : file->path, message->place.line, message->place.column,
                    level_name(message->level), message->text, message->rule);
            }
        }
        messages_release(&list);
        arena_release(&arena);
    }
}

void report_gcc(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out) {
    (void)options;
    put_files(files, count, put_gcc, out);
}

void report_github(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out) {
    (void)options;
    put_files(files, count, put_github, out);
}

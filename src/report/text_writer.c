#include "report/text_writer.h"

#include <string.h>

static const char *style_code(enum style style) {
    switch (style) {
    case STYLE_PLAIN: break;
    case STYLE_PLACE:
    case STYLE_BOLD: return "\033[1m";
    case STYLE_ERROR: return "\033[1;31m";
    case STYLE_WARNING: return "\033[1;35m";
    case STYLE_NOTE: return "\033[1;36m";
    case STYLE_CARET:
    case STYLE_GOOD: return "\033[1;32m";
    }
    return "";
}

void text_add_styled(const struct report_options *options, enum style style, const char *text, struct buffer *out) {
    bool is_coloured = options->colour && style != STYLE_PLAIN;
    if (is_coloured) {
        buffer_add(out, style_code(style));
    }
    for (const char *c = text; *c; c++) {
        buffer_char(out, (unsigned char)*c < 0x20 || *c == 0x7F ? ' ' : *c);
    }
    if (is_coloured) {
        buffer_add(out, "\033[0m");
    }
}

void text_put(struct text_writer *writer, enum style style, const char *text) {
    text_add_styled(writer->options, style, text, writer->out);
}

static enum style style_of_level(enum level level) {
    switch (level) {
    case LEVEL_ERROR: return STYLE_ERROR;
    case LEVEL_WARNING: return STYLE_WARNING;
    case LEVEL_NOTE:
    case LEVEL_COUNT: break;
    }
    return STYLE_NOTE;
}

void text_put_place(struct text_writer *writer, const struct source_place *place, enum level level) {
    struct buffer text = {0};
    buffer_add(&text, place->file && place->file[0] ? place->file : writer->file->path);
    if (place->line > 0) {
        buffer_printf(&text, ":%u", place->line);
    }
    if (place->line > 0 && place->column > 0) {
        buffer_printf(&text, ":%u", place->column);
    }
    buffer_add(&text, ": ");
    text_put(writer, STYLE_PLACE, buffer_text(&text));
    buffer_clear(&text);
    buffer_printf(&text, "%s: ", level_name(level));
    text_put(writer, style_of_level(level), buffer_text(&text));
    buffer_release(&text);
}

void text_put_excerpt(struct text_writer *writer, const struct source_place *place, const uint32_t *columns, uint32_t column_count) {
    struct buffer text = {0}, carets = {0};
    if (source_excerpt(&writer->sources, place->file, place->line, columns, column_count, &text, &carets)) {
        buffer_printf(writer->out, "%5u | %s\n", place->line, buffer_text(&text));
        if (carets.size > 0) {
            buffer_add(writer->out, "      | ");
            text_put(writer, STYLE_CARET, buffer_text(&carets));
            buffer_char(writer->out, '\n');
        }
    }
    buffer_release(&text);
    buffer_release(&carets);
}

void text_put_note(struct text_writer *writer, const struct source_place *place, const char *text) {
    text_put_place(writer, place, LEVEL_NOTE);
    text_put(writer, STYLE_PLAIN, text);
    buffer_char(writer->out, '\n');
}

bool text_is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool place_is_same_line(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && text_is_same(a->file, b->file);
}

bool place_is_same(const struct source_place *a, const struct source_place *b) {
    return place_is_same_line(a, b) && a->column == b->column;
}

static void key_place(struct buffer *key, const struct source_place *place) {
    buffer_printf(key, "\n%s\n%u:%u", place->file ? place->file : "", place->line, place->column);
}

void text_key_finding(struct buffer *key, const struct finding *finding) {
    buffer_clear(key);
    buffer_printf(key, "finding %u %u %u %u %u\n%s\n%s", (unsigned)finding->rule, (unsigned)finding->certainty, (unsigned)finding->level,
                  (unsigned)finding->kind, (unsigned)finding->scope, finding->space ? finding->space : "", finding->array ? finding->array : "");
    for (uint32_t i = 0; i < finding->access_count; i++) {
        const struct finding_access *access = &finding->accesses[i];
        buffer_printf(key, "\naccess %s", access->mode ? access->mode : "");
        key_place(key, &access->place);
        for (uint32_t j = 0; j < access->inlined_count; j++) {
            key_place(key, &access->inlined_at[j]);
        }
    }
}

void text_key_unproved(struct buffer *key, const struct unproved *unproved) {
    buffer_clear(key);
    buffer_printf(key, "unproved %u %s\n%s", unproved->property, unproved->reason, unproved->detail ? unproved->detail : "");
    key_place(key, &unproved->place);
}

void text_key_advice(struct buffer *key, const struct advice *advice) {
    buffer_clear(key);
    buffer_printf(key, "advice %u", (unsigned)advice->rule);
    key_place(key, &advice->place);
}

static void count_key(struct text_writer *writer, struct string_map *seen, uint32_t kernel) {
    const char *key = buffer_text(&writer->scratch);
    uint32_t last, count = 0;
    if (string_map_get(seen, key, &last) && last == kernel) {
        return;
    }
    string_map_set(seen, key, kernel);
    string_map_get(&writer->kernels_of, key, &count);
    string_map_set(&writer->kernels_of, key, count + 1);
}

void text_count_messages(struct text_writer *writer) {
    struct string_map seen;
    string_map_init(&seen);
    for (uint32_t k = 0; k < writer->file->kernel_count; k++) {
        const struct kernel_result *result = writer->file->kernels[k];
        for (uint32_t i = 0; i < result->finding_count; i++) {
            text_key_finding(&writer->scratch, &result->findings[i]);
            count_key(writer, &seen, k);
        }
        for (uint32_t i = 0; i < result->unproved_count; i++) {
            text_key_unproved(&writer->scratch, &result->unproved[i]);
            count_key(writer, &seen, k);
        }
        for (uint32_t i = 0; i < result->advice_count; i++) {
            text_key_advice(&writer->scratch, &result->advice[i]);
            count_key(writer, &seen, k);
        }
    }
    string_map_release(&seen);
}

bool text_tell_once(struct text_writer *writer, uint32_t *others) {
    const char *key = buffer_text(&writer->scratch);
    if (string_map_get(&writer->told, key, NULL)) {
        return false;
    }
    string_map_set(&writer->told, key, 1);
    *others = 0;
    string_map_get(&writer->kernels_of, key, others);
    *others -= *others > 0;
    return true;
}

void text_put_others(struct text_writer *writer, const struct source_place *place, uint32_t others, uint32_t copies) {
    if (others == 0 && copies <= 1) {
        return;
    }
    struct buffer text = {0};
    if (copies > 1) {
        buffer_printf(&text, "the same in %u inlined copies%s", copies, others > 0 ? ", " : "");
    }
    if (others > 0) {
        buffer_printf(&text, "%s %u other instantiation%s", copies > 1 ? "and in" : "the same in", others, others == 1 ? "" : "s");
    }
    text_put_note(writer, place, buffer_text(&text));
    buffer_release(&text);
}

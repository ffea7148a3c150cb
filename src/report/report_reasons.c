/* Why something is not proved, in the text report: messages at their place, and lines below the
   kernel they are about. */
#include "report/report_reasons.h"

#include <string.h>

#include "protocol/protocol.h"
#include "report/report_findings.h"
#include "report/report_kernel.h"

enum { MOST_PER_REASON = 8 };

static enum reason_kind find_reason(const char *name) {
    unsigned r = 0;
    while (r < REASON_COUNT && strcmp(reason_name((enum reason_kind)r), name) != 0) {
        r++;
    }
    return (enum reason_kind)r;
}

/* Details of these are parts of sentences, of the others whole ones. */
static bool needs_help(enum reason_kind reason) {
    return reason == REASON_UNSUPPORTED || reason == REASON_BARRIER_KIND || reason == REASON_TIMEOUT || reason == REASON_INTERRUPTED ||
           reason == REASON_INTERNAL_ERROR;
}

bool text_finding_tells(const struct kernel_result *result, const struct unproved *unproved) {
    bool is_of_finding =
        strcmp(unproved->reason, reason_name(REASON_NOT_REPLAYED)) == 0 || strcmp(unproved->reason, reason_name(REASON_NEEDS_PRECONDITION)) == 0;
    for (uint32_t i = 0; is_of_finding && i < result->finding_count; i++) {
        struct source_place place = text_place_of_finding(result, &result->findings[i]);
        if (place_is_same(&place, &unproved->place)) {
            return true;
        }
    }
    return false;
}

/* Reasons about the kernel as a whole stand below its summary line. */
static bool has_own_place(const struct kernel_result *result, const struct unproved *unproved) {
    struct source_place kernel = {.file = result->file, .line = result->line};
    return unproved->place.line > 0 && !place_is_same_line(&kernel, &unproved->place);
}

static bool same_reason(const struct unproved *a, const struct unproved *b) {
    return text_is_same(a->reason, b->reason) && text_is_same(a->detail, b->detail) && place_is_same(&a->place, &b->place);
}

void words_properties(const struct kernel_result *result, uint32_t first, struct buffer *out) {
    const struct unproved *list = result->unproved;
    bool seen[PROP_COUNT] = {false};
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        if (!same_reason(&list[i], &list[first])) {
            continue;
        }
        if (i < first) {
            return;
        }
        if (!seen[list[i].property]) {
            buffer_printf(out, "%s%s", i > first ? ", " : "", property_name(list[i].property));
            seen[list[i].property] = true;
        }
    }
}

void words_reason(const struct unproved *unproved, struct buffer *out) {
    enum reason_kind reason = find_reason(unproved->reason);
    bool has_detail = unproved->detail && unproved->detail[0];
    bool is_known = reason < REASON_COUNT;
    if (is_known && (!has_detail || needs_help(reason))) {
        buffer_printf(out, "%s%s", reason_help(reason), has_detail ? ": " : "");
    }
    buffer_add(out, has_detail ? unproved->detail : is_known ? "" : unproved->reason);
}

/* "the extent of 'a' is not known": the option that states it. */
static void add_extent_step(const struct unproved *unproved, struct buffer *out) {
    static const char begin[] = "the extent of '";
    const char *detail = unproved->detail ? unproved->detail : "", *name = detail + sizeof begin - 1;
    if (strncmp(detail, begin, sizeof begin - 1) == 0 && strstr(name, "' is not known")) {
        buffer_printf(out, "; state it with --extent %.*s=COUNT", (int)strcspn(name, "'"), name);
    }
}

void words_next_step(const struct kernel_result *result, const struct unproved *unproved, struct buffer *out) {
    switch (find_reason(unproved->reason)) {
    case REASON_SOLVER_BUDGET: buffer_add(out, "; a larger --budget may settle it"); return;
    case REASON_TIMEOUT: buffer_add(out, "; a larger --timeout may settle it"); return;
    case REASON_UNKNOWN_EXTENT: add_extent_step(unproved, out); return;
    case REASON_DATA_DEPENDENT:
    case REASON_NO_WITNESS:
    case REASON_NOT_REPLAYED: buffer_add(out, result->search ? "" : "; --search may show a launch"); return;
    case REASON_NEEDS_PRECONDITION: buffer_add(out, "; wp_requires or --requires states it"); return;
    case REASON_ALIASED:
    case REASON_UNKNOWN_LAUNCH:
    case REASON_TRAP:
    case REASON_OUT_OF_BOUNDS:
    case REASON_UNSUPPORTED:
    case REASON_IRREDUCIBLE:
    case REASON_UNKNOWN_POINTER:
    case REASON_BARRIER_IN_LOOP:
    case REASON_BARRIER_KIND:
    case REASON_DIVERGENT_BARRIERS:
    case REASON_REPLAY_BUDGET:
    case REASON_FLAG_SYNCHRONISATION:
    case REASON_IMPOSSIBLE:
    case REASON_CONTRADICTION:
    case REASON_NOT_IMPLEMENTED:
    case REASON_INTERRUPTED:
    case REASON_INTERNAL_ERROR:
    case REASON_COUNT: return;
    }
}

/* "race, bounds" -> "race, bounds not proved: "; a run has no properties to prove. */
static void add_consequence(const struct text_writer *writer, struct buffer *text) {
    if (writer->is_run) {
        buffer_clear(text);
    }
    buffer_add(text, writer->is_run ? "the run is not conclusive: " : " not proved: ");
}

static void put_reason(struct text_writer *writer, const struct kernel_result *result, uint32_t index) {
    const struct unproved *unproved = &result->unproved[index];
    uint32_t others;
    struct buffer text = {0};
    words_properties(result, index, &text);
    text_key_unproved(&writer->scratch, unproved);
    if (text.size > 0 && text_tell_once(writer, &others)) {
        add_consequence(writer, &text);
        words_reason(unproved, &text);
        text_put_place(writer, &unproved->place, LEVEL_WARNING);
        text_put(writer, STYLE_BOLD, buffer_text(&text));
        buffer_printf(writer->out, " [%s]\n", unproved->reason);
        text_put_excerpt(writer, &unproved->place, &unproved->place.column, 1);
        text_put_others(writer, &unproved->place, others, 1);
    }
    buffer_release(&text);
}

/* At most MOST_PER_REASON messages of one reason; the rest is counted. */
void text_put_reasons(struct text_writer *writer, const struct kernel_result *result) {
    struct string_map counts;
    string_map_init(&counts);
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *unproved = &result->unproved[i];
        if (text_finding_tells(result, unproved) || !has_own_place(result, unproved)) {
            continue;
        }
        uint32_t count = 0;
        string_map_get(&counts, unproved->reason, &count);
        string_map_set(&counts, unproved->reason, count + 1);
        if (count < MOST_PER_REASON) {
            put_reason(writer, result, i);
        }
    }
    for (uint32_t r = 0; r < REASON_COUNT; r++) {
        uint32_t count = 0;
        const char *name = reason_name((enum reason_kind)r);
        if (string_map_get(&counts, name, &count) && count > MOST_PER_REASON) {
            struct source_place kernel = {.file = result->file, .line = result->line};
            struct buffer text = {0};
            buffer_printf(&text, "%u more places in %s [%s]; --format=json lists them", count - MOST_PER_REASON, result->display, name);
            text_put_note(writer, &kernel, buffer_text(&text));
            buffer_release(&text);
        }
    }
    string_map_release(&counts);
}

void text_put_kernel_reasons(struct text_writer *writer, const struct kernel_result *result) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *unproved = &result->unproved[i];
        if (text_finding_tells(result, unproved) || has_own_place(result, unproved)) {
            continue;
        }
        buffer_clear(&text);
        words_properties(result, i, &text);
        if (text.size > 0) {
            add_consequence(writer, &text);
            words_reason(unproved, &text);
            buffer_printf(&text, " [%s]", unproved->reason);
            text_put_detail(writer, &text);
        }
    }
    buffer_release(&text);
}

void text_put_reason_line(struct text_writer *writer, const struct kernel_result *result, uint32_t index) {
    const struct unproved *unproved = &result->unproved[index];
    bool is_of_place = has_own_place(result, unproved);
    uint32_t others = 0;
    struct buffer text = {0};
    words_properties(result, index, &text);
    text_key_unproved(&writer->scratch, unproved);
    if (text.size > 0 && (!is_of_place || text_tell_once(writer, &others))) {
        add_consequence(writer, &text);
        words_reason(unproved, &text);
        words_next_step(result, unproved, &text);
        buffer_printf(&text, " [%s]", unproved->reason);
        if (is_of_place) {
            text_put_place(writer, &unproved->place, LEVEL_WARNING);
            text_put(writer, STYLE_PLAIN, buffer_text(&text));
            buffer_char(writer->out, '\n');
        } else {
            text_put_detail(writer, &text);
        }
    }
    buffer_release(&text);
}

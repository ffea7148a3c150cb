/* Findings in the text report: the headline, both accesses, the witness and what limits it. */
#include "report/report_findings.h"

#include <string.h>

#include "base/vec.h"
#include "report/report_words.h"

enum { MOST_ALIKE = 3, LINES_NAMED_MOST = 16 };

/* The innermost call site, and the lines of the others. */
static void put_chain_line(struct text_writer *writer, const struct finding_access *access) {
    struct buffer text = {0};
    if (access->place.function) {
        buffer_printf(&text, "'%s' is called here", access->place.function);
    } else {
        buffer_add(&text, "called here");
    }
    for (uint32_t i = 1; i < access->inlined_count; i++) {
        buffer_printf(&text, "%s%u", i == 1 ? ", reached from line " : ", ", access->inlined_at[i].line);
    }
    text_put_note(writer, &access->inlined_at[0], buffer_text(&text));
    buffer_release(&text);
}

/* Call sites, from the innermost outwards. */
static void put_chain(struct text_writer *writer, const struct finding_access *access) {
    if (writer->is_brief) {
        if (access->inlined_count > 0) {
            put_chain_line(writer, access);
        }
        return;
    }
    struct buffer text = {0};
    for (uint32_t i = 0; i < access->inlined_count; i++) {
        const struct source_place *call = &access->inlined_at[i];
        const struct source_place *callee = i == 0 ? &access->place : &access->inlined_at[i - 1];
        buffer_clear(&text);
        if (callee->function) {
            buffer_printf(&text, "'%s' is called here", callee->function);
        } else {
            buffer_add(&text, "called here");
        }
        text_put_note(writer, call, buffer_text(&text));
        text_put_excerpt(writer, call, &call->column, 1);
    }
    buffer_release(&text);
}

static bool same_chain(const struct finding_access *a, const struct finding_access *b) {
    if (a->inlined_count != b->inlined_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->inlined_count; i++) {
        if (!place_is_same(&a->inlined_at[i], &b->inlined_at[i])) {
            return false;
        }
    }
    return true;
}

static void put_other_access(struct text_writer *writer, const struct finding *finding) {
    const struct finding_access *first = &finding->accesses[0], *other = &finding->accesses[1];
    bool has_same_chain = same_chain(first, other);
    if (place_is_same(&first->place, &other->place) && has_same_chain &&
        (text_is_same(first->mode, other->mode) || text_is_same(other->mode, "absent"))) {
        return;
    }
    struct buffer text = {0};
    words_other_access(finding, other, &text);
    text_put_note(writer, &other->place, buffer_text(&text));
    if (!place_is_same_line(&first->place, &other->place)) {
        text_put_excerpt(writer, &other->place, &other->place.column, 1);
    }
    if (!has_same_chain) {
        put_chain(writer, other);
    }
    buffer_release(&text);
}

static void put_limits(struct text_writer *writer, const struct finding *finding, const struct source_place *place) {
    struct buffer text = {0};
    if (finding->approximation && finding->certainty == CERTAINTY_POSSIBLE) {
        buffer_printf(&text, "this may be a false alarm: it rests on a value that is not known exactly, %s", finding->approximation);
        text_put_note(writer, place, buffer_text(&text));
        buffer_clear(&text);
    }
    if (finding->precondition) {
        words_precondition(finding, &text);
        text_put_note(writer, place, buffer_text(&text));
    }
    buffer_release(&text);
}

static void put_witness(struct text_writer *writer, const struct finding *finding, const struct source_place *place) {
    struct buffer text = {0};
    if (finding->has_witness) {
        words_witness(finding, &text);
        words_basis(finding, &text);
        if (!writer->is_run && finding->certainty == CERTAINTY_CONFIRMED) {
            buffer_add(&text, finding->confirmed_by == CONFIRMATION_CALCULUS ? " (executed by the calculus)" : " (replayed)");
        } else if (!writer->is_run && finding_is_violation(finding)) {
            buffer_add(&text, " (not replayed)");
        }
        text_put_note(writer, place, buffer_text(&text));
        if (finding->witness.file) {
            buffer_clear(&text);
            buffer_printf(&text, "run it again: warpproof simulate --trace --replay %s", finding->witness.file);
            text_put_note(writer, place, buffer_text(&text));
        }
    }
    buffer_release(&text);
}

struct source_place text_place_of_finding(const struct kernel_result *result, const struct finding *finding) {
    if (finding->access_count > 0) {
        return finding->accesses[0].place;
    }
    return (struct source_place){.file = result->file, .line = result->line};
}

static void put_finding(struct text_writer *writer, const struct kernel_result *result, const struct finding *finding, uint32_t others) {
    struct source_place place = text_place_of_finding(result, finding);
    struct buffer text = {0};
    words_headline(finding, &text);
    text_put_place(writer, &place, finding->level);
    text_put(writer, STYLE_BOLD, buffer_text(&text));
    buffer_printf(writer->out, " [%s]", rule_name(finding->rule));
    if (writer->is_brief && others > 0) {
        buffer_printf(writer->out, " (the same in %u other instantiation%s)", others, others == 1 ? "" : "s");
    }
    buffer_char(writer->out, '\n');
    bool on_one_line = finding->access_count > 1 && place_is_same_line(&place, &finding->accesses[1].place);
    uint32_t columns[2] = {place.column, on_one_line ? finding->accesses[1].place.column : 0};
    text_put_excerpt(writer, &place, columns, 2);
    if (finding->access_count > 0) {
        put_chain(writer, &finding->accesses[0]);
    }
    if (finding->access_count > 1) {
        put_other_access(writer, finding);
    }
    put_witness(writer, finding, &place);
    put_limits(writer, finding, &place);
    if (finding->mark.suppressed) {
        buffer_clear(&text);
        buffer_printf(&text, "suppressed: %s", finding->mark.suppressed);
        text_put_note(writer, &place, buffer_text(&text));
    }
    text_put_others(writer, &place, writer->is_brief ? 0 : others, writer->is_brief ? 1 : finding->instances);
    buffer_release(&text);
}

/* ---- findings that are alike ---- */

/* Findings of one rule and level on one array. */
static void key_alike(struct buffer *key, const struct finding *finding) {
    buffer_clear(key);
    buffer_printf(key, "%u %u %s", (unsigned)finding->rule, (unsigned)finding->level, finding->array ? finding->array : "");
}

struct rest {
    const struct finding *first;
    uint32_t count, lines_count;
    struct buffer lines;
};

/* "12 and 14", each pair of lines once. */
static void add_lines(struct rest *rest, const struct finding *finding) {
    struct buffer lines = {0}, entry = {0};
    uint32_t line = finding->access_count > 0 ? finding->accesses[0].place.line : 0;
    uint32_t other = finding->access_count > 1 ? finding->accesses[1].place.line : line;
    buffer_printf(&lines, other == line ? "%u" : "%u and %u", line < other ? line : other, line < other ? other : line);
    buffer_printf(&entry, " %s,", buffer_text(&lines));
    if (!strstr(buffer_text(&rest->lines), buffer_text(&entry))) {
        rest->lines_count++;
        buffer_add(&rest->lines, rest->lines_count > LINES_NAMED_MOST ? "" : buffer_text(&entry));
    }
    buffer_release(&lines);
    buffer_release(&entry);
}

static void put_rest(struct text_writer *writer, const struct kernel_result *result, struct rest *rest) {
    struct source_place kernel = {.file = result->file, .line = result->line};
    struct buffer text = {0};
    buffer_printf(&text, "%u more %s%s%s", rest->count, level_name(rest->first->level), rest->count == 1 ? "" : "s",
                  rest->first->array ? " like these on '" : " like these");
    buffer_printf(&text, "%s%s [%s], lines", rest->first->array ? rest->first->array : "", rest->first->array ? "'" : "",
                  rule_name(rest->first->rule));
    buffer_add(&text, buffer_text(&rest->lines));
    buffer_add(&text, rest->lines_count > LINES_NAMED_MOST ? " and others" : "");
    text.data[text.size - 1] = text.data[text.size - 1] == ',' ? ';' : text.data[text.size - 1];
    buffer_printf(&text, "%s --format=json has each", rest->lines_count > LINES_NAMED_MOST ? ";" : "");
    text_put_note(writer, &kernel, buffer_text(&text));
    buffer_release(&text);
}

/* The first of each kind and scope, and MOST_ALIKE, are told in full. */
static bool is_told_in_full(struct string_map *counts, struct string_map *kinds, struct buffer *key, const struct finding *finding) {
    uint32_t count = 0;
    key_alike(key, finding);
    string_map_get(counts, buffer_text(key), &count);
    string_map_set(counts, buffer_text(key), count + 1);
    buffer_printf(key, " %u %u", (unsigned)finding->kind, (unsigned)finding->scope);
    bool is_first = !string_map_get(kinds, buffer_text(key), NULL);
    string_map_set(kinds, buffer_text(key), 1);
    key_alike(key, finding);
    return is_first || count < MOST_ALIKE;
}

void text_put_findings(struct text_writer *writer, const struct kernel_result *result) {
    struct string_map counts, kinds, rest_of;
    VEC(struct rest) rests = {0};
    struct buffer key = {0};
    string_map_init(&counts);
    string_map_init(&kinds);
    string_map_init(&rest_of);
    for (uint32_t i = 0; i < result->finding_count; i++) {
        const struct finding *finding = &result->findings[i];
        uint32_t others, at = 0;
        text_key_finding(&writer->scratch, finding);
        bool is_left_out = writer->is_brief && (finding->level != LEVEL_ERROR || finding->mark.suppressed);
        if (is_left_out || !text_tell_once(writer, &others)) {
            continue;
        }
        if (is_told_in_full(&counts, &kinds, &key, finding)) {
            put_finding(writer, result, finding, others);
            continue;
        }
        if (!string_map_get(&rest_of, buffer_text(&key), &at)) {
            at = (uint32_t)rests.size;
            string_map_set(&rest_of, buffer_text(&key), at);
            vec_push(&rests, ((struct rest){.first = finding}));
        }
        rests.data[at].count++;
        add_lines(&rests.data[at], finding);
    }
    for (uint32_t i = 0; i < rests.size; i++) {
        put_rest(writer, result, &rests.data[i]);
        buffer_release(&rests.data[i].lines);
    }
    vec_release(&rests);
    buffer_release(&key);
    string_map_release(&counts);
    string_map_release(&kinds);
    string_map_release(&rest_of);
}

bool text_put_finding_line(struct text_writer *writer, const struct kernel_result *result, const struct finding *finding) {
    struct source_place place = text_place_of_finding(result, finding);
    uint32_t others;
    text_key_finding(&writer->scratch, finding);
    if (!text_tell_once(writer, &others)) {
        return false;
    }
    struct buffer text = {0};
    words_headline(finding, &text);
    if (finding->precondition) {
        buffer_add(&text, "; ");
        words_precondition(finding, &text);
    } else if (finding->approximation && finding->certainty == CERTAINTY_POSSIBLE) {
        buffer_printf(&text, "; it rests on a value that is not known exactly, %s", finding->approximation);
    }
    if (finding->excused) {
        buffer_add(&text, "; --strict refutes it");
    }
    text_put_place(writer, &place, finding->level);
    text_put(writer, STYLE_PLAIN, buffer_text(&text));
    buffer_printf(writer->out, " [%s]\n", rule_name(finding->rule));
    buffer_release(&text);
    return true;
}

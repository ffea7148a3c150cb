#include "report/report_brief.h"

#include <string.h>

#include "protocol/protocol.h"
#include "report/report_findings.h"
#include "report/report_kernel.h"
#include "report/report_reasons.h"
#include "report/report_simulation.h"
#include "report/report_words.h"
#include "report/suppression.h"

enum { LINES_OF_CLEAN = 3, LINES_OF_ERROR = 12, LINES_BESIDE_ERRORS = 2 };

struct brief {
    struct text_writer *writer;
    const struct kernel_result *result;
    struct buffer body;
    uint32_t room;   /* lines that may still follow */
    uint32_t hidden; /* messages that did not fit */
};

/* ---- instances of one template ---- */

/* "scale" of "scale<float>(float*)". */
static size_t base_name_length(const char *display) {
    return strcspn(display, "<(");
}

/* All that a brief report would say of a kernel but its name. */
static void key_kernel(struct text_writer *writer, const struct kernel_result *result, struct buffer *key) {
    buffer_clear(key);
    buffer_add_n(key, result->display, base_name_length(result->display));
    buffer_printf(key, "\n%s\n%u", result->file ? result->file : "", result->line);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        buffer_printf(key, "\n%u %s", (unsigned)result->properties[p], result->sufficient[p] ? result->sufficient[p] : "");
        buffer_printf(key, "\n%d %s", result->of_program[p], result->others[p] ? result->others[p] : "");
    }
    words_sites(result, key);
    words_assumptions(result->assumptions, result->assumption_count, key);
    buffer_char(key, '\n');
    words_assumptions(result->elsewhere, result->elsewhere_count, key);
    for (uint32_t i = 0; i < result->unchecked_count; i++) {
        buffer_printf(key, "\nunchecked %s", result->unchecked[i]);
    }
    for (uint32_t i = 0; i < result->finding_count; i++) {
        text_key_finding(&writer->scratch, &result->findings[i]);
        buffer_printf(key, "\n%s", buffer_text(&writer->scratch));
    }
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        text_key_unproved(&writer->scratch, &result->unproved[i]);
        buffer_printf(key, "\n%s", buffer_text(&writer->scratch));
    }
    for (uint32_t i = 0; i < result->advice_count; i++) {
        text_key_advice(&writer->scratch, &result->advice[i]);
        buffer_printf(key, "\n%s", buffer_text(&writer->scratch));
    }
}

/* The number of later kernels like this one; UINT32_MAX if an earlier one is. */
static uint32_t count_instances(struct text_writer *writer, uint32_t index) {
    const struct file_result *file = writer->file;
    const char *display = file->kernels[index]->display;
    struct buffer own = {0}, other = {0};
    uint32_t count = 0;
    if (!display[base_name_length(display)] || display[base_name_length(display)] != '<') {
        return 0;
    }
    key_kernel(writer, file->kernels[index], &own);
    for (uint32_t k = 0; k < file->kernel_count && count != UINT32_MAX; k++) {
        const struct kernel_result *kernel = file->kernels[k];
        if (k == index || kernel->line != file->kernels[index]->line) {
            continue;
        }
        key_kernel(writer, kernel, &other);
        if (strcmp(buffer_text(&own), buffer_text(&other)) == 0) {
            count = k < index ? UINT32_MAX : count + 1;
        }
    }
    buffer_release(&own);
    buffer_release(&other);
    return count;
}

/* ---- lines ---- */

static uint32_t count_lines(const struct buffer *text) {
    uint32_t count = 0;
    for (size_t i = 0; i < text->size; i++) {
        count += text->data[i] == '\n';
    }
    return count;
}

/* Keeps the line that was written behind `size` if there is room, else counts it. */
static void keep_line(struct brief *brief, size_t size) {
    if (brief->body.size == size) {
        return;
    }
    if (brief->room > 0) {
        brief->room--;
        return;
    }
    brief->hidden++;
    brief->body.size = size;
    brief->body.data[size] = '\0';
}

static bool is_conditional(const struct kernel_result *result, const struct finding *finding) {
    unsigned property = words_property_of(finding->rule);
    return finding->precondition && property < PROP_COUNT && result->sufficient[property];
}

/* Where it goes wrong without the conditions: " ('out', line 24)", of the first violation; lines of other files with their name. */
static void put_place(const struct brief *brief, const struct finding *finding, struct buffer *text) {
    const struct source_place *place = finding->access_count > 0 ? &finding->accesses[0].place : NULL;
    if (!place || !place->file || place->line == 0) {
        return;
    }
    bool is_here = brief->result->file && strcmp(place->file, brief->result->file) == 0;
    buffer_add(text, " (");
    if (finding->array) {
        buffer_printf(text, "'%s', ", finding->array);
    }
    if (is_here) {
        buffer_printf(text, "line %u)", place->line);
    } else {
        buffer_printf(text, "%s:%u)", place->file, place->line);
    }
}

static void put_conditions(struct brief *brief) {
    struct buffer text = {0};
    size_t size = brief->body.size;
    const struct finding *shown = NULL;
    for (uint32_t i = 0; i < brief->result->finding_count; i++) {
        const struct finding *finding = &brief->result->findings[i];
        shown = !shown && is_conditional(brief->result, finding) && finding->has_witness ? finding : shown;
    }
    words_conditions(brief->result, &text);
    if (text.size > 0 && shown) {
        buffer_add(&text, "; -v shows a launch that breaks it");
        put_place(brief, shown, &text);
        buffer_add(&text, ", wp_requires or --requires states it");
    } else if (text.size > 0) {
        buffer_add(&text, "; wp_requires or --requires states it");
    }
    text_put_detail(brief->writer, &text);
    keep_line(brief, size);
    buffer_release(&text);
}

/* What launches that are none of the program's need. */
static void put_others(struct brief *brief) {
    struct buffer text = {0};
    size_t size = brief->body.size;
    words_others(brief->result, &text);
    text_put_detail(brief->writer, &text);
    keep_line(brief, size);
    buffer_release(&text);
}

static void put_findings_of(struct brief *brief, enum level level) {
    for (uint32_t i = 0; i < brief->result->finding_count; i++) {
        const struct finding *finding = &brief->result->findings[i];
        size_t size = brief->body.size;
        if (finding->level == level && !finding->mark.suppressed && !finding->elsewhere && !is_conditional(brief->result, finding)) {
            text_put_finding_line(brief->writer, brief->result, finding);
            keep_line(brief, size);
        }
    }
}

static void put_reasons(struct brief *brief) {
    const struct kernel_result *result = brief->result;
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *unproved = &result->unproved[i];
        bool is_conditional_only = result->sufficient[unproved->property] && strcmp(unproved->reason, reason_name(REASON_NEEDS_PRECONDITION)) == 0;
        size_t size = brief->body.size;
        if (!is_conditional_only && !unproved->mark.suppressed && !text_finding_tells(result, unproved)) {
            text_put_reason_line(brief->writer, result, i);
            keep_line(brief, size);
        }
    }
}

static void put_advice_of(struct brief *brief, enum advice_rule rule) {
    for (uint32_t i = 0; i < brief->result->advice_count; i++) {
        const struct advice *advice = &brief->result->advice[i];
        size_t size = brief->body.size;
        uint32_t others;
        text_key_advice(&brief->writer->scratch, advice);
        if (advice->rule == rule && !advice->mark.suppressed && text_tell_once(brief->writer, &others)) {
            text_put_place(brief->writer, &advice->place, LEVEL_NOTE);
            text_put(brief->writer, STYLE_PLAIN, advice->message ? advice->message : advice_name(rule));
            buffer_printf(brief->writer->out, " [%s]\n", advice_name(rule));
            keep_line(brief, size);
        }
    }
}

static void put_body(struct brief *brief) {
    uint32_t lines;
    uint32_t errors = 0;
    for (uint32_t i = 0; i < brief->result->finding_count; i++) {
        errors += brief->result->findings[i].level == LEVEL_ERROR && !brief->result->findings[i].mark.suppressed;
    }
    text_put_findings(brief->writer, brief->result);
    bool has_search = brief->result->search && !brief->result->search->is_alone; /* has a line of its own */
    lines = count_lines(&brief->body) + 1 + has_search;
    brief->room = errors == 0                             ? LINES_OF_CLEAN - 1U - has_search
                  : errors == 1 && lines < LINES_OF_ERROR ? LINES_OF_ERROR - lines
                                                          : LINES_BESIDE_ERRORS;
    put_advice_of(brief, ADVICE_MISSING_BARRIER);
    put_conditions(brief);
    put_others(brief);
    put_findings_of(brief, LEVEL_WARNING);
    put_reasons(brief);
    put_findings_of(brief, LEVEL_NOTE);
    put_advice_of(brief, ADVICE_REDUNDANT_BARRIER);
}

/* ---- the headline ---- */

static void put_headline(struct brief *brief, uint32_t instances) {
    const struct kernel_result *result = brief->result;
    struct text_writer *writer = brief->writer;
    struct buffer text = {0};
    text_put_kernel(writer, result);
    if (instances > 0) {
        writer->out->size -= 2;
        buffer_printf(writer->out, " and %u other instantiation%s: ", instances, instances == 1 ? "" : "s");
    }
    if (result->search && result->search->is_alone) {
        text_put_search(writer, result);
        writer->out->size--;
    } else {
        text_put_verdicts(writer, result);
    }
    words_unchecked(result, &text);
    if (text.size > 0) {
        bool is_unchecked = result->properties[PROP_BOUNDS] == VERDICT_UNCHECKED;
        buffer_printf(writer->out, is_unchecked ? " (size unknown: %s)" : "; bounds unchecked of %s", buffer_text(&text));
    }
    buffer_clear(&text);
    words_assumptions(result->assumptions, result->assumption_count, &text);
    if (text.size > 0) {
        buffer_printf(writer->out, "; assuming %s", buffer_text(&text));
    }
    bool has_assumptions = text.size > 0;
    buffer_clear(&text);
    words_assumptions(result->elsewhere, result->elsewhere_count, &text);
    if (text.size > 0) {
        buffer_printf(writer->out, "; elsewhere assuming %s", buffer_text(&text));
    }
    buffer_add(writer->out, has_assumptions || text.size > 0 ? " (-v)" : "");
    uint32_t suppressed = suppression_count(result);
    if (suppressed > 0) {
        buffer_printf(writer->out, "; %u suppressed", suppressed);
    }
    if (brief->hidden > 0) {
        buffer_printf(writer->out, "; %u more message%s (-v)", brief->hidden, brief->hidden == 1 ? "" : "s");
    }
    buffer_char(writer->out, '\n');
    buffer_release(&text);
}

void text_put_brief(struct text_writer *writer, uint32_t index) {
    struct brief brief = {.writer = writer, .result = writer->file->kernels[index]};
    uint32_t instances = count_instances(writer, index);
    struct buffer *out = writer->out;
    if (instances == UINT32_MAX) {
        return;
    }
    writer->out = &brief.body;
    put_body(&brief);
    writer->out = out;
    if (!writer->options->quiet) {
        put_headline(&brief, instances);
    }
    buffer_add_n(out, brief.body.size > 0 ? brief.body.data : "", brief.body.size);
    if (!writer->options->quiet && brief.result->search && !brief.result->search->is_alone) {
        text_put_search(writer, brief.result);
    }
    if (!writer->options->quiet && writer->options->stats) {
        text_put_stats(writer, &brief.result->stats);
    }
    buffer_release(&brief.body);
}

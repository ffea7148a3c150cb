/* What runs of a launch were like, below their findings: counts, arrays, the replay. */
#include "report/report_simulation.h"

#include <inttypes.h>
#include <string.h>

#include "report/report_words.h"

static void put_counts(struct text_writer *writer, const struct kernel_result *result) {
    const struct simulation *s = result->simulation;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < result->finding_count; i++) {
        seen += result->findings[i].level == LEVEL_ERROR;
    }
    if (seen > 0) {
        struct buffer count = {0};
        buffer_printf(&count, "%" PRIu32 " violation%s seen", seen, seen == 1 ? "" : "s");
        text_put(writer, STYLE_ERROR, buffer_text(&count));
        buffer_release(&count);
    } else {
        bool is_whole = s->complete && result->unproved_count == 0;
        text_put(writer, is_whole ? STYLE_GOOD : STYLE_WARNING, "no violation seen");
    }
    buffer_printf(writer->out, " in %" PRIu32 " run%s of ", s->schedules, s->schedules == 1 ? "" : "s");
    words_launch(result, writer->out);
    buffer_printf(writer->out, "; %" PRIu64 " threads, %" PRIu64 " instructions, seed %" PRIu64, s->threads, s->steps, s->seed);
    if (s->schedules > 1) {
        buffer_printf(writer->out, " to %" PRIu64, s->seed + s->schedules - 1);
    }
    if (s->native_runs > 0) {
        buffer_printf(writer->out, "; native code (%" PRIu32 ")", s->native_runs);
    }
    buffer_add(writer->out, s->complete ? "\n" : "; not every thread ran to its end\n");
}

/* Of a BabyCUDA program: Definition 1 on its history. */
static void put_history(struct text_writer *writer, const struct kernel_result *result) {
    const struct simulation *s = result->simulation;
    uint32_t races = 0;
    for (uint32_t i = 0; i < result->finding_count; i++) {
        races += result->findings[i].rule == RULE_DATA_RACE || result->findings[i].rule == RULE_SAME_VALUE_WRITE;
    }
    text_put(writer,
             races > 0     ? STYLE_ERROR
             : s->complete ? STYLE_GOOD
                           : STYLE_WARNING,
             races > 0     ? "the history is racy"
             : s->complete ? "the history is DRF"
                           : "no race seen");
    buffer_printf(writer->out, "; %" PRIu32 " phase%s of %" PRIu64 " threads, %" PRIu64 " steps%s\n", s->phases, s->phases == 1 ? "" : "s",
                  s->threads, s->steps, s->complete ? "" : "; not evaluated to its end");
}

static void put_array(struct text_writer *writer, const struct simulated_array *array) {
    struct buffer text = {0};
    buffer_printf(&text, "    %s: %s[%" PRIu64 "], %" PRIu64 " changed: %s", array->name, array->type, array->elements, array->changed, array->head);
    buffer_add(&text, array->differs ? "; other schedules leave something else" : "");
    if (array->file) {
        buffer_printf(&text, "; written to %s", array->file);
    }
    text_put(writer, STYLE_PLAIN, buffer_text(&text));
    buffer_char(writer->out, '\n');
    buffer_release(&text);
}

void text_put_simulation(struct text_writer *writer, const struct kernel_result *result) {
    const struct simulation *s = result->simulation;
    if (s->phases > 0) {
        put_history(writer, result);
    } else {
        put_counts(writer, result);
    }
    for (uint32_t i = 0; i < s->array_count; i++) {
        put_array(writer, &s->arrays[i]);
    }
    if (s->replay) {
        bool is_confirmed = strcmp(s->replay, "confirmed") == 0;
        buffer_add(writer->out, "    replay: ");
        text_put(writer, is_confirmed ? STYLE_ERROR : STYLE_WARNING, is_confirmed ? "confirmed" : "not confirmed");
        buffer_add(writer->out, is_confirmed ? ": this launch shows the finding of the witness file\n"
                                             : ": this launch does not show the finding of the witness file\n");
    }
}

static uint32_t count_level(const struct kernel_result *result, enum level level) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < result->finding_count; i++) {
        count += result->findings[i].level == level;
    }
    return count;
}

static uint32_t count_unintended(const struct kernel_result *result) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < result->finding_count; i++) {
        count += result->findings[i].level == LEVEL_WARNING && !result->findings[i].excused;
    }
    return count;
}

static void put_found(struct text_writer *writer, const struct kernel_result *result) {
    uint32_t errors = count_level(result, LEVEL_ERROR), warnings = count_unintended(result);
    struct buffer text = {0};
    if (errors > 0) {
        buffer_printf(&text, "%" PRIu32 " violation%s found", errors, errors == 1 ? "" : "s");
        text_put(writer, STYLE_ERROR, buffer_text(&text));
    } else {
        text_put(writer, warnings > 0 || result->unproved_count > 0 ? STYLE_WARNING : STYLE_GOOD, "no violation found");
    }
    if (warnings > 0) {
        buffer_printf(writer->out, ", %" PRIu32 " only in launches that look unintended", warnings);
    }
    buffer_release(&text);
}

void text_put_search(struct text_writer *writer, const struct kernel_result *result) {
    const struct search_summary *s = result->search;
    if (s->is_alone) {
        put_found(writer, result);
        buffer_add(writer->out, ";");
    } else {
        buffer_add(writer->out, "    searched:");
    }
    buffer_printf(writer->out, " %" PRIu32 " run%s, %" PRIu32 " generation%s, %" PRIu64 " instructions, seed %" PRIu64, s->runs,
                  s->runs == 1 ? "" : "s", s->generations, s->generations == 1 ? "" : "s", s->steps, s->seed);
    if (s->native_runs > 0) {
        buffer_printf(writer->out, "; native code (%" PRIu32 ")", s->native_runs);
    }
    if (s->discarded > 0) {
        buffer_printf(writer->out, "; %" PRIu32 " run%s show nothing, the first because of %s", s->discarded, s->discarded == 1 ? "" : "s",
                      s->obstacle);
    }
    if (s->is_alone && s->removable_count > 0) {
        buffer_printf(writer->out, "; without %" PRIu32 " barrier%s no conflict was seen", s->removable_count, s->removable_count == 1 ? "" : "s");
    }
    buffer_char(writer->out, '\n');
}

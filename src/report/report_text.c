/* The text report, in clang's style: "file:line:col: level: message [rule]",
   the source line with carets, notes for the other access, the call sites, the
   witness and what limits it. Then one line per kernel and one per run.

   Findings, advice and reasons at the same places in several kernels of a file
   (instantiations of one template, usually) are told once, with the number of
   the other kernels. */
#include "report/report.h"

#include <string.h>

#include "protocol/protocol.h"
#include "report/report_findings.h"
#include "report/report_simulation.h"
#include "report/report_words.h"
#include "report/text_writer.h"

enum { MOST_PER_REASON = 8 };

/* Reasons. */

static enum reason_kind find_reason(const char *name) {
    unsigned r = 0;
    while (r < REASON_COUNT && strcmp(reason_name((enum reason_kind)r), name) != 0) {
        r++;
    }
    return (enum reason_kind)r;
}

/* Details of these are parts of sentences, of the others whole ones. */
static bool needs_help(enum reason_kind reason) {
    return reason == REASON_UNSUPPORTED || reason == REASON_BARRIER_KIND ||
           reason == REASON_TIMEOUT || reason == REASON_INTERNAL_ERROR;
}

/* Its finding says it already. */
static bool told_by_finding(const struct kernel_result *result, const struct unproved *unproved) {
    bool is_of_finding = strcmp(unproved->reason, reason_name(REASON_NOT_REPLAYED)) == 0 ||
                         strcmp(unproved->reason, reason_name(REASON_NEEDS_PRECONDITION)) == 0;
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
    return text_is_same(a->reason, b->reason) && text_is_same(a->detail, b->detail) &&
           place_is_same(&a->place, &b->place);
}

/* "race, bounds": the properties of all reasons like number `first`; empty if an earlier one
   is like it. */
static void add_properties(const struct kernel_result *result, uint32_t first, struct buffer *out) {
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

static void add_reason(const struct unproved *unproved, struct buffer *out) {
    enum reason_kind reason = find_reason(unproved->reason);
    bool has_detail = unproved->detail && unproved->detail[0];
    bool is_known = reason < REASON_COUNT;
    if (is_known && (!has_detail || needs_help(reason))) {
        buffer_printf(out, "%s%s", reason_help(reason), has_detail ? ": " : "");
    }
    buffer_add(out, has_detail ? unproved->detail : is_known ? "" : unproved->reason);
}

/* "race, bounds" -> "race, bounds not proved: "; a run has no properties to prove. */
static void add_consequence(const struct text_writer *writer, struct buffer *text) {
    if (writer->is_run) {
        buffer_clear(text);
    }
    buffer_add(text, writer->is_run ? "the run is not conclusive: " : " not proved: ");
}

static void put_reason(struct text_writer *writer, const struct kernel_result *result,
                       uint32_t index) {
    const struct unproved *unproved = &result->unproved[index];
    uint32_t others;
    struct buffer text = {0};
    add_properties(result, index, &text);
    text_key_unproved(&writer->scratch, unproved);
    if (text.size > 0 && text_tell_once(writer, &others)) {
        add_consequence(writer, &text);
        add_reason(unproved, &text);
        text_put_place(writer, &unproved->place, LEVEL_WARNING);
        text_put(writer, STYLE_BOLD, buffer_text(&text));
        buffer_printf(writer->out, " [%s]\n", unproved->reason);
        text_put_excerpt(writer, &unproved->place, &unproved->place.column, 1);
        text_put_others(writer, &unproved->place, others, 1);
    }
    buffer_release(&text);
}

/* At most MOST_PER_REASON messages of one reason; the rest is counted. */
static void put_reasons(struct text_writer *writer, const struct kernel_result *result) {
    struct string_map counts;
    string_map_init(&counts);
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *unproved = &result->unproved[i];
        if (told_by_finding(result, unproved) || !has_own_place(result, unproved)) {
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
            buffer_printf(&text, "%u more places in %s [%s]; --format=json lists them",
                          count - MOST_PER_REASON, result->display, name);
            text_put_note(writer, &kernel, buffer_text(&text));
            buffer_release(&text);
        }
    }
    string_map_release(&counts);
}

static void put_advice(struct text_writer *writer, const struct advice *advice) {
    uint32_t others;
    text_key_advice(&writer->scratch, advice);
    if (!text_tell_once(writer, &others)) {
        return;
    }
    text_put_place(writer, &advice->place, LEVEL_NOTE);
    text_put(writer, STYLE_BOLD, advice->message ? advice->message : advice_name(advice->rule));
    buffer_printf(writer->out, " [%s]\n", advice_name(advice->rule));
    text_put_excerpt(writer, &advice->place, &advice->place.column, 1);
    text_put_others(writer, &advice->place, others, 1);
}

/* The summary of a kernel. */

static enum style style_of_verdict(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_PROVED:
        return STYLE_GOOD;
    case VERDICT_REFUTED:
        return STYLE_ERROR;
    case VERDICT_UNPROVED:
        return STYLE_WARNING;
    case VERDICT_UNCHECKED:
    case VERDICT_COUNT:
        break;
    }
    return STYLE_BOLD;
}

/* "proved for every launch: race, assert; unchecked: bounds" */
static void put_verdicts(struct text_writer *writer, const struct kernel_result *result) {
    static const enum verdict order[] = {VERDICT_REFUTED, VERDICT_UNPROVED, VERDICT_PROVED,
                                         VERDICT_UNCHECKED};
    const char *separator = "";
    for (size_t v = 0; v < sizeof order / sizeof *order; v++) {
        uint32_t count = 0;
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            if (result->properties[p] != order[v]) {
                continue;
            }
            if (count++ == 0) {
                buffer_add(writer->out, separator);
                text_put(writer, style_of_verdict(order[v]), verdict_name(order[v]));
                if (order[v] == VERDICT_PROVED) {
                    buffer_add(writer->out, " for ");
                    words_launch(result, writer->out);
                }
                buffer_add(writer->out, ": ");
            } else {
                buffer_add(writer->out, ", ");
            }
            buffer_add(writer->out, property_name(p));
        }
        separator = count > 0 ? "; " : separator;
    }
    buffer_char(writer->out, '\n');
}

static void put_detail(struct text_writer *writer, const struct buffer *text) {
    if (text->size > 0) {
        buffer_add(writer->out, "    ");
        text_put(writer, STYLE_PLAIN, buffer_text(text));
        buffer_char(writer->out, '\n');
    }
}

static void put_assumptions(struct text_writer *writer, const struct kernel_result *result) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < result->assumption_count; i++) {
        buffer_printf(&text, "%s%s", i > 0 ? "; " : "assuming: ", result->assumptions[i].text);
    }
    put_detail(writer, &text);
    buffer_clear(&text);
    for (uint32_t i = 0; i < result->unchecked_count; i++) {
        buffer_printf(&text, "%s%s",
                      i > 0 ? ", " : "bounds not checked, size unknown: ", result->unchecked[i]);
    }
    put_detail(writer, &text);
    buffer_release(&text);
}

static void put_kernel_reasons(struct text_writer *writer, const struct kernel_result *result) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *unproved = &result->unproved[i];
        if (told_by_finding(result, unproved) || has_own_place(result, unproved)) {
            continue;
        }
        buffer_clear(&text);
        add_properties(result, i, &text);
        if (text.size > 0) {
            add_consequence(writer, &text);
            add_reason(unproved, &text);
            buffer_printf(&text, " [%s]", unproved->reason);
            put_detail(writer, &text);
        }
    }
    buffer_release(&text);
}

static void put_stats(struct text_writer *writer, const struct kernel_stats *stats) {
    struct buffer text = {0};
    buffer_printf(&text, "%.3f s", stats->seconds);
#define TIME(name) buffer_printf(&text, ", " #name " %.3f", stats->name);
#define STAT(name) buffer_printf(&text, ", " #name " %llu", (unsigned long long)stats->name);
#include "report/stats.def"
#undef STAT
    for (char *c = text.data; *c; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    put_detail(writer, &text);
    buffer_release(&text);
}

/* "race-free if ...": under it nothing of the property is left to prove. */
static void put_sufficient(struct text_writer *writer, const struct kernel_result *result) {
    static const char *const words[PROP_COUNT] = {"race-free", "free of barrier divergence", "in bounds", "assertions hold"};
    struct buffer text = {0};
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (result->sufficient[p]) {
            buffer_printf(&text, "%s if %s", words[p], result->sufficient[p]);
            put_detail(writer, &text);
            buffer_clear(&text);
        }
    }
    buffer_release(&text);
}

static void put_summary(struct text_writer *writer, const struct kernel_result *result) {
    struct buffer place = {0};
    buffer_printf(&place, "%s:%u: ", result->file ? result->file : writer->file->path,
                  result->line);
    text_put(writer, STYLE_PLACE, buffer_text(&place));
    text_put(writer, STYLE_PLAIN, result->display);
    buffer_add(writer->out, ": ");
    if (result->simulation) {
        text_put_simulation(writer, result);
    } else if (result->search && result->search->is_alone) {
        text_put_search(writer, result);
    } else {
        put_verdicts(writer, result);
        put_sufficient(writer, result);
        if (result->search) {
            text_put_search(writer, result);
        }
    }
    put_assumptions(writer, result);
    put_kernel_reasons(writer, result);
    if (writer->options->stats) {
        put_stats(writer, &result->stats);
    }
    buffer_release(&place);
}

static void put_part(struct text_writer *writer, const struct contract_part *part) {
    struct buffer text = {0};
    buffer_printf(&text, "without %s: ", part->condition);
    if (part->shown) {
        const struct source_place *place = &part->shown->accesses[0].place;
        buffer_printf(&text, "%s:%u: %s, ", place->file, place->line, part->shown->message);
        words_witness(part->shown, &text);
        buffer_add(&text, " (replayed)");
    } else {
        buffer_add(&text, "not proved, and no violation was shown");
    }
    put_detail(writer, &text);
    buffer_release(&text);
}

/* For which launches the properties asked for hold. */
static void put_contract(struct text_writer *writer, const struct kernel_result *result) {
    const struct contract *contract = result->contract;
    struct buffer text = {0};
    buffer_printf(&text, "%s:%u: ", result->file ? result->file : writer->file->path, result->line);
    text_put(writer, STYLE_PLACE, buffer_text(&text));
    text_put(writer, STYLE_PLAIN, result->display);
    if (contract->condition) {
        buffer_printf(writer->out, ": %s\n", contract->condition);
    } else {
        buffer_add(writer->out, ": no condition was found; ");
        put_verdicts(writer, result);
    }
    if (contract->has_example) {
        buffer_clear(&text);
        buffer_add(&text, "satisfied ");
        words_arguments(&contract->example, &text);
        put_detail(writer, &text);
    }
    for (uint32_t i = 0; i < contract->part_count; i++) {
        put_part(writer, &contract->parts[i]);
    }
    put_assumptions(writer, result);
    buffer_release(&text);
}

static void put_kernel(struct text_writer *writer, const struct kernel_result *result) {
    if (result->contract) {
        put_contract(writer, result);
        return;
    }
    writer->is_run = result->simulation || (result->search && result->search->is_alone);
    text_put_findings(writer, result);
    put_reasons(writer, result);
    for (uint32_t i = 0; i < result->advice_count; i++) {
        put_advice(writer, &result->advice[i]);
    }
    if (!writer->options->quiet) {
        put_summary(writer, result);
    }
}

static void add_count(uint32_t count, const char *singular, const char *plural,
                      struct buffer *out) {
    buffer_printf(out, "%u %s", count, count == 1 ? singular : plural);
}

void report_text_system_headers(const struct file_result *file, const struct report_options *options, struct buffer *out) {
    enum { NAMED_MOST = 4 };
    struct text_writer writer = {.out = out, .file = file, .options = options};
    struct buffer text = {0};
    uint32_t kernels = 0;
    for (uint32_t i = 0; i < file->system_header_count; i++) {
        kernels += file->system_headers[i].kernel_count;
    }
    if (kernels == 0) {
        return;
    }
    add_count(kernels, "kernel that a system header defines is", "kernels that system headers define are", &text);
    buffer_add(&text, " not analysed: ");
    for (uint32_t i = 0; i < file->system_header_count && i < NAMED_MOST; i++) {
        buffer_printf(&text, "%s%u of %s", i > 0 ? ", " : "", file->system_headers[i].kernel_count, file->system_headers[i].file);
    }
    if (file->system_header_count > NAMED_MOST) {
        buffer_add(&text, ", others of ");
        add_count(file->system_header_count - NAMED_MOST, "other header", "other headers", &text);
    }
    buffer_printf(&text, "; --system-headers analyses %s too", kernels == 1 ? "it" : "them");
    text_put_note(&writer, &(struct source_place){.file = file->path}, buffer_text(&text));
    buffer_release(&text);
    buffer_release(&writer.scratch);
}

void report_text_file(const struct file_result *file, const struct report_options *options,
                      struct buffer *out) {
    struct text_writer writer = {.out = out, .file = file, .options = options};
    struct source_place top = {.file = file->path};
    source_cache_init(&writer.sources);
    if (strcmp(file->status, "no-kernels") == 0) {
        text_put_note(&writer, &top, file->error ? file->error : "no kernels in this file");
    }
    report_text_system_headers(file, options, out);
    if (file->templates) {
        struct buffer text = {0};
        buffer_printf(&text, "kernel templates without an instance are not analysed: %s", file->templates);
        text_put_note(&writer, &top, buffer_text(&text));
        buffer_release(&text);
    }
    if (file->headers && strcmp(file->headers, "bundled") != 0) {
        struct buffer text = {0};
        buffer_printf(&text, "compiled with the headers of %s", file->headers);
        text_put_note(&writer, &top, buffer_text(&text));
        buffer_release(&text);
    }
    text_count_messages(&writer);
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        put_kernel(&writer, file->kernels[k]);
    }
    string_map_release(&writer.kernels_of);
    string_map_release(&writer.told);
    buffer_release(&writer.scratch);
    source_cache_release(&writer.sources);
}

void report_text_summary(const struct report_summary *summary, const struct report_options *options,
                         struct buffer *out) {
    static const enum verdict order[] = {VERDICT_REFUTED, VERDICT_UNPROVED, VERDICT_PROVED,
                                         VERDICT_UNCHECKED};
    add_count(summary->kernels, "kernel", "kernels", out);
    buffer_add(out, " in ");
    add_count(summary->files, "file", "files", out);
    const char *separator = ": ";
    for (size_t v = 0; v < sizeof order / sizeof *order; v++) {
        if (summary->verdicts[order[v]] > 0) {
            buffer_printf(out, "%s%u ", separator, summary->verdicts[order[v]]);
            text_add_styled(options, style_of_verdict(order[v]), verdict_name(order[v]), out);
            separator = ", ";
        }
    }
    if (summary->failed_files > 0) {
        buffer_add(out, "; ");
        add_count(summary->failed_files, "file", "files", out);
        buffer_add(out, " could not be analysed");
    }
    if (summary->partial_files > 0) {
        buffer_add(out, "; ");
        add_count(summary->partial_files, "file", "files", out);
        buffer_add(out, " analysed in part");
    }
    buffer_char(out, '\n');
}

void report_text_omissions(const struct file_result *file, const struct report_options *options,
                           struct buffer *out) {
    struct text_writer writer = {.out = out, .file = file, .options = options};
    const struct file_omission *host = NULL;
    uint32_t host_count = 0;
    for (uint32_t i = 0; i < file->omission_count; i++) {
        const struct file_omission *omission = &file->omissions[i];
        const struct source_place place = {.file = omission->file, .line = omission->line};
        if (strcmp(omission->kind, "host-code") == 0) {
            host = host ? host : omission;
            host_count++;
            continue;
        }
        bool is_header = strcmp(omission->kind, "header") == 0;
        text_put_place(&writer, &place, is_header ? LEVEL_WARNING : LEVEL_ERROR);
        buffer_printf(out, is_header ? "'%s' is not found; analysed without it\n" : "this device code, and every kernel that needs it, is left out: %s\n",
                      omission->message);
    }
    if (host) {
        text_put_place(&writer, &(struct source_place){.file = host->file, .line = host->line}, LEVEL_WARNING);
        buffer_printf(out, "host code that does not compile is left out here%s: %s; kernel templates that only it instantiates are not analysed\n",
                      host_count > 1 ? " and below" : "", host->message);
    }
    buffer_release(&writer.scratch);
    source_cache_release(&writer.sources);
}

void report_text_error(const struct file_result *file, const struct report_options *options,
                       struct buffer *out) {
    const char *message = file->error ? file->error : file->status;
    size_t length = strlen(message), path_length = strlen(file->path);
    if (!strstr(message, "error:")) {
        bool has_path = strncmp(message, file->path, path_length) == 0 &&
                        strncmp(message + path_length, ": ", 2) == 0;
        message += has_path ? path_length + 2 : 0;
        length = strlen(message);
        text_add_styled(options, STYLE_PLACE, file->path, out);
        buffer_add(out, ": ");
        text_add_styled(options, STYLE_ERROR, "error: ", out);
    }
    buffer_add(out, message);
    if (length == 0 || message[length - 1] != '\n') {
        buffer_char(out, '\n');
    }
}

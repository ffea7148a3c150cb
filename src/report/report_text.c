/* The text report, in clang's style. Each kernel begins with its headline, "file:line: kernel: verdicts".
   By default its errors follow with their stories and little else (report_brief.c); with -v everything:
   what the verdicts rest on, then "file:line:col: level: message [rule]" for each finding, reason and piece of
   advice, with the source line, the other access, the call sites, the witness and what limits it.

   Findings, advice and reasons at the same places in several kernels of a file
   (instantiations of one template, usually) are told once, with the number of
   the other kernels. */
#include "finding/dialect.h"
#include "report/report.h"

#include <string.h>

#include "protocol/protocol.h"
#include "report/report_brief.h"
#include "report/report_findings.h"
#include "report/report_kernel.h"
#include "report/report_reasons.h"
#include "report/report_simulation.h"
#include "report/report_words.h"
#include "report/text_writer.h"

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

/* What a verdict rests on, one assumption a line, and what was not checked. */
static void put_assumptions(struct text_writer *writer, const struct kernel_result *result) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < result->assumption_count; i++) {
        buffer_clear(&text);
        buffer_printf(&text, "assuming %s", result->assumptions[i].text);
        text_put_detail(writer, &text);
    }
    for (uint32_t i = 0; i < result->elsewhere_count; i++) {
        buffer_clear(&text);
        buffer_printf(&text, "in other launches assuming %s", result->elsewhere[i].text);
        text_put_detail(writer, &text);
    }
    buffer_clear(&text);
    for (uint32_t i = 0; i < result->unchecked_count; i++) {
        buffer_printf(&text, "%s%s", i > 0 ? ", " : "bounds not checked, size unknown: ", result->unchecked[i]);
    }
    if (result->unchecked_count > 0 && !strpbrk(result->unchecked[0], "[?")) { /* else behind pointers in memory */
        buffer_printf(&text, "; --extent '%s=COUNT' states it", result->unchecked[0]);
    }
    text_put_detail(writer, &text);
    buffer_release(&text);
}

/* What holds where the program launches the kernel. */
static void put_sites(struct text_writer *writer, const struct kernel_result *result) {
    if (result->launch_note) {
        struct buffer text = {0};
        buffer_printf(&text, "judged for every launch: %s", result->launch_note);
        text_put_detail(writer, &text);
        buffer_release(&text);
    }
    for (uint32_t i = 0; i < result->site_count; i++) {
        const struct result_site *site = &result->sites[i];
        struct buffer text = {0};
        buffer_printf(&text, "launched at %s", site->file);
        if (site->line > 0) {
            buffer_printf(&text, ":%u", site->line);
        }
        for (uint32_t f = 0; f < site->fact_count; f++) {
            buffer_printf(&text, "%s%s", f == 0 ? ": " : "; ", site->facts[f]);
        }
        text_put_detail(writer, &text);
        buffer_release(&text);
    }
}

/* "file:line: kernel: verdicts", and below what they rest on. */
static void put_summary(struct text_writer *writer, const struct kernel_result *result) {
    struct buffer text = {0};
    text_put_kernel(writer, result);
    if (result->simulation) {
        text_put_simulation(writer, result);
    } else if (result->search && result->search->is_alone) {
        text_put_search(writer, result);
    } else {
        text_put_verdicts(writer, result);
        buffer_char(writer->out, '\n');
        words_conditions(result, &text);
        text_put_detail(writer, &text);
        buffer_clear(&text);
        words_others(result, &text);
        text_put_detail(writer, &text);
        put_sites(writer, result);
        if (result->search) {
            text_put_search(writer, result);
        }
    }
    put_assumptions(writer, result);
    text_put_kernel_reasons(writer, result);
    if (writer->options->stats) {
        text_put_stats(writer, &result->stats);
    }
    buffer_release(&text);
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
    text_put_detail(writer, &text);
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
        text_put_verdicts(writer, result);
        buffer_char(writer->out, '\n');
    }
    if (contract->has_example) {
        buffer_clear(&text);
        buffer_add(&text, "satisfied ");
        words_arguments(&contract->example, &text);
        text_put_detail(writer, &text);
    }
    for (uint32_t i = 0; i < contract->part_count; i++) {
        put_part(writer, &contract->parts[i]);
    }
    put_assumptions(writer, result);
    buffer_release(&text);
}

/* Where a BabyCUDA program is not well typed. */
static void put_typing(struct text_writer *writer, const struct kernel_result *result) {
    for (uint32_t i = 0; i < result->typing_count; i++) {
        struct buffer text = {0};
        buffer_printf(&text, "not well typed: %s", result->typing[i].message);
        text_put_note(writer, &result->typing[i].place, buffer_text(&text));
        text_put_excerpt(writer, &result->typing[i].place, &result->typing[i].place.column, 1);
        buffer_release(&text);
    }
}

static void put_result(struct text_writer *writer, uint32_t index) {
    const struct kernel_result *result = writer->file->kernels[index];
    if (result->contract) {
        put_contract(writer, result);
        return;
    }
    writer->is_run = result->simulation || (result->search && result->search->is_alone);
    if (!result->simulation && !writer->options->verbose) {
        writer->is_brief = true;
        text_put_brief(writer, index);
        put_typing(writer, result);
        return;
    }
    if (!writer->options->quiet) {
        put_summary(writer, result);
    }
    put_typing(writer, result);
    text_put_findings(writer, result);
    text_put_reasons(writer, result);
    for (uint32_t i = 0; i < result->advice_count; i++) {
        put_advice(writer, &result->advice[i]);
    }
}

static void put_kernel(struct text_writer *writer, uint32_t index) {
    size_t start = writer->out->size;
    put_result(writer, index);
    if (writer->file->kernels[index]->language == LANGUAGE_OPENCL) {
        dialect_buffer(writer->out, start);
    }
}

static void add_count(uint32_t count, const char *singular, const char *plural, struct buffer *out) {
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

void report_text_file(const struct file_result *file, const struct report_options *options, struct buffer *out) {
    struct text_writer writer = {.out = out, .file = file, .options = options};
    struct source_place top = {.file = file->path};
    source_cache_init(&writer.sources);
    if (strcmp(file->status, "no-kernels") == 0) {
        text_put_note(&writer, &top, file->error ? file->error : "no kernels in this file");
    }
    report_text_system_headers(file, options, out);
    if (file->templates) {
        struct buffer text = {0};
        buffer_printf(&text, "kernel templates without an instance are not analysed: %s; --instantiate 'NAME<ARGUMENTS>' makes one", file->templates);
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
        put_kernel(&writer, k);
    }
    string_map_release(&writer.kernels_of);
    string_map_release(&writer.told);
    buffer_release(&writer.scratch);
    source_cache_release(&writer.sources);
}

void report_text_summary(const struct report_summary *summary, const struct report_options *options, struct buffer *out) {
    static const enum verdict order[] = {VERDICT_REFUTED, VERDICT_UNPROVED, VERDICT_PROVED, VERDICT_UNCHECKED};
    add_count(summary->kernels, "kernel", "kernels", out);
    buffer_add(out, " in ");
    add_count(summary->files, "file", "files", out);
    const char *separator = ": ";
    for (size_t v = 0; v < sizeof order / sizeof *order; v++) {
        if (summary->verdicts[order[v]] > 0) {
            buffer_printf(out, "%s%u ", separator, summary->verdicts[order[v]]);
            text_add_styled(options, text_style_of_verdict(order[v]), verdict_name(order[v]), out);
            separator = ", ";
        }
    }
    if (summary->suppressed_kernels > 0) {
        buffer_printf(out, "%s%u suppressed", separator, summary->suppressed_kernels);
    }
    if (summary->suppressed > 0) {
        buffer_add(out, "; ");
        add_count(summary->suppressed, "message", "messages", out);
        buffer_add(out, " suppressed");
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

void report_text_omissions(const struct file_result *file, const struct report_options *options, struct buffer *out) {
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
        buffer_printf(out,
                      is_header ? "'%s' is not found; analysed without it\n" : "this device code, and every kernel that needs it, is left out: %s\n",
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

void report_text_error(const struct file_result *file, const struct report_options *options, struct buffer *out) {
    const char *message = file->error ? file->error : file->status;
    size_t length = strlen(message), path_length = strlen(file->path);
    if (!strstr(message, "error:")) {
        bool has_path = strncmp(message, file->path, path_length) == 0 && strncmp(message + path_length, ": ", 2) == 0;
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

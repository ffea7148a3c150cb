/* JUnit XML: a suite for each file, a case for each kernel and property asked for. Refuted is a failure, unproved an
   error, unchecked and suppressed are skipped. */
#include <string.h>

#include "report/messages.h"
#include "report/report.h"
#include "report/report_kernel.h"
#include "report/suppression.h"
#include "report/unicode.h"

/* Text or the value of an attribute; characters that XML 1.0 has no place for become U+FFFD. */
static void add_xml(struct buffer *out, const char *text) {
    struct buffer clean = {0};
    utf8_add(&clean, text ? text : "");
    for (const char *c = buffer_text(&clean); *c; c++) {
        const char *entity = *c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : *c == '"' ? "&quot;" : *c == '\n' ? "&#10;" : NULL;
        bool is_control = (unsigned char)*c < 0x20 && *c != '\t' && *c != '\n';
        if (entity) {
            buffer_add(out, entity);
        } else if (is_control) {
            buffer_add(out, "\xEF\xBF\xBD");
        } else {
            buffer_char(out, *c);
        }
    }
    buffer_release(&clean);
}

static void add_attribute(struct buffer *out, const char *name, const char *text) {
    buffer_printf(out, " %s=\"", name);
    add_xml(out, text);
    buffer_char(out, '"');
}

struct counts {
    uint32_t tests, failures, errors, skipped;
};

static void add_element(struct buffer *out, const char *element, const char *type, const char *message, const char *text) {
    buffer_printf(out, "      <%s", element);
    add_attribute(out, "type", type);
    add_attribute(out, "message", message);
    buffer_char(out, '>');
    add_xml(out, text);
    buffer_printf(out, "</%s>\n", element);
}

static unsigned property_of(const struct message *message) {
    return message->finding ? words_property_of(message->finding->rule) : message->unproved ? message->unproved->property : PROP_COUNT;
}

/* The lines of a kernel's messages about the property, and the first of them. */
static const struct message *add_messages(const struct message_list *list, const struct kernel_result *kernel, unsigned property,
                                          struct buffer *out) {
    const struct message *first = NULL;
    for (uint32_t i = 0; i < list->items.size; i++) {
        const struct message *message = &list->items.data[i];
        if (message->kernel != kernel || property_of(message) != property || message->level == LEVEL_NOTE) {
            continue;
        }
        first = first ? first : message;
        buffer_printf(out, "%s:%u:%u: %s: %s [%s]\n", message->place.file ? message->place.file : "", message->place.line, message->place.column,
                      level_name(message->level), message->text, message->rule);
    }
    return first;
}

static void add_case(struct buffer *out, const struct file_result *file, const struct kernel_result *kernel, unsigned property,
                     struct counts *counts) {
    struct arena arena = {0};
    struct buffer name = {0}, text = {0};
    struct message_list list = {0};
    struct file_result alone = *file;
    struct kernel_result *kernels[1] = {(struct kernel_result *)kernel};
    enum verdict verdict = kernel->properties[property];
    bool is_suppressed = suppression_verdict(kernel, property) != verdict;
    alone.kernels = kernels;
    alone.kernel_count = 1;
    buffer_printf(&name, "%s: %s", kernel->display, property_name(property));
    buffer_add(out, "    <testcase");
    add_attribute(out, "name", buffer_text(&name));
    add_attribute(out, "classname", file->path);
    add_attribute(out, "file", kernel->file ? kernel->file : file->path);
    buffer_printf(out, " line=\"%u\"", kernel->line);
    counts->tests++;
    messages_collect(&arena, &alone, &list);
    const struct message *first = add_messages(&list, kernel, property, &text);
    if (verdict == VERDICT_PROVED) {
        buffer_add(out, "/>\n");
    } else if (verdict == VERDICT_UNCHECKED || is_suppressed) {
        counts->skipped++;
        buffer_add(out, ">\n      <skipped");
        add_attribute(out, "message", is_suppressed ? "suppressed" : "unchecked");
        buffer_add(out, "/>\n    </testcase>\n");
    } else {
        bool is_refuted = verdict == VERDICT_REFUTED;
        counts->failures += is_refuted;
        counts->errors += !is_refuted;
        buffer_add(out, ">\n");
        add_element(out, is_refuted ? "failure" : "error", first ? first->rule : "unproved", first ? first->text : verdict_name(verdict),
                    buffer_text(&text));
        buffer_add(out, "    </testcase>\n");
    }
    messages_release(&list);
    buffer_release(&name);
    buffer_release(&text);
    arena_release(&arena);
}

static void add_suite(struct buffer *out, const struct file_result *file, struct counts *all) {
    struct counts counts = {0};
    struct buffer cases = {0};
    if (!report_file_is_ok(file)) {
        counts.tests = counts.errors = 1;
        buffer_add(&cases, "    <testcase name=\"analysis\"");
        add_attribute(&cases, "classname", file->path);
        buffer_add(&cases, ">\n");
        add_element(&cases, "error", file->status, "the file could not be analysed", file->error ? file->error : file->status);
        buffer_add(&cases, "    </testcase>\n");
    }
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            add_case(&cases, file, file->kernels[k], p, &counts);
        }
    }
    buffer_add(out, "  <testsuite");
    add_attribute(out, "name", file->path);
    buffer_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n%s  </testsuite>\n", counts.tests, counts.failures,
                  counts.errors, counts.skipped, buffer_text(&cases));
    all->tests += counts.tests;
    all->failures += counts.failures;
    all->errors += counts.errors;
    all->skipped += counts.skipped;
    buffer_release(&cases);
}

void report_junit(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out) {
    struct counts all = {0};
    struct buffer suites = {0};
    (void)options;
    for (uint32_t i = 0; i < count; i++) {
        add_suite(&suites, files[i], &all);
    }
    buffer_printf(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warpproof\" tests=\"%u\" failures=\"%u\" errors=\"%u\" "
                  "skipped=\"%u\">\n%s</testsuites>\n",
                  all.tests, all.failures, all.errors, all.skipped, buffer_text(&suites));
    buffer_release(&suites);
}

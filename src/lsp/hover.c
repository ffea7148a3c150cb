/* Hover: what is proved of the kernels of a name. */
#include <string.h>

#include "lsp/outcome.h"
#include "lsp/place.h"
#include "lsp/source.h"
#include "report/json_tree.h"
#include "report/report_kernel.h"

/* In Markdown the text stands between backquotes, which it has none of. */
static void add_code(struct buffer *out, const char *text) {
    buffer_char(out, '`');
    for (; *text; text++) {
        buffer_char(out, *text == '`' || (unsigned char)*text < 0x20 ? ' ' : *text);
    }
    buffer_char(out, '`');
}

static void add_line(struct buffer *out, const char *words, const struct buffer *text) {
    if (text->size > 0) {
        buffer_printf(out, "- %s", words);
        add_code(out, buffer_text(text));
        buffer_char(out, '\n');
    }
}

static void add_kernel(const struct file_result *file, const struct kernel_result *kernel, struct buffer *out) {
    struct report_options how = {0};
    struct buffer text = {0};
    struct text_writer writer = {.out = &text, .file = file, .options = &how};
    buffer_add(out, out->size > 0 ? "\n" : "");
    add_code(out, kernel->display);
    buffer_printf(out, " **%s**\n\n", verdict_name(kernel->verdict));
    text_put_verdicts(&writer, kernel);
    add_line(out, "", &text);
    buffer_clear(&text);
    words_conditions(kernel, &text);
    add_line(out, "contract: ", &text);
    for (uint32_t i = 0; i < kernel->assumption_count; i++) {
        buffer_clear(&text);
        buffer_add(&text, kernel->assumptions[i].text ? kernel->assumptions[i].text : "");
        add_line(out, kernel->assumptions[i].kind == ASSUMPTION_REQUIRED ? "" : "assuming ", &text);
    }
    buffer_clear(&text);
    words_unchecked(kernel, &text);
    add_line(out, "bounds unchecked of ", &text);
    buffer_release(&text);
}

json_t *outcome_hover(const struct outcome *outcome, const char *text, size_t offset) {
    size_t start, end;
    struct arena arena = {0};
    struct buffer words = {0};
    json_t *hover = json_null();
    bool is_word = source_word(text, offset, &start, &end);
    for (uint32_t k = 0; is_word && k < outcome->file.kernel_count; k++) {
        const char *name = outcome_kernel_name(&arena, outcome->file.kernels[k]);
        if (strlen(name) == end - start && strncmp(name, text + start, end - start) == 0) {
            add_kernel(&outcome->file, outcome->file.kernels[k], &words);
        }
    }
    if (words.size > 0) {
        json_t *contents = json_object();
        if (strcmp(text, outcome->text) != 0) {
            buffer_add(&words, "\nOf the file as it was saved.\n");
        }
        tree_set_string(contents, "kind", "markdown");
        tree_set_string(contents, "value", buffer_text(&words));
        hover = json_object();
        tree_set(hover, "contents", contents);
        tree_set(hover, "range", place_range(text, start, end));
    }
    buffer_release(&words);
    arena_release(&arena);
    return hover;
}

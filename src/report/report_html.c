/* The HTML report: one file with the data of the JSON report, the sources that it speaks of, and a page that shows them.
   It loads nothing. The page's style and script stand in src/report/html; the build makes html_page.h of them. */
#include <string.h>

#include "report/excerpt.h"
#include "report/html_page.h"
#include "report/json_tree.h"
#include "report/report.h"

enum { LARGEST_SOURCE_BYTES = 1 << 20, ALL_SOURCES_BYTES = 24 << 20 };

/* JSON inside a script element: no '<' can end it. */
static void add_json(struct buffer *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<') {
            buffer_add(out, "\\u003c");
        } else {
            buffer_char(out, *text);
        }
    }
}

struct sources {
    json_t *tree;
    struct source_cache cache;
    size_t bytes;
};

static void add_source(struct sources *sources, const char *path) {
    const char *text;
    size_t size;
    if (!path || !source_text(&sources->cache, path, &text, &size) || size > LARGEST_SOURCE_BYTES || sources->bytes + size > ALL_SOURCES_BYTES) {
        return;
    }
    json_t *key = tree_string(path);
    if (!json_object_get(sources->tree, json_string_value(key))) {
        tree_set(sources->tree, json_string_value(key), tree_string(text));
        sources->bytes += size;
    }
    json_decref(key);
}

static void add_sources_of(struct sources *sources, const struct kernel_result *kernel) {
    add_source(sources, kernel->file);
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        for (uint32_t a = 0; a < kernel->findings[i].access_count; a++) {
            add_source(sources, kernel->findings[i].accesses[a].place.file);
        }
    }
}

void report_html(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out) {
    struct sources sources = {.tree = json_object()};
    struct buffer json = {0};
    source_cache_init(&sources.cache);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < files[i]->kernel_count; k++) {
            add_sources_of(&sources, files[i]->kernels[k]);
        }
    }
    report_json(files, count, options, &json);
    buffer_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>warpproof</title>\n"
                    "<meta name=\"viewport\" content=\"width=device-width\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src "
                    "'unsafe-inline'; img-src data:\">\n"
                    "<link rel=\"icon\" href=\"data:,\">\n<style>\n");
    buffer_add_n(out, (const char *)html_css, sizeof html_css);
    buffer_add(out, "</style>\n</head>\n<body>\n<header><h1>warpproof</h1><input id=\"filter\" type=\"search\" placeholder=\"filter ( / )\" "
                    "aria-label=\"filter\">"
                    "<button id=\"theme\" aria-label=\"light or dark\">&#9680;</button><span class=\"dim\">j k: next, previous</span></header>\n"
                    "<nav aria-label=\"kernels\"><ul role=\"listbox\"></ul></nav>\n<main tabindex=\"0\"></main>\n<script type=\"application/json\" "
                    "id=\"report\">\n");
    add_json(out, buffer_text(&json));
    buffer_add(out, "</script>\n<script type=\"application/json\" id=\"sources\">\n");
    buffer_clear(&json);
    tree_print(sources.tree, JSON_COMPACT, &json);
    add_json(out, buffer_text(&json));
    buffer_add(out, "</script>\n<script>\n");
    buffer_add_n(out, (const char *)html_js, sizeof html_js);
    buffer_add(out, "</script>\n</body>\n</html>\n");
    source_cache_release(&sources.cache);
    buffer_release(&json);
}

#define _XOPEN_SOURCE 700 /* realpath */
/* Reading a report back. Kernels are read by report_read_kernel; what a report tells beside them, here. */
#include "lsp/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "lsp/place.h"
#include "report/json_tree.h"
#include "report/report.h"

/* A copy, or NULL where there is no text. */
static const char *copy_text(struct arena *arena, const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? arena_strdup(arena, text) : NULL;
}

static void read_mark(struct arena *arena, const json_t *list, uint32_t index, struct message_mark *mark) {
    mark->suppressed = copy_text(arena, json_array_get(list, index), "suppressed");
}

/* Marks are not part of what report_read_kernel reads. */
static void read_marks(struct arena *arena, const json_t *tree, struct kernel_result *kernel) {
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        read_mark(arena, json_object_get(tree, "findings"), i, &kernel->findings[i].mark);
    }
    for (uint32_t i = 0; i < kernel->unproved_count; i++) {
        read_mark(arena, json_object_get(tree, "unproved"), i, &kernel->unproved[i].mark);
    }
    for (uint32_t i = 0; i < kernel->advice_count; i++) {
        read_mark(arena, json_object_get(tree, "advice"), i, &kernel->advice[i].mark);
    }
}

static bool read_kernels(struct arena *arena, const json_t *list, struct file_result *file, const char **error) {
    uint32_t count = (uint32_t)json_array_size(list);
    file->kernels = arena_alloc(arena, (count + 1) * sizeof *file->kernels);
    for (file->kernel_count = 0; file->kernel_count < count; file->kernel_count++) {
        json_t *tree = json_array_get(list, file->kernel_count);
        struct buffer text = {0};
        tree_print(json_incref(tree), JSON_COMPACT, &text);
        struct kernel_result *kernel = report_read_kernel(arena, buffer_text(&text), text.size, error);
        buffer_release(&text);
        if (!kernel) {
            return false;
        }
        read_marks(arena, tree, kernel);
        file->kernels[file->kernel_count] = kernel;
    }
    return true;
}

static void read_omissions(struct arena *arena, const json_t *list, struct file_result *file) {
    uint32_t count = (uint32_t)json_array_size(list);
    struct file_omission *omissions = arena_alloc(arena, (count + 1) * sizeof *omissions);
    for (uint32_t i = 0; i < count; i++) {
        const json_t *tree = json_array_get(list, i);
        omissions[i] = (struct file_omission){.kind = copy_text(arena, tree, "kind"),
                                              .file = copy_text(arena, tree, "file"),
                                              .line = (uint32_t)json_integer_value(json_object_get(tree, "line")),
                                              .message = copy_text(arena, tree, "message")};
    }
    file->omissions = omissions;
    file->omission_count = count;
}

bool outcome_read(struct arena *arena, const char *report, size_t size, struct outcome *outcome, const char **error) {
    json_error_t problem;
    json_t *tree = json_loadb(report, size, 0, &problem);
    const json_t *found = json_array_get(json_object_get(tree, "files"), 0);
    struct file_result *file = &outcome->file;
    bool is_read = false;
    *file = (struct file_result){.path = copy_text(arena, found, "path"),
                                 .status = copy_text(arena, found, "status"),
                                 .error = copy_text(arena, found, "error"),
                                 .templates = copy_text(arena, found, "templates")};
    *error = tree ? "the report is of no file" : arena_strdup(arena, problem.text);
    if (file->path && file->status) {
        read_omissions(arena, json_object_get(found, "omissions"), file);
        is_read = read_kernels(arena, json_object_get(found, "kernels"), file, error);
    }
    json_decref(tree);
    return is_read;
}

bool outcome_is_of_file(const struct outcome *outcome, const char *path) {
    if (!path || strcmp(path, outcome->file.path) == 0) {
        return true;
    }
    char *whole = realpath(path, NULL), *own = realpath(outcome->file.path, NULL);
    bool is_same = whole && own && strcmp(whole, own) == 0;
    free(whole);
    free(own);
    return is_same;
}

bool outcome_is_file(const struct outcome *outcome, const char *file, const char *path) {
    const struct outcome other = {.file = {.path = path}};
    return outcome_is_of_file(&other, file ? file : outcome->file.path);
}

/* ---- headers ---- */

enum { HEADERS_MAX = 64, TEXT_BYTES_MAX = 64 << 20 };

char *outcome_read_text(const char *path) {
    FILE *in = path ? fopen(path, "r") : NULL;
    struct buffer text = {0};
    char piece[1 << 14];
    size_t size;
    while (in && text.size < TEXT_BYTES_MAX && (size = fread(piece, 1, sizeof piece, in)) > 0) {
        buffer_add_n(&text, piece, size);
    }
    bool is_whole = in && !ferror(in) && text.size < TEXT_BYTES_MAX;
    if (in) {
        (void)fclose(in);
    }
    char *copy = is_whole ? strdup(buffer_text(&text)) : NULL;
    buffer_release(&text);
    return copy;
}

static void add_header(struct arena *arena, struct outcome *outcome, const char *path) {
    bool is_known = outcome->header_count == HEADERS_MAX || outcome_is_of_file(outcome, path);
    for (uint32_t i = 0; i < outcome->header_count && !is_known; i++) {
        is_known = outcome_is_file(outcome, path, outcome->headers[i].path);
    }
    char *whole = is_known ? NULL : realpath(path, NULL), *text = outcome_read_text(whole);
    if (whole && text) {
        struct buffer uri = {0};
        place_uri(whole, &uri);
        outcome->headers[outcome->header_count++] =
            (struct outcome_header){arena_strdup(arena, whole), arena_strdup(arena, buffer_text(&uri)), arena_strdup(arena, text)};
        buffer_release(&uri);
    }
    free(whole);
    free(text);
}

void outcome_read_headers(struct arena *arena, struct outcome *outcome) {
    outcome->headers = arena_alloc(arena, HEADERS_MAX * sizeof *outcome->headers);
    for (uint32_t k = 0; k < outcome->file.kernel_count; k++) {
        const struct kernel_result *kernel = outcome->file.kernels[k];
        add_header(arena, outcome, kernel->file);
        for (uint32_t i = 0; i < kernel->advice_count; i++) {
            add_header(arena, outcome, kernel->advice[i].place.file);
        }
    }
}

const char *outcome_kernel_name(struct arena *arena, const struct kernel_result *kernel) {
    const char *display = kernel->display ? kernel->display : "";
    const char *start = display, *end = display + strcspn(display, "(<");
    for (const char *at = display; at < end; at++) {
        start = *at == ':' || *at == ' ' ? at + 1 : start;
    }
    return arena_strndup(arena, start, (size_t)(end - start));
}

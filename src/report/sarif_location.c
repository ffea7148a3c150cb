/* Places in SARIF: URIs, regions, snippets. */
#include <ctype.h>
#include <string.h>

#include "report/sarif.h"
#include "report/unicode.h"

static void add_escaped(struct buffer *out, const char *path) {
    for (const unsigned char *c = (const unsigned char *)path; *c; c++) {
        if (isalnum(*c) || strchr("-._~/", *c)) {
            buffer_char(out, (char)*c);
        } else {
            buffer_printf(out, "%%%02X", *c);
        }
    }
}

/* The path below the working directory, or NULL. */
static const char *below(const char *directory, const char *path) {
    size_t length = directory ? strlen(directory) : 0;
    bool is_below = length > 0 && strncmp(path, directory, length) == 0 && path[length] == '/';
    return is_below ? path + length + 1 : NULL;
}

json_t *sarif_artifact(const struct sarif *sarif, const char *path) {
    json_t *object = json_object();
    struct buffer uri = {0};
    const char *relative = path[0] == '/' ? below(sarif->options->directory, path) : path;
    while (relative && strncmp(relative, "./", 2) == 0) {
        relative += 2;
    }
    bool is_outside = !relative || strncmp(relative, "../", 3) == 0;
    if (is_outside && path[0] == '/') {
        buffer_add(&uri, "file://");
    }
    add_escaped(&uri, relative ? relative : path);
    tree_set_string(object, "uri", buffer_text(&uri));
    if (!is_outside) {
        tree_set_string(object, "uriBaseId", "%SRCROOT%");
    }
    buffer_release(&uri);
    return object;
}

/* The bytes of the word or the character at the column. */
static size_t word_length(const char *line, size_t length, size_t at) {
    size_t end = at;
    while (end < length && (isalnum((unsigned char)line[end]) || line[end] == '_')) {
        end++;
    }
    if (end == at && at < length) {
        size_t one = utf8_length((const unsigned char *)line + at, length - at);
        end += one > 0 ? one : 1;
    }
    return end - at;
}

static json_t *snippet(const char *text, size_t length) {
    struct buffer copy = {0};
    json_t *object = json_object();
    buffer_add_n(&copy, text, length);
    tree_set_string(object, "text", buffer_text(&copy));
    buffer_release(&copy);
    return object;
}

static json_t *context_region(struct sarif *sarif, const struct source_place *place) {
    enum { AROUND = 1 };
    struct buffer text = {0};
    uint32_t first = place->line > AROUND ? place->line - AROUND : 1, last = place->line;
    for (uint32_t line = first; line <= place->line + AROUND; line++) {
        const char *begin;
        size_t length;
        bool is_there = source_line(&sarif->sources, place->file, line, &begin, &length);
        if (!is_there && line > place->line) {
            break;
        }
        buffer_add_n(&text, is_there ? begin : "", is_there ? length : 0);
        buffer_char(&text, '\n');
        last = line;
    }
    json_t *region = json_object(), *copy = json_object();
    tree_set_count(region, "startLine", first);
    tree_set_count(region, "endLine", last);
    tree_set_string(copy, "text", buffer_text(&text));
    tree_set(region, "snippet", copy);
    buffer_release(&text);
    return region;
}

json_t *sarif_physical(struct sarif *sarif, const struct source_place *place, bool has_snippet) {
    json_t *physical = json_object(), *region = json_object();
    const char *line;
    size_t length = 0;
    bool has_line = source_line(&sarif->sources, place->file, place->line, &line, &length);
    tree_set(physical, "artifactLocation", sarif_artifact(sarif, place->file ? place->file : ""));
    tree_set_count(region, "startLine", place->line > 0 ? place->line : 1);
    if (place->column > 0 && has_line && place->column <= length) {
        size_t at = place->column - 1;
        uint32_t start = utf8_units(line, at) + 1;
        tree_set_count(region, "startColumn", start);
        tree_set_count(region, "endLine", place->line);
        tree_set_count(region, "endColumn", start + utf8_units(line + at, word_length(line, length, at)));
        if (has_snippet) {
            tree_set(region, "snippet", snippet(line + at, word_length(line, length, at)));
        }
    } else if (has_line && has_snippet) {
        tree_set(region, "snippet", snippet(line, length));
    }
    tree_set(physical, "region", region);
    if (has_line && has_snippet) {
        tree_set(physical, "contextRegion", context_region(sarif, place));
    }
    return physical;
}

json_t *sarif_text(const char *text) {
    json_t *object = json_object();
    tree_set_string(object, "text", text);
    return object;
}

json_t *sarif_location(struct sarif *sarif, const struct source_place *place, const char *text) {
    json_t *location = json_object();
    tree_set(location, "physicalLocation", sarif_physical(sarif, place, false));
    if (text) {
        tree_set(location, "message", sarif_text(text));
    }
    return location;
}

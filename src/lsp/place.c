#include "lsp/place.h"

#include <string.h>

#include "report/json_tree.h"
#include "report/unicode.h"

static int hex_digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

char *place_path(struct arena *arena, const char *uri) {
    static const char *const starts[] = {"file:///", "file://localhost/", "file:/"};
    const char *at = NULL;
    for (size_t i = 0; i < sizeof starts / sizeof *starts && !at; i++) {
        size_t length = strlen(starts[i]);
        at = strncmp(uri, starts[i], length) == 0 ? uri + length - 1 : NULL;
    }
    if (!at || (at[0] == '/' && at[1] == '/')) {
        return NULL; /* "file://host/": of another machine */
    }
    char *path = arena_alloc(arena, strlen(at) + 1), *out = path;
    for (; *at; at++) {
        if (*at != '%') {
            *out++ = *at;
            continue;
        }
        int high = hex_digit(at[1]), low = high < 0 ? -1 : hex_digit(at[2]);
        if (low < 0 || high + low == 0) {
            return NULL;
        }
        *out++ = (char)(high * 16 + low);
        at += 2;
    }
    *out = 0;
    return path;
}

void place_uri(const char *path, struct buffer *out) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-._~";
    buffer_add(out, "file://");
    for (; *path; path++) {
        if (strchr(plain, *path)) {
            buffer_char(out, *path);
        } else {
            buffer_printf(out, "%%%02X", (unsigned char)*path);
        }
    }
}

bool place_line(const char *text, uint32_t line, size_t *start, size_t *end) {
    const char *at = text;
    for (uint32_t i = 0; i < line; i++) {
        at = strchr(at, '\n');
        if (!at) {
            return false;
        }
        at++;
    }
    *start = (size_t)(at - text);
    *end = *start + strcspn(at, "\n");
    if (*end > *start && text[*end - 1] == '\r') {
        --*end;
    }
    return true;
}

size_t place_offset(const char *text, uint32_t line, uint32_t units) {
    size_t start, end, at;
    if (!place_line(text, line, &start, &end)) {
        return strlen(text);
    }
    for (at = start; at < end;) {
        size_t length = utf8_length((const unsigned char *)text + at, end - at);
        length = length == 0 ? 1 : length;
        uint32_t wide = utf8_units(text + at, length);
        if (wide > units) {
            break;
        }
        units -= wide;
        at += length;
    }
    return at;
}

json_t *place_position(const char *text, size_t offset) {
    uint64_t line = 0;
    size_t start = 0;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    json_t *position = json_object();
    tree_set_count(position, "line", line);
    tree_set_count(position, "character", utf8_units(text + start, offset - start));
    return position;
}

json_t *place_range(const char *text, size_t start, size_t end) {
    json_t *range = json_object();
    tree_set(range, "start", place_position(text, start));
    tree_set(range, "end", place_position(text, end));
    return range;
}

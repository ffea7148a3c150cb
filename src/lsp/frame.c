#include "lsp/frame.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { HEADER_BYTES_MAX = 4096, BODY_BYTES_MAX = 64 << 20 };

void frame_receive(struct frame_reader *reader, const char *bytes, size_t size) {
    struct buffer *kept = &reader->bytes;
    if (reader->given > 0) {
        memmove(kept->data, kept->data + reader->given, kept->size - reader->given);
        kept->size -= reader->given;
        kept->data[kept->size] = 0;
        reader->given = 0;
    }
    buffer_add_n(kept, bytes, size);
}

/* A decimal number and nothing else; false if it is none, or more than a message may have. */
static bool read_length(const char *text, size_t size, size_t *length) {
    size_t at = 0;
    *length = 0;
    while (at < size && (text[at] == ' ' || text[at] == '\t')) {
        at++;
    }
    while (size > at && isspace((unsigned char)text[size - 1])) {
        size--;
    }
    if (at == size) {
        return false;
    }
    for (; at < size; at++) {
        if (text[at] < '0' || text[at] > '9') {
            return false;
        }
        *length = *length * 10 + (size_t)(text[at] - '0');
        if (*length > BODY_BYTES_MAX) {
            return false;
        }
    }
    return true;
}

/* Content-Length of the header's lines; other fields mean nothing here. */
static bool find_length(const char *header, size_t size, size_t *length, const char **why) {
    static const char name[] = "Content-Length:";
    bool is_found = false;
    *why = "the header has no Content-Length";
    for (size_t start = 0; start < size;) {
        const char *end = memchr(header + start, '\n', size - start);
        size_t line = end ? (size_t)(end - header) - start : size - start;
        if (line >= sizeof name - 1 && strncasecmp(header + start, name, sizeof name - 1) == 0) {
            if (is_found || !read_length(header + start + sizeof name - 1, line - (sizeof name - 1), length)) {
                *why = is_found ? "the header has two Content-Length" : "Content-Length is no number from 0 to 67108864";
                return false;
            }
            is_found = true;
        }
        start += line + 1;
    }
    return is_found;
}

/* The bytes of the header with its empty line; 0 if it has not ended. */
static size_t header_bytes(const char *text, size_t size) {
    for (size_t i = 0; i + 1 < size; i++) {
        if (text[i] != '\n') {
            continue;
        }
        if (text[i + 1] == '\n') {
            return i + 2;
        }
        if (i + 2 < size && text[i + 1] == '\r' && text[i + 2] == '\n') {
            return i + 3;
        }
    }
    return 0;
}

enum frame_status frame_next(struct frame_reader *reader, const char **body, size_t *size, const char **why) {
    const char *text = buffer_text(&reader->bytes) + reader->given;
    size_t left = reader->bytes.size - reader->given, length;
    size_t header = header_bytes(text, left < HEADER_BYTES_MAX ? left : HEADER_BYTES_MAX);
    if (header == 0) {
        *why = "the header is too long";
        return left >= HEADER_BYTES_MAX ? FRAME_BROKEN : FRAME_INCOMPLETE;
    }
    if (!find_length(text, header, &length, why)) {
        return FRAME_BROKEN;
    }
    if (left - header < length) {
        return FRAME_INCOMPLETE;
    }
    *body = text + header;
    *size = length;
    reader->given += header + length;
    return FRAME_WHOLE;
}

void frame_add(struct buffer *out, const char *body, size_t size) {
    buffer_printf(out, "Content-Length: %zu\r\n\r\n", size);
    buffer_add_n(out, body, size);
}

void frame_release(struct frame_reader *reader) {
    buffer_release(&reader->bytes);
    reader->given = 0;
}

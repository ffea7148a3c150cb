#include "base/buffer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum { SMALLEST_CAPACITY = 64 };

/* Afterwards `extra` bytes and a NUL fit behind the text. */
static void reserve(struct buffer *buffer, size_t extra) {
    if (extra < buffer->capacity - buffer->size) {
        return;
    }
    size_t wanted = extra < SIZE_MAX / 4 ? buffer->size + extra + 1 : SIZE_MAX;
    size_t grown = buffer->capacity ? mem_array_bytes(buffer->capacity, 2) : SMALLEST_CAPACITY;
    if (grown < wanted) {
        grown = wanted;
    }
    buffer->data = mem_resize(buffer->data, buffer->capacity, grown);
    buffer->capacity = grown;
}

void buffer_add(struct buffer *buffer, const char *text) {
    buffer_add_n(buffer, text, strlen(text));
}

void buffer_add_n(struct buffer *buffer, const char *bytes, size_t count) {
    reserve(buffer, count);
    if (count > 0) {
        memcpy(buffer->data + buffer->size, bytes, count);
    }
    buffer->size += count;
    buffer->data[buffer->size] = '\0';
}

bool buffer_add_file(struct buffer *buffer, const char *path) {
    char piece[65536];
    size_t count;
    FILE *file = fopen(path, "rb");
    while (file && (count = fread(piece, 1, sizeof piece, file)) > 0) {
        buffer_add_n(buffer, piece, count);
    }
    bool is_read = file && !ferror(file);
    if (file) {
        (void)fclose(file);
    }
    return is_read;
}

void buffer_char(struct buffer *buffer, char c) {
    buffer_add_n(buffer, &c, 1);
}

void buffer_printf(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    reserve(buffer, (size_t)length);
    vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, again);
    va_end(again);
    buffer->size += (size_t)length;
}

void buffer_clear(struct buffer *buffer) {
    buffer->size = 0;
    if (buffer->data) {
        buffer->data[0] = '\0';
    }
}

void buffer_release(struct buffer *buffer) {
    mem_free(buffer->data, buffer->capacity);
    *buffer = (struct buffer){0};
}

const char *buffer_text(const struct buffer *buffer) {
    return buffer->data ? buffer->data : "";
}

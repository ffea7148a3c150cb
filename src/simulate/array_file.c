#include "simulate/array_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"

enum { MAGIC_BYTES = 8, HEADER_MAX = 1 << 20, ALIGNMENT = 64 };
#define FILE_MAX ((uint64_t)1 << 30)

static const char magic[] = "\x93NUMPY";

static bool fail(struct arena *arena, const char *path, const char *what, const char **error) {
    *error = arena_printf(arena, "%s: %s", path, what);
    return false;
}

static bool read_all(struct arena *arena, const char *path, struct buffer *out, const char **error) {
    char piece[65536];
    size_t count;
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return fail(arena, path, strerror(errno), error);
    }
    errno = 0;
    while (out->size <= FILE_MAX && (count = fread(piece, 1, sizeof piece, stream)) > 0) {
        buffer_add_n(out, piece, count);
    }
    int problem = ferror(stream) ? errno : 0;
    fclose(stream);
    if (problem) {
        return fail(arena, path, strerror(problem), error);
    }
    return out->size <= FILE_MAX || fail(arena, path, "larger than 1 GiB", error);
}

/* ---- .npy ---- */

static bool is_npy(const char *path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".npy") == 0;
}

/* What follows 'key': in the header's dictionary; NULL if it is missing. */
static const char *value_of(const char *header, const char *key) {
    size_t length = strlen(key);
    for (const char *at = header; (at = strstr(at, key)); at++) {
        bool is_quoted = at > header && (at[-1] == '\'' || at[-1] == '"') && at[length] == at[-1];
        const char *after = at + length + 1 + (is_quoted ? strspn(at + length + 1, " ") : 0);
        if (is_quoted && *after == ':') {
            return after + 1 + strspn(after + 1, " ");
        }
    }
    return NULL;
}

/* "'<f4'" */
static bool read_type(const char *text, struct type *type) {
    char quote, order, kind, end;
    unsigned bytes;
    *type = (struct type){.lanes = 1};
    if (!text || sscanf(text, "%c%c%c%2u%c", &quote, &order, &kind, &bytes, &end) != 5 || quote != end ||
        (order != '<' && order != '|' && order != '=')) {
        return false;
    }
    bool is_integer = kind == 'i' || kind == 'u' || kind == 'b';
    bool is_size = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    type->kind = is_integer ? TYPE_INT : TYPE_FLOAT;
    type->width_bits = (uint8_t)(bytes * 8);
    return is_size && (is_integer || (kind == 'f' && bytes > 1)) && (kind != 'b' || bytes == 1);
}

/* "(3, 4)": the product; false if it is none or too large. */
static bool read_shape(const char *text, uint64_t *count) {
    *count = 1;
    if (!text || *text++ != '(') {
        return false;
    }
    text += strspn(text, " ");
    while (*text >= '0' && *text <= '9') {
        uint64_t size = 0;
        for (; *text >= '0' && *text <= '9' && size < FILE_MAX; text++) {
            size = size * 10 + (uint64_t)(*text - '0');
        }
        if (size > FILE_MAX || (size > 0 && *count > FILE_MAX / size)) {
            return false;
        }
        *count *= size;
        text += strspn(text, "L ");
        text += *text == ',';
        text += strspn(text, " ");
    }
    return *text == ')';
}

static bool read_npy(struct arena *arena, const char *path, const struct buffer *whole, struct array_file *file, const char **error) {
    const uint8_t *bytes = (const uint8_t *)whole->data;
    uint64_t start = bytes[6] == 1 ? 10 : 12, length, count;
    if (bytes[6] < 1 || bytes[6] > 3 || whole->size < start) {
        return fail(arena, path, "a .npy of an unknown format", error);
    }
    length = bytes[8] | (uint64_t)bytes[9] << 8;
    if (bytes[6] > 1) {
        length |= (uint64_t)bytes[10] << 16 | (uint64_t)bytes[11] << 24;
    }
    if (length > HEADER_MAX || length > whole->size - start) {
        return fail(arena, path, "the .npy header is longer than the file", error);
    }
    const char *header = arena_strndup(arena, whole->data + start, length);
    const char *order = value_of(header, "fortran_order");
    if (!read_type(value_of(header, "descr"), &file->type)) {
        return fail(arena, path,
                    "the .npy holds no little-endian integers, floats or bools of 1 to 8 bytes; numpy.astype('<f4') or the like gives some", error);
    }
    if (!read_shape(value_of(header, "shape"), &count)) {
        return fail(arena, path, "the .npy header has no shape that could be read", error);
    }
    if (!order || strncmp(order, "False", 5) != 0) {
        return fail(arena, path, "the .npy is in Fortran order; numpy.ascontiguousarray gives C order", error);
    }
    file->is_typed = true;
    file->byte_count = count * (file->type.width_bits / 8u);
    if (count > FILE_MAX || file->byte_count != whole->size - start - length) {
        return fail(arena, path, "the .npy holds more or less than its shape says", error);
    }
    uint8_t *copy = arena_alloc(arena, file->byte_count + 1);
    memcpy(copy, bytes + start + length, file->byte_count);
    file->bytes = copy;
    return true;
}

bool array_file_read(struct arena *arena, const char *path, struct array_file *file, const char **error) {
    struct buffer whole = {0};
    *file = (struct array_file){.is_typed = false};
    bool is_read = read_all(arena, path, &whole, error);
    if (is_read && whole.size >= MAGIC_BYTES && memcmp(whole.data, magic, sizeof magic - 1) == 0) {
        is_read = read_npy(arena, path, &whole, file, error);
    } else if (is_read && is_npy(path)) {
        is_read = fail(arena, path, "no NumPy file; raw bytes go by another name", error);
    } else if (is_read) {
        uint8_t *copy = arena_alloc(arena, whole.size + 1);
        memcpy(copy, buffer_text(&whole), whole.size);
        file->bytes = copy;
        file->byte_count = whole.size;
    }
    buffer_release(&whole);
    return is_read;
}

static void make_header(struct type type, uint64_t count, struct buffer *out) {
    struct buffer text = {0};
    buffer_printf(&text, "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (%llu,), }", type.width_bits == 8 ? '|' : '<',
                  type.kind == TYPE_FLOAT ? 'f' : 'i', type.width_bits / 8u, (unsigned long long)count);
    while ((10 + text.size + 1) % ALIGNMENT != 0) {
        buffer_char(&text, ' ');
    }
    buffer_char(&text, '\n');
    buffer_add_n(out, magic, sizeof magic - 1);
    buffer_add_n(out, "\1\0", 2);
    buffer_char(out, (char)(text.size & 0xff));
    buffer_char(out, (char)(text.size >> 8));
    buffer_add_n(out, buffer_text(&text), text.size);
    buffer_release(&text);
}

bool array_file_write(struct arena *arena, const char *path, struct type type, const uint8_t *bytes, uint64_t byte_count, const char **error) {
    struct buffer header = {0};
    if (is_npy(path)) {
        make_header(type, byte_count / (type.width_bits / 8u), &header);
    }
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        buffer_release(&header);
        return fail(arena, path, strerror(errno), error);
    }
    errno = 0;
    bool is_written = fwrite(buffer_text(&header), 1, header.size, stream) == header.size && fwrite(bytes, 1, byte_count, stream) == byte_count;
    is_written = fclose(stream) == 0 && is_written;
    buffer_release(&header);
    return is_written || fail(arena, path, errno ? strerror(errno) : "cannot be written", error);
}

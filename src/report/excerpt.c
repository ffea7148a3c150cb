#include "report/excerpt.h"

#include <stdio.h>
#include <string.h>

enum { TAB_STOP = 8, LARGEST_FILE_BYTES = 64 << 20, WIDEST_EXCERPT = 200 };

void source_cache_init(struct source_cache *cache) {
    *cache = (struct source_cache){0};
}

void source_cache_release(struct source_cache *cache) {
    for (uint32_t i = 0; i < cache->files.size; i++) {
        struct source_file *file = &cache->files.data[i];
        mem_free(file->text, file->text ? file->size_bytes + 1 : 0);
    }
    vec_release(&cache->files);
    string_map_release(&cache->indices);
    source_cache_init(cache);
}

static struct source_file read_file(const char *path) {
    struct source_file file = {0};
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return file;
    }
    long size = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    if (size >= 0 && size <= LARGEST_FILE_BYTES && fseek(stream, 0, SEEK_SET) == 0) {
        file.size_bytes = (size_t)size;
        file.text = mem_alloc(file.size_bytes + 1);
        size_t got = fread(file.text, 1, file.size_bytes, stream);
        memset(file.text + got, 0, file.size_bytes + 1 - got);
    }
    fclose(stream);
    return file;
}

void source_cache_add(struct source_cache *cache, const char *path, const char *bytes, size_t size_bytes) {
    struct source_file file = {mem_alloc(size_bytes + 1), size_bytes};
    if (size_bytes > 0) {
        memcpy(file.text, bytes, size_bytes);
    }
    file.text[size_bytes] = '\0';
    string_map_set(&cache->indices, path, cache->files.size);
    vec_push(&cache->files, file);
}

static const struct source_file *cache_get(struct source_cache *cache, const char *path) {
    uint32_t index;
    if (!string_map_get(&cache->indices, path, &index)) {
        index = cache->files.size;
        vec_push(&cache->files, read_file(path));
        string_map_set(&cache->indices, path, index);
    }
    return &cache->files.data[index];
}

static bool find_line(const struct source_file *file, uint32_t line, const char **begin, size_t *length) {
    const char *at = file->text;
    const char *end = file->text + file->size_bytes;
    for (uint32_t i = 1; i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at) {
            return false;
        }
        at++;
    }
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    *begin = at;
    *length = (size_t)((stop ? stop : end) - at);
    while (*length > 0 && (*begin)[*length - 1] == '\r') {
        --*length;
    }
    return at<end && * length> 0;
}

bool source_text(struct source_cache *cache, const char *path, const char **text, size_t *size) {
    const struct source_file *file = cache_get(cache, path);
    *text = file->text;
    *size = file->text ? file->size_bytes : 0;
    return file->text != NULL;
}

bool source_line(struct source_cache *cache, const char *path, uint32_t line, const char **begin, size_t *length) {
    const struct source_file *file = path && line > 0 ? cache_get(cache, path) : NULL;
    return file && file->text && find_line(file, line, begin, length);
}

/* Displays one byte: how many columns of the terminal it takes. */
static uint32_t add_shown(struct buffer *text, unsigned char c, uint32_t at) {
    if (c == '\t') {
        uint32_t width = TAB_STOP - at % TAB_STOP;
        for (uint32_t i = 0; i < width; i++) {
            buffer_char(text, ' ');
        }
        return width;
    }
    buffer_char(text, c < 0x20 || c == 0x7F ? '?' : (char)c);
    return (c & 0xC0) != 0x80;
}

static void put_caret(struct buffer *carets, size_t start, uint32_t at) {
    while (carets->size - start <= at) {
        buffer_char(carets, ' ');
    }
    carets->data[start + at] = '^';
}

bool source_excerpt(struct source_cache *cache, const char *path, uint32_t line, const uint32_t *columns, uint32_t column_count, struct buffer *text,
                    struct buffer *carets) {
    const char *begin;
    size_t length;
    if (!source_line(cache, path, line, &begin, &length)) {
        return false;
    }
    uint32_t at = 0;
    size_t start = carets->size;
    for (size_t i = 0; i < length && at < WIDEST_EXCERPT; i++) {
        for (uint32_t c = 0; c < column_count; c++) {
            if (columns[c] == i + 1) {
                put_caret(carets, start, at);
            }
        }
        at += add_shown(text, (unsigned char)begin[i], at);
    }
    return true;
}

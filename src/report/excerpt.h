/* Excerpts of source files for text reports.

   A file is read once, when its first line is asked for. A file that cannot be
   read, is larger than 64 MiB or has no such line simply gives no excerpt.
   Excerpts hold printable characters only: tabs become spaces, control
   characters become '?'. */
#ifndef WP_REPORT_EXCERPT_H
#define WP_REPORT_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/map.h"
#include "base/vec.h"

struct source_file {
    char *text; /* NULL: not readable */
    size_t size_bytes;
};

struct source_cache {
    struct string_map indices; /* path to index of files */
    VEC(struct source_file) files;
};

void source_cache_init(struct source_cache *cache);
void source_cache_release(struct source_cache *cache);

/* The file at `path` is these bytes, whatever lies there; they are copied. Before the file is first asked for. */
void source_cache_add(struct source_cache *cache, const char *path, const char *bytes, size_t size_bytes);

/* The whole file, in the cache's memory; false if it cannot be read. */
bool source_text(struct source_cache *cache, const char *path, const char **text, size_t *size);

/* The line without its end, in the cache's memory; false if it cannot be had or is empty. */
bool source_line(struct source_cache *cache, const char *path, uint32_t line, const char **begin, size_t *length);

/* Appends line `line` (from 1) of the file to `text`, and to `carets` a line with a '^' under
   each of the byte columns (from 1; 0 is none). False, and nothing appended, without excerpt. */
bool source_excerpt(struct source_cache *cache, const char *path, uint32_t line, const uint32_t *columns, uint32_t column_count, struct buffer *text,
                    struct buffer *carets);

#endif

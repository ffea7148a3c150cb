/* Places as editors name them: URIs of files, lines from 0, columns in UTF-16 code units. */
#ifndef WP_LSP_PLACE_H
#define WP_LSP_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/buffer.h"

/* The path of a "file:" URI of this machine, percent-decoded; NULL of another URI, or one with a NUL or half an escape. */
char *place_path(struct arena *arena, const char *uri);

/* The URI of an absolute path. */
void place_uri(const char *path, struct buffer *out);

/* The bytes [*start, *end) of line `line`, from 0, without what ends it. False if there is no such line. */
bool place_line(const char *text, uint32_t line, size_t *start, size_t *end);

/* The byte offset of a position, which is moved back into the text where it lies outside. */
size_t place_offset(const char *text, uint32_t line, uint32_t units);

/* {line, character} of a byte offset. */
json_t *place_position(const char *text, size_t offset);

/* {start, end} of the bytes [start, end). */
json_t *place_range(const char *text, size_t start, size_t end);

#endif

/* Text that grows at its end.
 *
 * A zero-initialised struct buffer is empty and valid. After any append `data` is
 * NUL-terminated; `size` does not count the NUL. Appended text must not lie in the
 * buffer itself. */
#ifndef WP_BASE_BUFFER_H
#define WP_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *data;
    size_t size, capacity;
};

void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_n(struct buffer *buffer, const char *bytes, size_t count);
/* Appends the bytes of the file, whole. False: it could not be opened, or not be read to its end. */
bool buffer_add_file(struct buffer *buffer, const char *path);
void buffer_char(struct buffer *buffer, char c);
void buffer_printf(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Empty, keeping the memory. */
void buffer_clear(struct buffer *buffer);

void buffer_release(struct buffer *buffer);

/* The text so far, "" when nothing was appended; valid until the next change. */
const char *buffer_text(const struct buffer *buffer);

#endif

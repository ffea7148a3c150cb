/* UTF-8: valid pieces of any bytes. */
#ifndef WP_REPORT_UNICODE_H
#define WP_REPORT_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* Length of the valid sequence at text, of which `left` bytes follow; 0 if there is none. */
size_t utf8_length(const unsigned char *text, size_t left);

/* The text with U+FFFD in place of each byte that belongs to no valid sequence. */
void utf8_add(struct buffer *out, const char *text);

/* The number of UTF-16 code units of the first `size` bytes; a wrong byte is one. */
uint32_t utf8_units(const char *text, size_t size);

#endif

#include "report/unicode.h"

#include <string.h>

static const char replacement[] = "\xEF\xBF\xBD";

size_t utf8_length(const unsigned char *text, size_t left) {
    unsigned char c = text[0];
    if (c < 0x80) {
        return 1;
    }
    size_t length = c >= 0xC2 && c <= 0xDF ? 2 : c >= 0xE0 && c <= 0xEF ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
    if (length == 0 || length > left) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool is_overlong = (c == 0xE0 && text[1] < 0xA0) || (c == 0xF0 && text[1] < 0x90);
    bool is_outside = (c == 0xED && text[1] > 0x9F) || (c == 0xF4 && text[1] > 0x8F);
    return is_overlong || is_outside ? 0 : length;
}

void utf8_add(struct buffer *out, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        size_t length = utf8_length((const unsigned char *)text, left);
        if (length > 0) {
            buffer_add_n(out, text, length);
        } else {
            buffer_add(out, replacement);
            length = 1;
        }
        text += length;
        left -= length;
    }
}

uint32_t utf8_units(const char *text, size_t size) {
    uint32_t units = 0;
    for (size_t i = 0; i < size;) {
        size_t length = utf8_length((const unsigned char *)text + i, size - i);
        units += length == 4 ? 2 : 1;
        i += length > 0 ? length : 1;
    }
    return units;
}

#include "simulate/witness_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/value.h"

bool witness_is_element(struct type type) {
    uint32_t width = type.width_bits;
    bool is_float = (type.kind == TYPE_FLOAT && width >= 16) || (type.kind == TYPE_BFLOAT && width == 16);
    bool is_size = width == 8 || width == 16 || width == 32 || width == 64;
    return type.lanes == 1 && is_size && (type.kind == TYPE_INT || is_float);
}

static bool read_digits(const char *text, uint64_t *value) {
    int base = 10;
    char *end;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    } else if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
        base = 2;
        text += 2;
    } else if (text[0] == '0') {
        base = 8;
    }
    bool starts_well = (text[0] >= '0' && text[0] <= '9') || (base == 16 && strspn(text, "abcdefABCDEF") > 0);
    errno = 0;
    *value = strtoull(text, &end, base);
    return starts_well && errno == 0 && *end == '\0';
}

static bool read_integer(uint32_t width_bits, const char *text, uint64_t *bits) {
    bool is_negative = text[0] == '-';
    uint64_t magnitude, mask = value_mask(width_bits);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        *bits = text[0] == 't';
        return true;
    }
    if (text[0] == '\'' && text[1] && text[2] == '\'' && text[3] == '\0') {
        *bits = (uint8_t)text[1];
        return true;
    }
    if (!read_digits(text + (text[0] == '-' || text[0] == '+'), &magnitude)) {
        return false;
    }
    uint64_t most = is_negative ? UINT64_C(1) << (width_bits - 1) : mask;
    *bits = (is_negative ? 0 - magnitude : magnitude) & mask;
    return magnitude <= most;
}

static bool read_float(struct type type, const char *text, uint64_t *bits) {
    char *end;
    bool is_bits = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && !strpbrk(text, "pP.");
    if (is_bits) {
        return read_integer(type.width_bits, text, bits);
    }
    double value = strtod(text, &end);
    if (end != text && (*end == 'f' || *end == 'F') && end[1] == '\0') {
        end++;
    }
    *bits = value_from_double(type, value);
    return end != text && *end == '\0' && text[0] != ' ';
}

bool witness_read_value(struct type type, const char *text, uint64_t *bits) {
    switch ((enum type_kind)type.kind) {
    case TYPE_INT: return read_integer(type.width_bits, text, bits);
    case TYPE_FLOAT:
    case TYPE_BFLOAT: return read_float(type, text, bits);
    case TYPE_POINTER: return strcmp(text, "null") == 0 ? (*bits = 0, true) : read_integer(64, text, bits);
    case TYPE_VOID: break;
    }
    return false;
}

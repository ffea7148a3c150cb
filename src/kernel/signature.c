#include "kernel/signature.h"

#include <string.h>

static const struct {
    const char *name;
    uint8_t bytes, lanes;
    uint8_t kind;
    bool is_base; /* of vector types such as uint4 */
} TYPES[] = {
    {"char", 1, 1, TYPE_INT, true},
    {"signed char", 1, 1, TYPE_INT, false},
    {"unsigned char", 1, 1, TYPE_INT, false},
    {"bool", 1, 1, TYPE_INT, false},
    {"short", 2, 1, TYPE_INT, true},
    {"unsigned short", 2, 1, TYPE_INT, false},
    {"int", 4, 1, TYPE_INT, true},
    {"unsigned int", 4, 1, TYPE_INT, false},
    {"long", 8, 1, TYPE_INT, true},
    {"unsigned long", 8, 1, TYPE_INT, false},
    {"long long", 8, 1, TYPE_INT, false},
    {"unsigned long long", 8, 1, TYPE_INT, false},
    {"float", 4, 1, TYPE_FLOAT, true},
    {"double", 8, 1, TYPE_FLOAT, true},
    {"longlong", 8, 1, TYPE_INT, true},
    {"uchar", 1, 1, TYPE_INT, true},
    {"ushort", 2, 1, TYPE_INT, true},
    {"uint", 4, 1, TYPE_INT, true},
    {"ulong", 8, 1, TYPE_INT, true},
    {"ulonglong", 8, 1, TYPE_INT, true},
    {"__half", 2, 1, TYPE_FLOAT, false},
    {"half", 2, 1, TYPE_FLOAT, false},
    {"__half2", 2, 2, TYPE_FLOAT, false},
    {"half2", 2, 2, TYPE_FLOAT, false},
    {"__nv_bfloat16", 2, 1, TYPE_BFLOAT, false},
    {"__nv_bfloat162", 2, 2, TYPE_BFLOAT, false},
    {"cuComplex", 4, 2, TYPE_FLOAT, false},
    {"cuDoubleComplex", 8, 2, TYPE_FLOAT, false},
};

/* The list of parameters is what the last parentheses hold. */
const char *signature_type(struct arena *arena, const char *display, uint32_t param) {
    const char *end = strrchr(display, ')'), *open = end;
    int depth = 0;
    for (; open && open > display; open--) {
        depth += *open == ')' ? 1 : *open == '(' ? -1 : 0;
        if (depth == 0) {
            break;
        }
    }
    if (!end || !open || *open != '(') {
        return "";
    }
    const char *from = open + 1, *p = from;
    for (; p <= end; p++) {
        depth += *p == '(' || *p == '<' || *p == '[' ? 1 : 0;
        depth -= (*p == ')' && p < end) || *p == '>' || *p == ']' ? 1 : 0;
        if (depth != 0 || (*p != ',' && p != end)) {
            continue;
        }
        if (param-- == 0) {
            return arena_strndup(arena, from, (size_t)(p - from));
        }
        from = p[1] == ' ' ? p + 2 : p + 1;
    }
    return "";
}

static size_t without_qualifiers(const char *type, size_t length) {
    static const char *const qualifiers[] = {" const", " volatile"};
    for (size_t i = 0; i < 2 * sizeof qualifiers / sizeof *qualifiers; i++) {
        size_t tail = strlen(qualifiers[i % 2]);
        if (length > tail && strncmp(type + length - tail, qualifiers[i % 2], tail) == 0) {
            length -= tail;
        }
    }
    return length;
}

static struct signature_pointee pointee_of(uint8_t kind, uint32_t bytes, uint32_t lanes) {
    struct type scalar = {.kind = kind, .width_bits = (uint8_t)(bytes * 8), .lanes = 1};
    return (struct signature_pointee){bytes * lanes, scalar};
}

struct signature_pointee signature_pointee(const char *type) {
    const char *end = strrchr(type, '*');
    if (!end || end[1] != 0 || end == type || strchr(type, '(')) {
        return (struct signature_pointee){0};
    }
    size_t length = without_qualifiers(type, (size_t)(end - type));
    if (type[length - 1] == '*') {
        return pointee_of(TYPE_INT, 8, 1);
    }
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        size_t base = strlen(TYPES[i].name);
        if (strncmp(type, TYPES[i].name, base) != 0) {
            continue;
        }
        if (length == base) {
            return pointee_of(TYPES[i].kind, TYPES[i].bytes, TYPES[i].lanes);
        }
        if (TYPES[i].is_base && length == base + 1 && type[base] >= '1' && type[base] <= '4') {
            return pointee_of(TYPES[i].kind, TYPES[i].bytes, (uint32_t)(type[base] - '0'));
        }
    }
    return (struct signature_pointee){0};
}

const char *signature_variable(const char *name) {
    static const char prefix[] = SIGNATURE_VARIABLE;
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : NULL;
}

#include "check/extents.h"

#include <string.h>

#include "protocol/expression.h"

static const struct {
    const char *name;
    uint32_t bytes;
    bool is_base;                 /* of vector types such as uint4 */
} TYPES[] = {
    {"char", 1, true},           {"signed char", 1, false},    {"unsigned char", 1, false},      {"bool", 1, false},
    {"short", 2, true},          {"unsigned short", 2, false}, {"int", 4, true},                 {"unsigned int", 4, false},
    {"long", 8, true},           {"unsigned long", 8, false},  {"long long", 8, false},          {"unsigned long long", 8, false},
    {"float", 4, true},          {"double", 8, true},          {"longlong", 8, true},            {"uchar", 1, true},
    {"ushort", 2, true},         {"uint", 4, true},            {"ulong", 8, true},               {"ulonglong", 8, true},
    {"__half", 2, false},        {"half", 2, false},           {"__half2", 4, false},            {"half2", 4, false},
    {"__nv_bfloat16", 2, false}, {"__nv_bfloat162", 4, false}, {"cuComplex", 8, false},          {"cuDoubleComplex", 16, false},
};

/* The size of what a pointer of this type points to; 0 unknown. */
static uint32_t pointee_bytes(const char *type) {
    const char *end = strrchr(type, '*');
    if (!end || end[1] != 0 || end == type || strchr(type, '('))
        return 0;
    size_t length = (size_t)(end - type);
    static const char *const qualifiers[] = {" const", " volatile"};
    for (size_t i = 0; i < 2 * sizeof qualifiers / sizeof *qualifiers; i++) {
        size_t tail = strlen(qualifiers[i % 2]);
        if (length > tail && strncmp(type + length - tail, qualifiers[i % 2], tail) == 0)
            length -= tail;
    }
    if (type[length - 1] == '*')
        return 8;
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        size_t base = strlen(TYPES[i].name);
        if (strncmp(type, TYPES[i].name, base) != 0)
            continue;
        if (length == base)
            return TYPES[i].bytes;
        if (TYPES[i].is_base && length == base + 1 && type[base] >= '1' && type[base] <= '4')
            return TYPES[i].bytes * (uint32_t)(type[base] - '0');
    }
    return 0;
}

static void use_option(struct arena *arena, struct protocol *protocol, const struct check_extent *option, uint32_t array, term_ref *bytes,
                       const char **problem) {
    const char *error = NULL;
    term_ref count = expression_number(protocol, arena, option->expression, &error);
    const char *type = expression_type(protocol, arena, protocol->arrays[array].param);
    uint32_t size = protocol->params[protocol->arrays[array].param].is_pointer ? pointee_bytes(type) : 0;
    if (error)
        *problem = arena_printf(arena, "--extent %s=%s: %s", option->name, option->expression, error);
    else if (size == 0)
        *problem = *type ? arena_printf(arena, "--extent %s: the size of an element of '%s' is not known", option->name, type)
                         : arena_printf(arena, "--extent %s: the kernel's name tells no types of parameters", option->name);
    else
        *bytes = term_mul(protocol->terms, count, term_const(protocol->terms, 64, size), TERM_NSW);
}

struct extents extents_make(struct arena *arena, struct protocol *protocol, const struct check_options *options) {
    term_ref *bytes = arena_alloc(arena, (protocol->array_count + 1) * sizeof *bytes);
    const char **problems = arena_alloc(arena, (protocol->array_count + 1) * sizeof *problems);
    for (uint32_t a = 0; a < protocol->array_count; a++) {
        const struct proto_array *array = &protocol->arrays[a];
        if (array->kind == ARRAY_DYNAMIC && options->dynamic_shared_given)
            bytes[a] = term_const(protocol->terms, 64, options->dynamic_shared_bytes);
        for (uint32_t i = 0; i < options->extent_count && array->kind == ARRAY_PARAM; i++)
            if (strcmp(options->extents[i].name, array->name) == 0)
                use_option(arena, protocol, &options->extents[i], a, &bytes[a], &problems[a]);
    }
    return (struct extents){bytes, problems};
}

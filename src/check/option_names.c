#include "check/option_names.h"

#include <string.h>

#include "check/aliases.h"
#include "check/required.h"
#include "kernel/signature.h"
#include "protocol/expression.h"

static bool has(const char *const *names, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A struct is none of its own, its members are. */
static bool is_struct(const struct protocol *protocol, uint32_t param) {
    for (uint32_t i = 0; i < protocol->member_count; i++)
        if (protocol->members[i].param == param)
            return true;
    return false;
}

static bool is_array(const struct protocol *protocol, const char *name) {
    for (uint32_t i = 0; i < protocol->array_count; i++)
        if (protocol->arrays[i].kind == ARRAY_PARAM && strcmp(protocol->arrays[i].name, name) == 0)
            return true;
    return false;
}

static void add(struct option_names *names, const char *name, bool is_pointer) {
    if (is_pointer)
        names->pointers[names->pointer_count++] = name;
    else
        names->scalars[names->scalar_count++] = name;
}

static void list_names(struct arena *arena, const struct protocol *protocol, struct option_names *names) {
    uint32_t most = protocol->param_count + protocol->member_count;
    names->scalars = arena_alloc(arena, (most + 1) * sizeof *names->scalars);
    names->pointers = arena_alloc(arena, (most + 1) * sizeof *names->pointers);
    for (uint32_t i = 0; i < protocol->param_count; i++)
        if (!is_struct(protocol, i))
            add(names, protocol->params[i].name, protocol->params[i].is_pointer);
    for (uint32_t i = 0; i < protocol->member_count; i++)
        add(names, protocol->members[i].name, strchr(protocol->members[i].type, '*') || is_array(protocol, protocol->members[i].name));
}

/* Why the kernel has no requirement of sizes that only launches tell: it has no array of the name. NULL: it has. */
static const char *size_problem(struct arena *arena, const struct protocol *protocol, const struct option_names *names, const char *text) {
    size_t length;
    for (const char *at = text; (at = required_next_size(text, at, &length)) != NULL; at += REQUIRED_WORD + length) {
        const char *name = arena_strndup(arena, at + REQUIRED_WORD, length);
        bool is_known = has(names->pointers, names->pointer_count, expression_member(protocol, name));
        for (uint32_t i = 0; i < protocol->array_count && !is_known; i++)
            is_known = strcmp(protocol->arrays[i].name, name) == 0;
        if (!is_known)
            return arena_printf(arena, "--requires %s: no kernel that is checked has an array '%s'", text, name);
    }
    return NULL;
}

struct option_names option_names_find(struct arena *arena, struct protocol *protocol, const struct check_options *options) {
    struct option_names names = {.count = 0};
    list_names(arena, protocol, &names);
    names.problems = arena_alloc(arena, (options->param_count + (size_t)options->extent_count + options->required_count + options->alias_count + 1) *
                                            sizeof *names.problems);
    for (uint32_t i = 0; i < options->param_count; i++) {
        const char *name = options->params[i].name;
        bool is_known = has(names.scalars, names.scalar_count, expression_member(protocol, name));
        names.problems[names.count++] =
            is_known ? NULL : arena_printf(arena, "--param %s: no kernel that is checked has a scalar parameter '%s'", name, name);
    }
    for (uint32_t i = 0; i < options->extent_count; i++) {
        const char *name = options->extents[i].name;
        bool is_known = has(names.pointers, names.pointer_count, expression_member(protocol, name));
        names.problems[names.count++] =
            is_known ? NULL : arena_printf(arena, "--extent %s: no kernel that is checked has a pointer parameter '%s'", name, name);
    }
    for (uint32_t i = 0; i < options->required_count; i++) {
        const char *error = NULL;
        const char *text = required_text(arena, protocol, options, options->required[i]); /* NULL: launches may tell the size */
        term_ref term = text ? expression_condition(protocol, arena, text, &error) : TERM_NONE;
        const char *unknown = text ? NULL : size_problem(arena, protocol, &names, options->required[i]);
        names.problems[names.count++] = text && term_is_none(term) ? arena_printf(arena, "--requires %s: %s", options->required[i], error) : unknown;
    }
    for (uint32_t i = 0; i < options->alias_count; i++) {
        const char *of_alias[2] = {options->aliases[i].name, options->aliases[i].of}, *problem = NULL;
        const int named = strcmp(options->aliases[i].of, SIGNATURE_NULL) == 0 ? 1 : 2;
        for (int n = 0; n < named && !problem; n++)
            if (!has(names.pointers, names.pointer_count, expression_member(protocol, of_alias[n])))
                problem = arena_printf(arena, "--alias %s: no kernel that is checked has a pointer parameter '%s'",
                                       alias_text(arena, &options->aliases[i]), of_alias[n]);
        const char *error = NULL;
        if (!problem && options->aliases[i].offset)
            (void)expression_number(protocol, arena, options->aliases[i].offset, &error);
        names.problems[names.count++] = error ? arena_printf(arena, "--alias %s: %s", alias_text(arena, &options->aliases[i]), error) : problem;
    }
    return names;
}

void option_names_members(struct arena *arena, const struct protocol *protocol, struct check_options *options) {
    struct check_param *params = arena_alloc(arena, (options->param_count + 1) * sizeof *params);
    for (uint32_t i = 0; i < options->param_count; i++)
        params[i] = options->params[i], params[i].name = expression_member(protocol, options->params[i].name);
    struct check_extent *extents = arena_alloc(arena, (options->extent_count + 1) * sizeof *extents);
    for (uint32_t i = 0; i < options->extent_count; i++) {
        const struct check_extent *e = &options->extents[i];
        extents[i] = (struct check_extent){expression_member(protocol, e->name), e->expression, false, e->in_bytes};
    }
    options->params = params;
    options->extents = extents;
}

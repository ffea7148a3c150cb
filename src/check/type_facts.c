/* See type_facts.h. The name of a member in a kernel begins with that of the parameter. */
#include "check/type_facts.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "kernel/type_fact.h"
#include "protocol/expression.h"

struct place {
    struct arena *arena;
    const char *before;
};

static bool begins_name(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static const char *with_prefix(void *context, const char *member) {
    struct place *place = context;
    return arena_printf(place->arena, "%s%s", place->before, member);
}

/* The condition with `before` in front of each member; *count of them. NULL and *error if it speaks of anything else. */
static const char *with_members(struct arena *arena, const char *condition, const char *before, uint32_t *count, const char **error) {
    struct place place = {arena, before};
    return type_fact_text(arena, condition, with_prefix, &place, count, error);
}

/* The colon behind the type's name, which may have colons of namespaces in it. */
static const char *find_colon(const char *text) {
    for (const char *at = strchr(text, ':'); at; at = strchr(at + 1, ':')) {
        if (at[1] != ':')
            return at;
        at++;
    }
    return NULL;
}

struct type_fact type_fact_parse(struct arena *arena, const char *text, const char **error) {
    struct type_fact fact = {0};
    const char *colon = find_colon(text), *from = text + strspn(text, " \t");
    size_t length = colon && colon > from ? (size_t)(colon - from) : 0;
    uint32_t count;
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        length--;
    *error = NULL;
    if (length == 0 || !begins_name(*from)) {
        *error = arena_printf(arena, "'%s' is not TYPE: EXPRESSION", text);
        return fact;
    }
    fact.type = arena_strndup(arena, from, length);
    fact.condition = colon + 1 + strspn(colon + 1, " \t");
    const char *problem = NULL, *probe = with_members(arena, fact.condition, "t.", &count, &problem);
    problem = problem ? problem : expression_syntax(arena, probe);
    problem = problem ? problem : count == 0 ? "it speaks of no member" : NULL;
    *error = problem ? arena_printf(arena, "'%s': %s", text, problem) : NULL;
    return fact;
}

struct texts {
    VEC(const char *) list;
};

/* What the fact says of one struct of the parameter. */
static void add_struct(struct arena *arena, struct protocol *protocol, const struct type_fact *fact, const char *param, const char *path,
                       struct texts *out, const char **problem) {
    const char *error = NULL, *before = *path ? arena_printf(arena, "%s.%s.", param, path) : arena_printf(arena, "%s.", param);
    uint32_t count;
    const char *text = with_members(arena, fact->condition, before, &count, &error);
    if (text)
        (void)expression_condition(protocol, arena, text, &error);
    if (error)
        *problem = arena_printf(arena, "--type-fact %s: %s", fact->type, error);
    else
        vec_push(&out->list, text);
}

struct check_options type_facts_apply(struct arena *arena, const struct kernel *kernel, struct protocol *protocol,
                                      const struct check_options *options, const char **problem) {
    struct check_options own = *options;
    struct texts all = {0};
    *problem = NULL;
    for (uint32_t i = 0; i < options->required_count; i++)
        vec_push(&all.list, options->required[i]);
    for (uint32_t f = 0; f < options->type_fact_count && kernel; f++)
        for (uint32_t p = 0; p < kernel->param_count; p++)
            for (uint32_t s = 0; s < kernel->params[p].struct_count; s++)
                if (strcmp(kernel->params[p].structs[s].type, options->type_facts[f].type) == 0)
                    add_struct(arena, protocol, &options->type_facts[f], kernel->params[p].name, kernel->params[p].structs[s].path, &all, problem);
    const char **required = arena_alloc(arena, (all.list.size + (size_t)1) * sizeof *required);
    for (uint32_t i = 0; i < all.list.size; i++)
        required[i] = all.list.data[i];
    own.required = required;
    own.required_count = all.list.size;
    vec_release(&all.list);
    return own;
}

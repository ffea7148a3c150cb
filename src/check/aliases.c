/* See aliases.h. */
#include "check/alias_parts.h"

#include <ctype.h>
#include <string.h>

#include "kernel/edit.h"
#include "kernel/member.h"
#include "kernel/signature.h"
#include "protocol/expression.h"

const char *alias_text(struct arena *arena, const struct check_alias *alias) {
    if (alias->is_any)
        return arena_printf(arena, "%s and %s may overlap", alias->name, alias->of);
    if (!alias->offset)
        return arena_printf(arena, "%s = %s", alias->name, alias->of);
    if (alias_is_place(alias))
        return arena_printf(arena, "%s = the start of its memory + %s", alias->name, alias->offset);
    bool is_before = strncmp(alias->offset, "0 - ", 4) == 0;
    return arena_printf(arena, "%s = %s %c %s", alias->name, alias->of, is_before ? '-' : '+', alias->offset + (is_before ? 4 : 0));
}

bool alias_is_place(const struct check_alias *alias) {
    return !alias->is_any && alias->offset && strcmp(alias->name, alias->of) == 0;
}

static bool is_name_character(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '[' || c == ']';
}

/* The name at *text, which is moved behind it and the blanks around it; NULL: there is none. */
static const char *take_name(struct arena *arena, const char **text) {
    const char *from = *text + strspn(*text, " \t");
    size_t length = 0;
    while (is_name_character(from[length]))
        length++;
    *text = from + length + strspn(from + length, " \t");
    return length > 0 && !isdigit((unsigned char)*from) ? arena_strndup(arena, from, length) : NULL;
}

bool alias_is_null(const struct check_alias *alias) {
    return strcmp(alias->of, SIGNATURE_NULL) == 0;
}

struct check_alias alias_parse(struct arena *arena, const char *text, const char **error) {
    const char *at = text;
    struct check_alias alias = {.name = take_name(arena, &at)};
    alias.is_any = *at == ',';
    bool is_pair = alias.name && (*at == ',' || *at == '=');
    at += is_pair;
    alias.of = is_pair ? take_name(arena, &at) : NULL;
    bool is_farther = alias.of && !alias.is_any && (*at == '+' || *at == '-');
    *error = NULL;
    if (!alias.of || (*at && !is_farther)) {
        *error = arena_printf(arena, "'%s' is not A,B, A=B or A=B+EXPRESSION, of two pointer parameters", text);
    } else if (strcmp(alias.name, SIGNATURE_NULL) == 0 || (alias_is_null(&alias) && (alias.is_any || is_farther))) {
        *error = arena_printf(arena, "'%s': a pointer that is null is written A=%s", text, SIGNATURE_NULL);
    } else if (strcmp(alias.name, alias.of) == 0) {
        *error = arena_printf(arena, "'%s' names one pointer twice", text);
    } else if (is_farther) {
        const char *by = at + 1 + strspn(at + 1, " \t");
        bool is_atom = !by[strspn(by, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
        alias.offset = *at == '+' ? by : arena_printf(arena, is_atom ? "0 - %s" : "0 - (%s)", by);
        const char *wrong = expression_syntax(arena, at + 1);
        *error = wrong ? arena_printf(arena, "'%s': %s", text, wrong) : NULL;
    }
    return alias;
}

/* ---- names ---- */

static uint32_t find_param(const struct kernel *kernel, const char *name) {
    for (uint32_t i = 0; i < kernel->param_count; i++)
        if (strcmp(kernel->params[i].name, name) == 0)
            return i;
    return PROTOCOL_NONE;
}

/* The struct parameter that has a member of this name: "p.data". */
static bool is_member(const struct kernel *kernel, const char *name) {
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        size_t length = strlen(kernel->params[i].name);
        if (kernel->params[i].by_value_struct && strncmp(kernel->params[i].name, name, length) == 0 && name[length] == '.')
            return true;
    }
    return false;
}

bool alias_is_told_of(const struct kernel *kernel, const struct check_alias *alias) {
    return (find_param(kernel, alias->name) != PROTOCOL_NONE || is_member(kernel, alias->name)) &&
           (alias_is_null(alias) || find_param(kernel, alias->of) != PROTOCOL_NONE || is_member(kernel, alias->of));
}

/* The next place where the text has the name; NULL: none. */
static const char *find_name(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        bool begins = at == text || !is_name_character(at[-1]);
        if (begins && !is_name_character(at[length]))
            return at;
    }
    return NULL;
}

static const char *rename_in(struct arena *arena, const char *text, const char *name, const char *to) {
    for (const char *at; (at = find_name(text, name)) != NULL && strcmp(name, to) != 0;)
        text = arena_printf(arena, "%.*s%s%s", (int)(at - text), text, to, at + strlen(name));
    return text;
}

/* ---- one alias ---- */

struct plan {
    struct arena *arena;
    struct kernel *kernel;
    struct check_options *options;
    const char *problem;
};

static uint32_t element_bytes(const struct plan *p, uint32_t param) {
    uint32_t bytes = signature_pointee(signature_type(p->arena, p->kernel->display, param)).bytes;
    return bytes > 0 ? bytes : p->kernel->params[param].elem_bytes;
}

static const char *without_const(struct arena *arena, const char *type) {
    return rename_in(arena, type, "const", "");
}

/* Conditions on what an array holds name it. Where both pointers are one, of one type, they speak of one array. */
static void take_contents(struct plan *p, const struct check_alias *alias, uint32_t param, uint32_t of) {
    const char *types[2] = {without_const(p->arena, signature_type(p->arena, p->kernel->display, param)),
                            without_const(p->arena, signature_type(p->arena, p->kernel->display, of))};
    bool is_same = !alias->is_any && !alias->offset && strcmp(types[0], types[1]) == 0 && *types[0];
    const char **required = arena_alloc(p->arena, (p->options->required_count + 1) * sizeof *required);
    struct kernel_extent *contents = arena_alloc(p->arena, (p->kernel->content_count + 1) * sizeof *contents);
    bool is_named = false;
    for (uint32_t i = 0; i < p->options->required_count; i++) {
        const char *text = p->options->required[i];
        bool is_varied = i - p->options->varied_first < p->options->varied_count; /* of all of the memory, whoever points where */
        is_named |= !is_varied && (find_name(text, alias->name) || find_name(text, alias->of));
        required[i] = rename_in(p->arena, text, alias->name, alias->of);
    }
    for (uint32_t i = 0; i < p->kernel->content_count; i++) {
        contents[i] = p->kernel->contents[i];
        is_named |= find_name(contents[i].count, alias->name) || find_name(contents[i].count, alias->of);
        contents[i].count = rename_in(p->arena, contents[i].count, alias->name, alias->of);
    }
    if (is_named && !is_same) {
        p->problem =
            arena_printf(p->arena, "%s, and what is stated of the contents of one of them is not understood then", alias_text(p->arena, alias));
        return;
    }
    p->options->required = required;
    p->kernel->contents = contents;
}

static void require(struct plan *p, const char *condition) {
    const char **required = arena_alloc(p->arena, (p->options->required_count + 1) * sizeof *required);
    for (uint32_t i = 0; i < p->options->required_count; i++)
        required[i] = p->options->required[i];
    required[p->options->required_count++] = condition;
    p->options->required = required;
}

static const char *extent_of(const struct plan *p, const char *name, bool *in_bytes) {
    *in_bytes = false;
    for (uint32_t i = 0; i < p->options->extent_count; i++)
        if (strcmp(p->options->extents[i].name, name) == 0) {
            *in_bytes = p->options->extents[i].in_bytes;
            return p->options->extents[i].expression;
        }
    for (uint32_t i = 0; i < p->kernel->extent_count; i++)
        if (!kernel_extent_is_inlined(p->kernel, &p->kernel->extents[i]) && strcmp(p->kernel->extents[i].pointer, name) == 0)
            return p->kernel->extents[i].count;
    return NULL;
}

/* Extents of `name` become those of `to`; NULL: they are dropped. */
static void move_extents(struct plan *p, const char *name, const char *to) {
    struct check_extent *extents = arena_alloc(p->arena, (p->options->extent_count + 1) * sizeof *extents);
    struct kernel_extent *stated = arena_alloc(p->arena, (p->kernel->extent_count + 1) * sizeof *stated);
    uint32_t extent_count = 0, stated_count = 0;
    for (uint32_t i = 0; i < p->options->extent_count; i++) {
        struct check_extent e = p->options->extents[i];
        bool is_it = strcmp(e.name, name) == 0;
        e.name = is_it ? to : e.name;
        if (e.name)
            extents[extent_count++] = e;
    }
    for (uint32_t i = 0; i < p->kernel->extent_count; i++) {
        struct kernel_extent e = p->kernel->extents[i];
        bool is_it = !kernel_extent_is_inlined(p->kernel, &e) && strcmp(e.pointer, name) == 0;
        e.pointer = is_it ? to : e.pointer;
        if (e.pointer)
            stated[stated_count++] = e;
    }
    p->options->extents = extents;
    p->options->extent_count = extent_count;
    p->kernel->extents = stated;
    p->kernel->extent_count = stated_count;
}

/* One array has one extent. Of one pointer that is what is known of either; else it is what is known of `of`, unless something else is
   stated of `name`: then it is not known. */
static void take_extents(struct plan *p, const struct check_alias *alias, uint32_t param, uint32_t of) {
    bool in_bytes[2];
    const char *own = extent_of(p, alias->name, &in_bytes[0]), *other = extent_of(p, alias->of, &in_bytes[1]);
    bool is_same =
        !alias->is_any && !alias->offset && element_bytes(p, param) == element_bytes(p, of) && (!own || !other || in_bytes[0] == in_bytes[1]);
    if (own && other && is_same && strcmp(own, other) != 0)
        require(p, arena_printf(p->arena, "(%s) == (%s)", own, other));
    if (alias->is_any || (own && !is_same && (alias->offset || !alias->is_read)))
        move_extents(p, alias->of, NULL);
    move_extents(p, alias->name, own && !other && is_same ? alias->of : NULL);
}

/* The name of the offset as a parameter. */
static const char *offset_name(struct arena *arena, const struct check_alias *alias) {
    return arena_printf(arena, "%s.offset", alias->name);
}

const char *alias_relation(struct arena *arena, const struct check_alias *alias) {
    return arena_printf(arena, "%s == (%s)", offset_name(arena, alias), alias->offset);
}

static bool is_plain_pointer(const struct param *param) {
    return param->type.kind == TYPE_POINTER && param->type.lanes <= 1 && !param->by_value_struct && param->type.space != SPACE_SHARED;
}

static void apply_null(struct plan *p, const struct check_alias *alias, struct kernel_alias *edit) {
    uint32_t param = find_param(p->kernel, alias->name);
    int64_t member = -1;
    for (uint32_t i = 0; i < p->kernel->param_count && param == PROTOCOL_NONE; i++) {
        member = p->kernel->params[i].by_value_struct ? member_place(&p->kernel->params[i], alias->name) : -1;
        param = member >= 0 ? i : PROTOCOL_NONE;
    }
    if (param == PROTOCOL_NONE || (member < 0 && !is_plain_pointer(&p->kernel->params[param]))) {
        p->problem =
            arena_printf(p->arena, "%s: only a parameter that is a pointer to global memory is taken to be null", alias_text(p->arena, alias));
        return;
    }
    move_extents(p, alias->name, NULL);
    *edit = (struct kernel_alias){.param = param, .of = KERNEL_ALIAS_NULL, .member_bytes = member < 0 ? 0 : (uint64_t)member};
    p->kernel = kernel_with_alias(p->arena, p->kernel, edit);
}

static void apply(struct plan *p, const struct check_alias *alias, struct kernel_alias *edit) {
    if (alias_is_null(alias)) {
        apply_null(p, alias, edit);
        return;
    }
    uint32_t param = find_param(p->kernel, alias->name), of = find_param(p->kernel, alias->of);
    if (param == PROTOCOL_NONE || of == PROTOCOL_NONE) {
        p->problem = arena_printf(p->arena, "%s: pointers in structs are taken for distinct", alias_text(p->arena, alias));
        return;
    }
    if (!is_plain_pointer(&p->kernel->params[param]) || !is_plain_pointer(&p->kernel->params[of]) ||
        p->kernel->params[param].type.space != p->kernel->params[of].type.space) {
        p->problem = arena_printf(p->arena, "%s: these are no two pointers to global memory", alias_text(p->arena, alias));
        return;
    }
    bool has_offset = alias->is_any || alias->offset;
    uint32_t size = element_bytes(p, of);
    if (alias->is_any) /* any multiple of the smaller element: each pointer is aligned as its type is */
        size = size == 0 || element_bytes(p, param) < size ? element_bytes(p, param) : size;
    if (alias->is_any && size == 0)
        size = 1;
    if (has_offset && (size == 0 || size > KERNEL_ELEM_MOST)) {
        p->problem = arena_printf(p->arena, "%s: the size of an element of '%s' is not known", alias_text(p->arena, alias), alias->of);
        return;
    }
    take_contents(p, alias, param, of);
    if (!alias_is_place(alias))
        take_extents(p, alias, param, of);
    *edit = (struct kernel_alias){.param = param, .of = of, .offset = has_offset ? offset_name(p->arena, alias) : NULL, .elem_bytes = size};
    struct kernel *edited = kernel_with_alias(p->arena, p->kernel, edit);
    p->kernel = edited;
    if (alias->offset && !alias->is_any)
        require(p, alias_relation(p->arena, alias));
}

/* ---- all of them ---- */

/* Takes one that nothing is said in terms of that is left; false: they go round in a circle. */
static bool take_last(struct check_alias *left, uint32_t *count, struct check_alias *taken) {
    for (uint32_t i = 0; i < *count; i++) {
        bool is_used = false;
        for (uint32_t j = 0; j < *count; j++)
            is_used |= j != i && strcmp(left[j].of, left[i].name) == 0;
        if (is_used)
            continue;
        *taken = left[i];
        left[i] = left[--*count];
        return true;
    }
    return false;
}

static const char *stated_twice(struct arena *arena, const struct check_alias *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(list[i].name, list[j].name) == 0)
                return arena_printf(arena, "%s, and %s: one pointer in terms of two others is not understood", alias_text(arena, &list[j]),
                                    alias_text(arena, &list[i]));
    return NULL;
}

/* What a pointer is told in terms of, at the end. */
static const char *root_of(const struct check_alias *list, uint32_t count, const char *name) {
    for (uint32_t steps = 0; steps <= count; steps++)
        for (uint32_t i = 0; i < count; i++)
            if (strcmp(list[i].name, name) == 0) {
                name = list[i].of;
                break;
            }
    return name;
}

static bool is_stated(const struct check_alias *list, uint32_t count, const struct check_alias *alias) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(list[i].name, alias->name) == 0 && strcmp(list[i].of, alias->of) == 0 && !list[i].offset == !alias->offset &&
            (!alias->offset || strcmp(list[i].offset, alias->offset) == 0))
            return true;
    return false;
}

/* The aliases that speak of the kernel: first those that are known, then pairs that may overlap, each of which joins two groups. */
static uint32_t list_own(const struct kernel *kernel, const struct check_options *options, struct check_alias *own) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < options->alias_count; i++)
        if (!options->aliases[i].is_any && alias_is_told_of(kernel, &options->aliases[i]) && !is_stated(own, count, &options->aliases[i]))
            own[count++] = options->aliases[i];
    for (uint32_t i = 0; i < options->alias_count; i++) {
        struct check_alias alias = options->aliases[i];
        if (!alias.is_any || !alias_is_told_of(kernel, &alias))
            continue;
        alias.name = root_of(own, count, alias.name);
        if (strcmp(alias.name, root_of(own, count, alias.of)) != 0)
            own[count++] = alias;
    }
    return count;
}

/* What the launch symbols are read by: host code says nothing of an axis in either. */
static void copy_flags(struct protocol *to, const struct protocol *from) {
    for (unsigned axis = 0; axis < 3; axis++) {
        to->reads_bdim[axis] |= from->reads_bdim[axis];
        to->reads_gdim[axis] |= from->reads_gdim[axis];
    }
}

static bool has_array(const struct protocol *protocol, const char *name) {
    for (uint32_t i = 0; i < protocol->array_count; i++)
        if (strcmp(protocol->arrays[i].name, name) == 0)
            return true;
    return false;
}

/* Accesses through a pointer that may be null, as far as guards tell. */
static uint32_t count_null(const struct protocol *protocol) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < protocol->trust_count; i++)
        count += protocol->trusts[i].kind == TRUST_NOT_NULL;
    for (uint32_t i = 0; i < protocol->problem_count; i++)
        count += protocol->problems[i].reason == REASON_UNKNOWN_POINTER;
    return count;
}

/* Without what host code says of null pointers. */
static struct check_options without_null(struct arena *arena, const struct check_options *options) {
    struct check_options own = *options;
    struct check_alias *all = arena_alloc(arena, (options->alias_count + 1) * sizeof *all);
    own.alias_count = 0;
    for (uint32_t i = 0; i < options->alias_count; i++)
        if (!options->aliases[i].is_read || !alias_is_null(&options->aliases[i]))
            all[own.alias_count++] = options->aliases[i];
    own.aliases = all;
    return own;
}

struct aliased aliases_apply(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                             struct launch_protocols *protocols) {
    struct aliased a = {.kernel = kernel, .protocol = protocol, .options = *options};
    a.options.alias_count = 0;
    if (options->alias_count == 0)
        return a;
    if (!kernel) {
        for (uint32_t i = 0; i < options->alias_count && !a.problem; i++)
            a.problem = has_array(protocol, options->aliases[i].name) && has_array(protocol, options->aliases[i].of)
                            ? arena_printf(arena, "%s: a protocol's arrays are distinct", alias_text(arena, &options->aliases[i]))
                            : NULL;
        return a;
    }
    struct check_alias *left = arena_alloc(arena, options->alias_count * sizeof *left), taken;
    struct check_alias *used = arena_alloc(arena, options->alias_count * sizeof *used);
    struct kernel_alias *edits = arena_alloc(arena, options->alias_count * sizeof *edits);
    uint32_t count = list_own(kernel, options, left);
    if (count == 0)
        return a;
    struct kernel *copy = arena_alloc(arena, sizeof *copy);
    *copy = *kernel;
    struct plan p = {.arena = arena, .kernel = copy, .options = &a.options, .problem = stated_twice(arena, left, count)};
    while (count > 0 && !p.problem) {
        if (take_last(left, &count, &taken)) {
            used[a.options.alias_count] = taken;
            apply(&p, &taken, &edits[a.options.alias_count++]);
        } else {
            p.problem = arena_printf(arena, "%s: pointers in terms of each other", alias_text(arena, &left[0]));
        }
    }
    a.restricted = arena_alloc(arena, (a.options.alias_count + 1) * sizeof *a.restricted);
    for (uint32_t i = 0; i < a.options.alias_count; i++)
        a.restricted[i] = alias_restricted(arena, kernel, protocol, &used[i]);
    a.problem = p.problem;
    a.options.aliases = used;
    a.options.replaced = edits;
    a.options.replaced_count = a.options.alias_count;
    if (a.problem)
        return a;
    a.kernel = p.kernel;
    a.protocol = protocol_infer(arena, a.kernel, launches_block_threads(options));
    vec_push(&protocols->list, a.protocol);
    if (options->lockstep)
        protocol_add_sides(a.protocol, a.kernel);
    copy_flags(a.protocol, protocol);
    const struct check_options rest = without_null(arena, options);
    if (rest.alias_count < options->alias_count && count_null(a.protocol) > count_null(protocol)) {
        struct aliased other = aliases_apply(arena, kernel, protocol, &rest, protocols); /* as memory of no size */
        other.reaches_null = true;
        return other;
    }
    for (uint32_t i = 0; i < a.options.alias_count && !a.problem; i++) {
        const char *error = NULL;
        if (used[i].offset && !used[i].is_any)
            (void)expression_condition(a.protocol, arena, alias_relation(arena, &used[i]), &error);
        a.problem = error ? arena_printf(arena, "%s: %s", alias_text(arena, &used[i]), error) : NULL;
    }
    return a;
}

static bool is_written(const struct protocol *protocol, uint32_t param) {
    for (uint32_t i = 0; i < protocol->array_count; i++)
        if (protocol->arrays[i].kind == ARRAY_PARAM && protocol->arrays[i].param == param && protocol->arrays[i].written)
            return true;
    return false;
}

const char *alias_restricted(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct check_alias *alias) {
    uint32_t param = find_param(kernel, alias->name), of = find_param(kernel, alias->of);
    if (param == of || param == PROTOCOL_NONE || of == PROTOCOL_NONE || (!is_written(protocol, param) && !is_written(protocol, of)))
        return NULL;
    const struct param *restricted = kernel->params[param].is_restrict ? &kernel->params[param] : &kernel->params[of];
    return restricted->is_restrict ? arena_printf(arena, "'%s' is __restrict__, and %s: what a compiler makes of it is not judged", restricted->name,
                                                  alias_text(arena, alias))
                                   : NULL;
}

#include "check/extents.h"

#include <string.h>

#include "kernel/signature.h"
#include "protocol/expression.h"

static void use_option(struct arena *arena, struct protocol *protocol, const struct check_extent *option, uint32_t array, term_ref *bytes,
                       term_ref *elements, const char **problem) {
    const char *error = NULL;
    term_ref count = expression_number(protocol, arena, option->expression, &error);
    const char *type = expression_pointer(protocol, arena, array);
    uint32_t size = signature_pointee(type).bytes;
    if (error)
        *problem = option->in_source ? arena_printf(arena, "wp_extent(%s, %s): %s", option->name, option->expression, error)
                                     : arena_printf(arena, "--extent %s=%s: %s", option->name, option->expression, error);
    else if (option->in_bytes)
        *bytes = count;
    else if (size == 0)
        *problem = *type ? arena_printf(arena, "--extent %s: the size of an element of '%s' is not known", option->name, type)
                         : arena_printf(arena, "--extent %s: the kernel's name tells no types of parameters", option->name);
    else {
        *bytes = term_mul(protocol->terms, count, term_const(protocol->terms, 64, size), TERM_NSW);
        *elements = count;
    }
}

struct extents extents_make(struct arena *arena, struct protocol *protocol, const struct check_options *options) {
    term_ref *bytes = arena_alloc(arena, (protocol->array_count + 1) * sizeof *bytes);
    term_ref *elements = arena_alloc(arena, (protocol->array_count + 1) * sizeof *elements);
    const char **problems = arena_alloc(arena, (protocol->array_count + 1) * sizeof *problems);
    for (uint32_t a = 0; a < protocol->array_count; a++) {
        const struct proto_array *array = &protocol->arrays[a];
        if (array->kind == ARRAY_DYNAMIC && options->dynamic_shared_given)
            bytes[a] = term_const(protocol->terms, 64, options->dynamic_shared_bytes);
        else if (array->kind == ARRAY_DYNAMIC && array->param == PROTOCOL_NONE && options->dynamic_shared) {
            const char *error = NULL;
            term_ref told = expression_number(protocol, arena, options->dynamic_shared, &error);
            bytes[a] = error ? TERM_NONE : told;
        }
        for (uint32_t i = 0; i < options->extent_count && array->kind == ARRAY_PARAM; i++)
            if (strcmp(options->extents[i].name, array->name) == 0)
                use_option(arena, protocol, &options->extents[i], a, &bytes[a], &elements[a], &problems[a]);
    }
    return (struct extents){bytes, elements, problems};
}

void extents_add_stated(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, struct check_options *options) {
    uint32_t count = options->extent_count, stated = kernel ? kernel->extent_count : 0;
    struct check_extent *all = arena_alloc(arena, (count + stated + 1) * sizeof *all);
    for (uint32_t i = 0; i < count; i++)
        all[i] = options->extents[i];
    for (uint32_t i = 0; i < stated; i++) {
        if (kernel_extent_is_inlined(kernel, &kernel->extents[i]))
            continue;
        const char *name = expression_member(protocol, kernel->extents[i].pointer);
        bool is_known = false;
        for (uint32_t j = 0; j < count; j++)
            is_known = is_known || strcmp(all[j].name, name) == 0;
        if (!is_known)
            all[count++] = (struct check_extent){name, kernel->extents[i].count, true, false};
    }
    options->extents = all;
    options->extent_count = count;
}

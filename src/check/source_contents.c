/* See source_contents.h. */
#include "check/source_contents.h"

#include "protocol/expression.h"

void source_contents_add(struct arena *arena, const struct kernel *kernel, struct check_options *options) {
    uint32_t stated = kernel ? kernel->content_count : 0;
    const char **all = arena_alloc(arena, (options->required_count + stated + 1) * sizeof *all);
    for (uint32_t i = 0; i < options->required_count; i++)
        all[i] = options->required[i];
    for (uint32_t i = 0; i < stated; i++)
        if (!kernel_extent_is_inlined(kernel, &kernel->contents[i]))
            all[options->required_count++] = kernel->contents[i].count;
    options->required = all;
}

void source_contents_judge(struct conductor *c, struct protocol *protocol) {
    for (uint32_t i = 0; c->kernel && i < c->kernel->content_count; i++) {
        const struct kernel_extent *stated = &c->kernel->contents[i];
        const char *error = NULL;
        if (kernel_extent_is_inlined(c->kernel, stated))
            error = "stands in a function that the kernel calls, not in the kernel";
        else
            (void)expression_condition(protocol, c->arena, stated->count, &error);
        if (error)
            conductor_unproved(c, PROP_RACE, REASON_UNSUPPORTED, stated->loc, arena_printf(c->arena, "wp_contents(%s): %s", stated->count, error));
    }
}

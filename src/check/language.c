/* See language.h. Hosts give a global offset rarely; where nobody says anything it is 0, which the
   result lists as an assumption if the kernel reads it. */
#include "check/language.h"

#include <string.h>

const char *language_offset_name(uint32_t axis) {
    static const char *const names[] = {"global_offset_x", "global_offset_y", "global_offset_z"};
    return names[axis];
}

static bool has_scalar(const struct protocol *protocol, const char *name) {
    bool found = false;
    for (uint32_t i = 0; i < protocol->param_count && !found; i++)
        found = strcmp(protocol->params[i].name, name) == 0;
    return found;
}

static bool is_given(const struct check_options *options, const char *name) {
    bool found = false;
    for (uint32_t i = 0; i < options->param_count && !found; i++)
        found = strcmp(options->params[i].name, name) == 0;
    return found;
}

struct check_options language_options(struct arena *arena, const struct protocol *protocol, const struct check_options *options) {
    struct check_options result = *options;
    if (protocol->language != LANGUAGE_OPENCL)
        return result;
    if (!result.exit_given)
        result.exit_diverges = true;
    if (result.offset == CHECK_OFFSET_ANY)
        return result;
    struct check_param *params = arena_alloc(arena, (options->param_count + 3) * sizeof *params);
    for (uint32_t i = 0; i < options->param_count; i++)
        params[i] = options->params[i];
    for (uint32_t axis = 0; axis < 3; axis++) {
        const char *name = language_offset_name(axis);
        if (!has_scalar(protocol, name) || is_given(options, name))
            continue;
        params[result.param_count++] = (struct check_param){.name = name, .value = result.global_offset[axis]};
        result.assumes_no_offset |= result.offset == CHECK_OFFSET_NONE;
    }
    result.params = params;
    return result;
}

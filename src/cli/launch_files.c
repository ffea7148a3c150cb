/* See launch_files.h. */
#include "cli/launch_files.h"

#include "check/type_facts.h"
#include "cli/inputs.h"

/* Adds what a launch file says of types to what options say. */
static bool add_types(struct arena *arena, struct options *options, const char *path, const struct launch_list *list, const char **error) {
    struct check_options *check = &options->check;
    struct type_fact *facts = arena_alloc(arena, (check->type_fact_count + (size_t)list->type_count + 1) * sizeof *facts);
    for (uint32_t i = 0; i < check->type_fact_count; i++) {
        facts[i] = check->type_facts[i];
    }
    for (uint32_t i = 0; i < list->type_count; i++) {
        const char *what = NULL;
        facts[check->type_fact_count + i] = type_fact_parse(arena, list->types[i], &what);
        if (what) {
            *error = arena_printf(arena, "%s: types: %s", path, what);
            return false;
        }
    }
    check->type_facts = facts;
    check->type_fact_count += list->type_count;
    return true;
}

bool launch_files_read(struct arena *arena, struct options *options, const char **error) {
    struct launch_list *all = &options->launches;
    for (uint32_t i = 0; i < options->launch_file_count; i++) {
        size_t size = 0;
        const char *path = options->launch_files[i], *what = NULL;
        const char *text = inputs_read(arena, path, &size, error);
        struct launch_list list;
        if (!text) {
            return false;
        }
        if (!launches_read(&list, arena, path, text, size, &what)) {
            *error = arena_printf(arena, "%s: %s", path, what);
            return false;
        }
        launches_append(arena, all, &list);
        if (options->launches_mode != LAUNCHES_ANY && !add_types(arena, options, path, &list, error)) {
            return false;
        }
        options->launches_text = arena_printf(arena, "%s%s\n%s\n", options->launches_text ? options->launches_text : "", path, text);
    }
    return true;
}

#include "report/project_read.h"

#include <inttypes.h>
#include <string.h>

#include <jansson.h>

#include "report/json_lines.h"

struct reader {
    struct project *project;
    struct arena *arena;
    const char *text;
    struct json_step path[4]; /* keys that lead to what is being read */
    uint32_t depth;
    const char *error;
};

static uint32_t line_of_path(const struct reader *r) {
    return json_line_of(r->text, r->path, r->depth);
}

#define FAIL(r, ...)                                                                                                                                 \
    ((void)((r)->error = (r)->error ? (r)->error : arena_printf((r)->arena, "line %u: %s", line_of_path(r), arena_printf((r)->arena, __VA_ARGS__))))

static void enter(struct reader *r, const char *key) {
    r->path[r->depth++] = (struct json_step){.key = key};
}

/* ---- values ---- */

static void add(struct reader *r, struct project_settings *settings, const char *name, const char *value) {
    vec_push(&settings->list, (struct project_setting){arena_strdup(r->arena, name), value ? arena_strdup(r->arena, value) : NULL, line_of_path(r)});
}

/* A string or a whole number; NULL if it is neither. */
static const char *scalar_text(struct reader *r, const json_t *value) {
    return json_is_string(value)    ? json_string_value(value)
           : json_is_integer(value) ? arena_printf(r->arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value))
                                    : NULL;
}

/* Whether a list is one value, with commas between. */
static bool joins(const char *name) {
    static const char *const joined[] = {"block", "grid", "global-size", "global-offset", "only"};
    bool is_joined = false;
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++) {
        is_joined = is_joined || strcmp(joined[i], name) == 0;
    }
    return is_joined;
}

static void add_list(struct reader *r, struct project_settings *settings, const char *name, const json_t *list) {
    const char *all = "";
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = scalar_text(r, json_array_get(list, i));
        if (!text) {
            FAIL(r, "'%s' is a list of strings or whole numbers", name);
        } else if (joins(name)) {
            all = arena_printf(r->arena, "%s%s%s", all, i > 0 ? "," : "", text);
        } else {
            add(r, settings, name, text);
        }
    }
    if (joins(name)) {
        add(r, settings, name, all);
    }
}

/* {"a": "n"} is a=n. */
static void add_pairs(struct reader *r, struct project_settings *settings, const char *name, json_t *pairs) {
    const char *key;
    json_t *value;
    json_object_foreach(pairs, key, value) {
        enter(r, key);
        const char *text = scalar_text(r, value);
        if (text) {
            add(r, settings, name, arena_printf(r->arena, "%s=%s", key, text));
        } else {
            FAIL(r, "the value of '%s' is a string or a whole number", key);
        }
        r->depth--;
    }
}

static void read_setting(struct reader *r, struct project_settings *settings, const char *name, json_t *value) {
    const char *text = scalar_text(r, value);
    if (text) {
        add(r, settings, name, text);
    } else if (json_is_true(value)) {
        add(r, settings, name, NULL);
    } else if (json_is_array(value)) {
        add_list(r, settings, name, value);
    } else if (json_is_object(value)) {
        add_pairs(r, settings, name, value);
    } else if (!json_is_false(value)) {
        FAIL(r, "the value of '%s' is a string, a whole number, true, false, a list or an object", name);
    }
}

/* ---- sections ---- */

static bool expect_object(struct reader *r, const char *name, const json_t *value) {
    if (!json_is_object(value)) {
        FAIL(r, "'%s' is an object", name);
    }
    return json_is_object(value);
}

static void read_settings(struct reader *r, struct project_settings *settings, const char *name, json_t *section) {
    const char *key;
    json_t *value;
    if (!expect_object(r, name, section)) {
        return;
    }
    json_object_foreach(section, key, value) {
        enter(r, key);
        read_setting(r, settings, key, value);
        r->depth--;
    }
}

static void read_kernels(struct reader *r, json_t *section) {
    const char *key;
    json_t *value;
    if (!expect_object(r, "kernels", section)) {
        return;
    }
    json_object_foreach(section, key, value) {
        enter(r, key);
        struct project_kernel kernel = {.pattern = arena_strdup(r->arena, key), .line = line_of_path(r)};
        read_settings(r, &kernel.settings, key, value);
        vec_push(&r->project->kernels, kernel);
        r->depth--;
    }
}

static void read_texts(struct reader *r, struct project_settings *settings, const char *name, const json_t *list) {
    if (!json_is_array(list)) {
        FAIL(r, "'%s' is a list of strings", name);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text) {
            add(r, settings, name, text);
        } else {
            FAIL(r, "'%s' is a list of strings", name);
        }
    }
}

static void read_section(struct reader *r, const char *key, json_t *value) {
    struct project *project = r->project;
    if (strcmp(key, "options") == 0) {
        read_settings(r, &project->options, key, value);
    } else if (strcmp(key, "kernels") == 0) {
        read_kernels(r, value);
    } else if (strcmp(key, "levels") == 0) {
        read_settings(r, &project->levels, key, value);
    } else if (strcmp(key, "define") == 0) {
        read_texts(r, &project->defines, key, value);
    } else if (strcmp(key, "include") == 0) {
        read_texts(r, &project->includes, key, value);
    } else {
        FAIL(r, "unknown key '%s'; there are options, kernels, levels, define and include", key);
    }
}

bool project_read(struct project *project, struct arena *arena, const char *text, size_t size, const char **error) {
    struct reader r = {.project = project, .arena = arena, .text = text};
    json_error_t where;
    const char *key;
    json_t *value, *tree = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);
    if (!tree) {
        r.error = arena_printf(arena, "line %d: %s", where.line, where.text);
    } else if (expect_object(&r, "a project file", tree)) {
        json_object_foreach(tree, key, value) {
            enter(&r, key);
            read_section(&r, key, value);
            r.depth--;
        }
    }
    json_decref(tree);
    *error = r.error;
    return !r.error;
}

void project_release(struct project *project) {
    for (uint32_t i = 0; i < project->kernels.size; i++) {
        vec_release(&project->kernels.data[i].settings.list);
    }
    vec_release(&project->kernels);
    vec_release(&project->options.list);
    vec_release(&project->defines.list);
    vec_release(&project->includes.list);
    vec_release(&project->levels.list);
}

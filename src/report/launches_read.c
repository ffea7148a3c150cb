/* See launches_read.h. */
#include "report/launches_read.h"

#include <inttypes.h>
#include <string.h>

#include <jansson.h>

#include "check/aliases.h"
#include "protocol/expression.h"
#include "report/json_lines.h"

enum { DEEPEST = 8 };

struct reader {
    struct arena *arena;
    const char *text;
    struct json_step path[DEEPEST]; /* what leads to the value that is being read */
    uint32_t depth;
    const char *error;
};

#define FAIL(r, ...)                                                                                                                                 \
    ((void)((r)->error = (r)->error ? (r)->error                                                                                                     \
                                    : arena_printf((r)->arena, "line %u: %s", json_line_of((r)->text, (r)->path, (r)->depth),                        \
                                                   arena_printf((r)->arena, __VA_ARGS__))))

static void enter_key(struct reader *r, const char *key) {
    r->path[r->depth++] = (struct json_step){.key = key};
}

static void enter_element(struct reader *r, size_t index) {
    r->path[r->depth++] = (struct json_step){.index = (uint32_t)index};
}

static void leave(struct reader *r) {
    r->depth--;
}

/* ---- values ---- */

static const char *get_text(struct reader *r, const char *key, const json_t *value) {
    const char *text = json_string_value(value);
    if (!text || !*text) {
        FAIL(r, "'%s' is a string that is not empty", key);
        return "";
    }
    return arena_strdup(r->arena, text);
}

static json_int_t get_whole(struct reader *r, const char *key, const json_t *value, json_int_t least, json_int_t most) {
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most) {
        FAIL(r, "'%s' is a whole number from %" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT, key, least, most);
    }
    return number;
}

/* One to three numbers; those that are not there are `rest`. */
static void get_numbers(struct reader *r, const char *key, const json_t *value, json_int_t least, json_int_t most, int64_t rest, int64_t numbers[3]) {
    size_t count = json_is_array(value) ? json_array_size(value) : 1;
    for (size_t i = 0; i < 3; i++) {
        numbers[i] = rest;
    }
    if (count == 0 || count > 3) {
        FAIL(r, "'%s' is a number or a list of one to three numbers", key);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        numbers[i] = get_whole(r, key, json_is_array(value) ? json_array_get(value, i) : value, least, most);
    }
}

static void get_sizes(struct reader *r, const char *key, const json_t *value, uint32_t sizes[3]) {
    int64_t numbers[3];
    get_numbers(r, key, value, 1, UINT32_MAX, 1, numbers);
    for (int axis = 0; axis < 3; axis++) {
        sizes[axis] = (uint32_t)numbers[axis];
    }
}

static const char *get_expression(struct reader *r, const char *key, const json_t *value) {
    const char *text = json_is_integer(value) ? arena_printf(r->arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value)) : get_text(r, key, value);
    const char *error = r->error ? NULL : expression_syntax(r->arena, text);
    if (error) {
        FAIL(r, "'%s': %s", text, error);
    }
    return text;
}

/* ---- one site ---- */

static bool expect_object(struct reader *r, const char *name, const json_t *value) {
    if (!json_is_object(value)) {
        FAIL(r, "'%s' is an object", name);
    }
    return json_is_object(value);
}

static void read_arguments(struct reader *r, struct launch_site *site, json_t *object) {
    const char *key;
    json_t *value;
    if (!expect_object(r, "arguments", object)) {
        return;
    }
    struct launch_value *values = arena_alloc(r->arena, (json_object_size(object) + 1) * sizeof *values);
    json_object_foreach(object, key, value) {
        enter_key(r, key);
        if (!json_is_number(value) && !json_is_boolean(value)) {
            FAIL(r, "the argument '%s' is a number, true or false; leave it out where it is not one value", key);
        }
        values[site->value_count++] = (struct launch_value){.name = arena_strdup(r->arena, key),
                                                            .value = json_is_integer(value) ? json_integer_value(value) : json_is_true(value),
                                                            .is_real = json_is_real(value),
                                                            .real = json_real_value(value)};
        leave(r);
    }
    site->values = values;
}

/* In elements or in bytes; what was read before stays. */
static void read_extents(struct reader *r, struct launch_site *site, json_t *object, bool in_bytes) {
    const char *key;
    json_t *value;
    if (!expect_object(r, in_bytes ? "extent_bytes" : "extents", object)) {
        return;
    }
    struct launch_extent *extents = arena_alloc(r->arena, (json_object_size(object) + (size_t)site->extent_count + 1) * sizeof *extents);
    for (uint32_t i = 0; i < site->extent_count; i++) {
        extents[i] = site->extents[i];
    }
    json_object_foreach(object, key, value) {
        enter_key(r, key);
        const char *name = arena_strdup(r->arena, key);
        extents[site->extent_count++] = (struct launch_extent){name, get_expression(r, key, value), in_bytes};
        leave(r);
    }
    site->extents = extents;
}

/* Where pointers point in their memory: "a": {"elements": "n + 2", "offset": "1"}. */
static void read_places(struct reader *r, struct launch_site *site, json_t *object) {
    const char *key;
    json_t *value;
    if (!expect_object(r, "places", object)) {
        return;
    }
    struct launch_place *places = arena_alloc(r->arena, (json_object_size(object) + 1) * sizeof *places);
    json_object_foreach(object, key, value) {
        enter_key(r, key);
        const json_t *elements = json_object_get(value, "elements"), *offset = json_object_get(value, "offset");
        if (!elements || !offset || json_object_size(value) != 2) {
            FAIL(r, "the place of '%s' has the keys 'elements' and 'offset'", key);
        } else {
            places[site->place_count++] =
                (struct launch_place){arena_strdup(r->arena, key), get_expression(r, "elements", elements), get_expression(r, "offset", offset)};
        }
        leave(r);
    }
    site->places = places;
}

/* `relations`, or `contents`: both are conditions of the launch. */
static void read_conditions(struct reader *r, struct launch_site *site, const char *key, const json_t *list) {
    if (!json_is_array(list)) {
        FAIL(r, "'%s' is a list of strings", key);
        return;
    }
    const char **relations = arena_alloc(r->arena, (json_array_size(list) + site->relation_count + 1) * sizeof *relations);
    for (uint32_t i = 0; i < site->relation_count; i++) {
        relations[i] = site->relations[i];
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        enter_element(r, i);
        if (!json_is_string(value)) {
            FAIL(r, "'%s' is a list of strings", key);
        }
        relations[site->relation_count++] = get_expression(r, key, value);
        leave(r);
    }
    site->relations = relations;
}

/* Pairs of names. */
static void read_overlaps(struct reader *r, struct launch_site *site, const json_t *list) {
    if (!json_is_array(list)) {
        FAIL(r, "'overlaps' is a list of pairs of names");
        return;
    }
    site->overlaps = arena_alloc(r->arena, (json_array_size(list) + 1) * sizeof *site->overlaps);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *pair = json_array_get(list, i);
        enter_element(r, i);
        if (!json_is_array(pair) || json_array_size(pair) != 2) {
            FAIL(r, "'overlaps' is a list of pairs of names");
        }
        for (size_t n = 0; n < 2 && !r->error; n++) {
            site->overlaps[site->overlap_count][n] = get_text(r, "overlaps", json_array_get(pair, n));
        }
        site->overlap_count++;
        leave(r);
    }
}

/* "b": "a", or "b": "a + n". */
static void read_aliases(struct reader *r, struct launch_site *site, json_t *object) {
    const char *key;
    json_t *value;
    if (!expect_object(r, "aliases", object)) {
        return;
    }
    struct launch_alias *aliases = arena_alloc(r->arena, (json_object_size(object) + 1) * sizeof *aliases);
    json_object_foreach(object, key, value) {
        enter_key(r, key);
        const char *text = get_text(r, "aliases", value), *error = NULL;
        const struct check_alias alias = alias_parse(r->arena, arena_printf(r->arena, "%s=%s", key, r->error ? "?" : text), &error);
        if (error) {
            FAIL(r, "'aliases': %s", error);
        }
        aliases[site->alias_count++] = (struct launch_alias){alias.name, alias.of, alias.offset};
        leave(r);
    }
    site->aliases = aliases;
}

static const char *const *read_texts(struct reader *r, const char *key, const json_t *list, uint32_t *count) {
    if (!json_is_array(list) || json_array_size(list) == 0) {
        FAIL(r, "'%s' is a list of strings that is not empty", key);
        return NULL;
    }
    const char **texts = arena_alloc(r->arena, json_array_size(list) * sizeof *texts);
    for (size_t i = 0; i < json_array_size(list); i++) {
        enter_element(r, i);
        texts[(*count)++] = get_text(r, key, json_array_get(list, i));
        leave(r);
    }
    return texts;
}

/* Whether the key is one of facts. */
/* {"p.nb1 >= 4 * p.n": "tensor: nb[1] >= nb[0] * ne[0]"} */
static void read_stated(struct reader *r, struct launch_site *site, json_t *object) {
    const char *relation;
    json_t *fact;
    if (!expect_object(r, "stated", object)) {
        return;
    }
    struct launch_stated *stated = arena_alloc(r->arena, (json_object_size(object) + 1) * sizeof *stated);
    json_object_foreach(object, relation, fact) {
        stated[site->stated_count++] = (struct launch_stated){arena_strdup(r->arena, relation), get_text(r, "stated", fact)};
    }
    site->stated = stated;
}

static bool read_fact(struct reader *r, struct launch_site *site, const char *key, json_t *value) {
    if (strcmp(key, "block") == 0) {
        get_sizes(r, key, value, site->block);
    } else if (strcmp(key, "grid") == 0) {
        get_sizes(r, key, value, site->grid);
    } else if (strcmp(key, "dynamic_shared") == 0 && json_is_string(value)) {
        site->dynamic_shared = get_text(r, key, value);
    } else if (strcmp(key, "dynamic_shared") == 0) {
        site->has_dynamic_shared = true;
        site->dynamic_shared_bytes = (uint64_t)get_whole(r, key, value, 0, UINT32_MAX);
    } else if (strcmp(key, "global_offset") == 0) {
        site->has_global_offset = true;
        get_numbers(r, key, value, 0, INT64_MAX, 0, site->global_offset);
    } else if (strcmp(key, "arguments") == 0) {
        read_arguments(r, site, value);
    } else if (strcmp(key, "extents") == 0) {
        read_extents(r, site, value, false);
    } else if (strcmp(key, "extent_bytes") == 0) {
        read_extents(r, site, value, true);
    } else if (strcmp(key, "relations") == 0 || strcmp(key, "contents") == 0) {
        read_conditions(r, site, key, value);
    } else if (strcmp(key, "overlaps") == 0) {
        read_overlaps(r, site, value);
    } else if (strcmp(key, "aliases") == 0) {
        read_aliases(r, site, value);
    } else if (strcmp(key, "assumed") == 0) {
        site->assumed = read_texts(r, key, value, &site->assumed_count);
    } else if (strcmp(key, "stated") == 0) {
        read_stated(r, site, value);
    } else if (strcmp(key, "fixed") == 0) {
        site->fixed = read_texts(r, key, value, &site->fixed_count);
    } else if (strcmp(key, "inside") == 0) {
        site->inside = read_texts(r, key, value, &site->inside_count);
    } else if (strcmp(key, "places") == 0) {
        read_places(r, site, value);
    } else if (strcmp(key, "held") == 0) {
        site->held = read_texts(r, key, value, &site->held_count);
    } else if (strcmp(key, "initial") == 0) {
        site->initial = read_texts(r, key, value, &site->initial_count);
    } else if (strcmp(key, "cooperative") == 0) {
        site->is_plain = !json_is_true(value);
        site->is_cooperative = json_is_true(value);
        if (!json_is_boolean(value)) {
            FAIL(r, "'cooperative' is true or false");
        }
    } else if (strcmp(key, "textures_apart") == 0) {
        site->has_apart_textures = json_is_true(value);
        site->has_shared_textures = json_is_false(value);
        if (!json_is_boolean(value)) {
            FAIL(r, "'textures_apart' is true or false");
        }
    } else if (strcmp(key, "pointers_apart") == 0) {
        site->has_pointers_apart = json_is_true(value);
        if (!json_is_boolean(value)) {
            FAIL(r, "'pointers_apart' is true or false");
        }
    } else if (strcmp(key, "distinct") == 0) {
        site->all_distinct = json_is_true(value);
        if (!json_is_boolean(value)) {
            FAIL(r, "'distinct' is true or false");
        }
    } else {
        return false;
    }
    return true;
}

static void read_claiming(struct reader *r, struct launch_site *site, json_t *object) {
    const char *key;
    json_t *value;
    struct launch_site *claiming = arena_alloc(r->arena, sizeof *claiming);
    if (!expect_object(r, "claiming", object)) {
        return;
    }
    json_object_foreach(object, key, value) {
        enter_key(r, key);
        if (strcmp(key, "claims") == 0) {
            claiming->claims = read_texts(r, key, value, &claiming->claim_count); /* they stand in assumptions; nothing reads them */
        } else if (strcmp(key, "omitted") == 0) {
            claiming->omitted = get_text(r, key, value);
        } else if (!read_fact(r, claiming, key, value)) {
            FAIL(r, "unknown key '%s'; 'claiming' has claims and the facts that a launch has", key);
        }
        leave(r);
    }
    if (claiming->claim_count == 0) {
        FAIL(r, "'claiming' needs the key 'claims'");
    }
    site->claiming = claiming;
}

static void read_member(struct reader *r, struct launch_site *site, const char *key, json_t *value) {
    if (strcmp(key, "kernel") == 0) {
        site->kernel = get_text(r, key, value);
    } else if (strcmp(key, "file") == 0) {
        site->file = get_text(r, key, value);
    } else if (strcmp(key, "line") == 0) {
        site->line = (uint32_t)get_whole(r, key, value, 1, UINT32_MAX);
    } else if (strcmp(key, "note") == 0) {
        site->why = get_text(r, key, value);
    } else if (strcmp(key, "fails") == 0) {
        site->fails = get_text(r, key, value);
    } else if (strcmp(key, "omitted") == 0) {
        site->omitted = get_text(r, key, value);
    } else if (strcmp(key, "summaries") == 0) {
        site->summaries = read_texts(r, key, value, &site->summary_count);
    } else if (strcmp(key, "stored") == 0) {
        site->stored = read_texts(r, key, value, &site->stored_count);
    } else if (strcmp(key, "given") == 0) {
        site->given = read_texts(r, key, value, &site->given_count);
    } else if (strcmp(key, "computed") == 0) {
        site->reals = read_texts(r, key, value, &site->real_count);
    } else if (strcmp(key, "claiming") == 0) {
        read_claiming(r, site, value);
    } else if (strcmp(key, "program") == 0) {
        site->program = read_texts(r, key, value, &site->program_count);
    } else if (!read_fact(r, site, key, value)) {
        FAIL(r,
             "unknown key '%s'; a launch has kernel, file, line, block, grid, dynamic_shared, global_offset, arguments, extents, extent_bytes, "
             "contents, "
             "relations, overlaps, aliases, inside, places, initial, held, assumed, stated, fixed, cooperative, textures_apart, pointers_apart, "
             "distinct, "
             "claiming, program, note, "
             "fails, "
             "omitted, computed, "
             "stored, given "
             "and summaries",
             key);
    }
}

static void read_site(struct reader *r, struct launch_site *site, json_t *object) {
    const char *key;
    json_t *value;
    site->stated_line = json_line_of(r->text, r->path, r->depth);
    if (!expect_object(r, "a launch", object)) {
        return;
    }
    json_object_foreach(object, key, value) {
        enter_key(r, key);
        read_member(r, site, key, value);
        leave(r);
    }
    if (!site->kernel) {
        FAIL(r, "a launch needs the key 'kernel'");
    }
    if (site->line > 0 && !site->file) {
        FAIL(r, "'line' is of a 'file', which this launch does not have");
    }
    if (!site->file) {
        site->file = site->stated_file;
        site->line = site->stated_line;
    }
    if (site->claiming) {
        struct launch_site *claiming = arena_alloc(r->arena, sizeof *claiming);
        *claiming = *site->claiming;
        claiming->kernel = site->kernel;
        claiming->file = site->file;
        claiming->line = site->line;
        claiming->stated_file = site->stated_file;
        claiming->stated_line = site->stated_line;
        site->claiming = claiming;
    }
}

/* ---- the file ---- */

static void read_sites(struct reader *r, struct launch_list *list, const char *path, const json_t *array) {
    if (!json_is_array(array)) {
        FAIL(r, "'launches' is a list");
        return;
    }
    list->sites = arena_alloc(r->arena, (json_array_size(array) + 1) * sizeof *list->sites);
    for (size_t i = 0; i < json_array_size(array); i++) {
        struct launch_site *site = &list->sites[list->count++];
        site->stated_file = path;
        enter_element(r, i);
        read_site(r, site, json_array_get(array, i));
        leave(r);
    }
}

bool launches_read(struct launch_list *list, struct arena *arena, const char *path, const char *text, size_t size, const char **error) {
    struct reader r = {.arena = arena, .text = text};
    json_error_t where;
    const char *key;
    json_t *value, *tree = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);
    *list = (struct launch_list){0};
    if (!tree) {
        r.error = arena_printf(arena, "line %d: %s", where.line, where.text);
    } else if (expect_object(&r, "a launch file", tree)) {
        json_object_foreach(tree, key, value) {
            enter_key(&r, key);
            if (strcmp(key, "launches") == 0) {
                read_sites(&r, list, path, value);
            } else if (strcmp(key, "types") == 0) {
                list->types = read_texts(&r, key, value, &list->type_count);
            } else {
                FAIL(&r, "unknown key '%s'; there are launches and types", key);
            }
            leave(&r);
        }
        if (!json_object_get(tree, "launches") && !json_object_get(tree, "types")) {
            FAIL(&r, "the key 'launches' is missing");
        }
    }
    json_decref(tree);
    *error = r.error;
    return !r.error;
}

void launches_append(struct arena *arena, struct launch_list *list, const struct launch_list *other) {
    struct launch_site *all = arena_alloc(arena, (list->count + (size_t)other->count + 1) * sizeof *all);
    for (uint32_t i = 0; i < list->count; i++) {
        all[i] = list->sites[i];
    }
    for (uint32_t i = 0; i < other->count; i++) {
        all[list->count + i] = other->sites[i];
    }
    list->sites = all;
    list->count += other->count;
}

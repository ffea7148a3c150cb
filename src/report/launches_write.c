/* See launches_read.h: the same file, written. */
#include <string.h>

#include "report/json_tree.h"
#include "report/launches_read.h"

static json_t *sizes_of(const uint32_t sizes[3]) {
    json_t *list = json_array();
    for (int axis = 0; axis < 3; axis++)
        tree_append(list, json_integer((json_int_t)sizes[axis]));
    return list;
}

static void write_names(json_t *object, const char *key, const char *const *names, uint32_t count) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        tree_append(list, tree_string(names[i]));
    if (count > 0)
        tree_set(object, key, list);
    else
        json_decref(list);
}

static void write_maps(json_t *object, const struct launch_site *site) {
    json_t *arguments = json_object(), *extents = json_object(), *bytes = json_object();
    for (uint32_t i = 0; i < site->value_count; i++)
        tree_set(arguments, site->values[i].name,
                 site->values[i].is_real ? json_real(site->values[i].real) : json_integer((json_int_t)site->values[i].value));
    for (uint32_t i = 0; i < site->extent_count; i++)
        tree_set_string(site->extents[i].in_bytes ? bytes : extents, site->extents[i].name, site->extents[i].expression);
    tree_set(object, "arguments", arguments);
    tree_set(object, "extents", extents);
    if (json_object_size(bytes) > 0)
        tree_set(object, "extent_bytes", bytes);
    else
        json_decref(bytes);
}

/* "a" or "a + n". */
static json_t *alias_of(const struct launch_alias *alias) {
    struct buffer text = {0};
    buffer_printf(&text, "%s%s%s", alias->of, alias->offset ? " + " : "", alias->offset ? alias->offset : "");
    json_t *value = tree_string(buffer_text(&text));
    buffer_release(&text);
    return value;
}

static void write_places(json_t *object, const struct launch_site *site) {
    json_t *places = json_object();
    for (uint32_t i = 0; i < site->place_count; i++) {
        json_t *place = json_object();
        tree_set_string(place, "elements", site->places[i].elements);
        tree_set_string(place, "offset", site->places[i].offset);
        tree_set(places, site->places[i].name, place);
    }
    if (site->place_count > 0)
        tree_set(object, "places", places);
    else
        json_decref(places);
}

static void write_lists(json_t *object, const struct launch_site *site) {
    json_t *relations = json_array(), *overlaps = json_array();
    for (uint32_t i = 0; i < site->relation_count; i++)
        tree_append(relations, tree_string(site->relations[i]));
    for (uint32_t i = 0; i < site->overlap_count; i++) {
        json_t *pair = json_array();
        tree_append(pair, tree_string(site->overlaps[i][0]));
        tree_append(pair, tree_string(site->overlaps[i][1]));
        tree_append(overlaps, pair);
    }
    json_t *aliases = json_object();
    for (uint32_t i = 0; i < site->alias_count; i++)
        tree_set(aliases, site->aliases[i].name, alias_of(&site->aliases[i]));
    tree_set(object, "aliases", aliases);
    tree_set(object, "relations", relations);
    tree_set(object, "overlaps", overlaps);
    write_names(object, "inside", site->inside, site->inside_count);
    write_places(object, site);
    write_names(object, "initial", site->initial, site->initial_count);
    write_names(object, "assumed", site->assumed, site->assumed_count);
    json_t *stated = json_object();
    for (uint32_t i = 0; i < site->stated_count; i++)
        tree_set(stated, site->stated[i].relation, tree_string(site->stated[i].fact));
    if (site->stated_count > 0)
        tree_set(object, "stated", stated);
    else
        json_decref(stated);
    write_names(object, "fixed", site->fixed, site->fixed_count);
}

/* What a launch is known by: its kernel and its place. */
static void write_place(json_t *object, const struct launch_site *site) {
    tree_set_string(object, "kernel", site->kernel);
    if (site->file && *site->file)
        tree_set_string(object, "file", site->file);
    if (site->file && *site->file && site->line > 0)
        tree_set_count(object, "line", site->line);
    if (site->is_plain && !site->why)
        tree_set(object, "cooperative", json_false());
    if ((site->has_apart_textures || site->has_shared_textures) && !site->why)
        tree_set(object, "textures_apart", json_boolean(site->has_apart_textures));
    if (site->has_pointers_apart && !site->why)
        tree_set(object, "pointers_apart", json_true());
    if (!site->why && site->held_count > 0)
        write_names(object, "held", site->held, site->held_count);
    if (site->is_cooperative && !site->why)
        tree_set(object, "cooperative", json_true());
    if (site->why)
        tree_set_string(object, "note", site->why);
    if (site->fails)
        tree_set_string(object, "fails", site->fails);
    if (site->omitted)
        tree_set_string(object, "omitted", site->omitted);
    write_names(object, "computed", site->reals, site->real_count);
    write_names(object, "summaries", site->summaries, site->summary_count);
    write_names(object, "stored", site->stored, site->stored_count);
    write_names(object, "given", site->given, site->given_count);
    if (site->program_count > 0) {
        json_t *files = json_array();
        for (uint32_t i = 0; i < site->program_count; i++)
            tree_append(files, tree_string(site->program[i]));
        tree_set(object, "program", files);
    }
}

static json_t *write_facts(json_t *object, const struct launch_site *site) {
    if (site->block[0] > 0)
        tree_set(object, "block", sizes_of(site->block));
    if (site->grid[0] > 0)
        tree_set(object, "grid", sizes_of(site->grid));
    if (site->has_dynamic_shared)
        tree_set_count(object, "dynamic_shared", site->dynamic_shared_bytes);
    else if (site->dynamic_shared)
        tree_set_string(object, "dynamic_shared", site->dynamic_shared);
    write_maps(object, site);
    write_lists(object, site);
    if (site->all_distinct)
        tree_set(object, "distinct", json_true());
    return object;
}

static json_t *write_claiming(const struct launch_site *site) {
    json_t *object = json_object(), *claims = json_array();
    for (uint32_t i = 0; i < site->claim_count; i++)
        tree_append(claims, tree_string(site->claims[i]));
    tree_set(object, "claims", claims);
    if (site->omitted)
        tree_set_string(object, "omitted", site->omitted);
    return write_facts(object, site);
}

static json_t *write_site(const struct launch_site *site) {
    json_t *object = json_object();
    write_place(object, site);
    write_facts(object, site);
    if (site->claiming)
        tree_set(object, "claiming", write_claiming(site->claiming));
    return object;
}

void launches_write(const struct launch_list *list, struct buffer *out) {
    json_t *tree = json_object(), *launches = json_array();
    for (uint32_t i = 0; i < list->count; i++)
        tree_append(launches, write_site(&list->sites[i]));
    tree_set(tree, "launches", launches);
    tree_print(tree, JSON_INDENT(2), out);
    buffer_char(out, '\n');
}

/* What a launch site says (host/launch_site.h): as options of check, and in words. */
#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "check/aliases.h"
#include "protocol/expression.h"

/* ---- the scope of a site ---- */

uint32_t launches_block_threads(const struct check_options *options) {
    const uint32_t *block = options->block;
    uint64_t threads = (uint64_t)block[0] * block[1];
    threads = threads > UINT32_MAX ? UINT32_MAX : threads * block[2];
    return threads > UINT32_MAX ? UINT32_MAX : (uint32_t)threads;
}

static bool is_same_name(const struct protocol *protocol, const char *a, const char *b) {
    return strcmp(a, b) == 0 || strcmp(expression_member(protocol, a), expression_member(protocol, b)) == 0;
}

static void add_values(struct arena *arena, const struct protocol *protocol, const struct launch_site *site, struct check_options *options) {
    struct check_param *all = arena_alloc(arena, (site->value_count + (size_t)options->param_count + 1) * sizeof *all);
    uint32_t count = 0;
    for (uint32_t i = 0; i < site->value_count; i++)
        all[count++] = (struct check_param){site->values[i].name, site->values[i].value, site->values[i].is_real, site->values[i].real};
    for (uint32_t i = 0; i < options->param_count; i++) {
        bool is_said = false;
        for (uint32_t j = 0; j < site->value_count; j++)
            is_said |= is_same_name(protocol, options->params[i].name, site->values[j].name);
        if (!is_said)
            all[count++] = options->params[i];
    }
    options->params = all;
    options->param_count = count;
}

static void add_extents(struct arena *arena, const struct protocol *protocol, const struct launch_site *site, struct check_options *options) {
    struct check_extent *all = arena_alloc(arena, (site->extent_count + (size_t)options->extent_count + 1) * sizeof *all);
    uint32_t count = 0;
    for (uint32_t i = 0; i < site->extent_count; i++)
        all[count++] = (struct check_extent){site->extents[i].name, site->extents[i].expression, false, site->extents[i].in_bytes};
    for (uint32_t i = 0; i < options->extent_count; i++) {
        bool is_said = false;
        for (uint32_t j = 0; j < site->extent_count; j++)
            is_said |= is_same_name(protocol, options->extents[i].name, site->extents[j].name);
        if (!is_said)
            all[count++] = options->extents[i];
    }
    options->extents = all;
    options->extent_count = count;
}

/* What options say of two pointers holds where the launch says nothing of them. */
static void add_aliases(struct arena *arena, const struct launch_site *site, struct check_options *options) {
    struct check_alias *all = arena_alloc(arena, (site->alias_count + (size_t)options->alias_count + 1) * sizeof *all);
    uint32_t count = 0;
    for (uint32_t i = 0; i < site->alias_count; i++)
        all[count++] = (struct check_alias){site->aliases[i].name, site->aliases[i].of, site->aliases[i].offset, false, site->is_read};
    for (uint32_t i = 0; i < options->alias_count && !site->all_distinct; i++) {
        bool is_said = false;
        for (uint32_t j = 0; j < site->alias_count; j++)
            is_said |= strcmp(options->aliases[i].name, site->aliases[j].name) == 0 || strcmp(options->aliases[i].name, site->aliases[j].of) == 0;
        if (!is_said)
            all[count++] = options->aliases[i];
    }
    options->aliases = all;
    options->alias_count = count;
}

static bool is_initial(const struct launch_site *site, const struct proto_array *array) {
    bool is_unnamed = array->is_internal && array->kind == ARRAY_CONSTANT, is = false;
    for (uint32_t i = 0; i < site->initial_count; i++)
        is |= strcmp(site->initial[i], is_unnamed ? LAUNCH_UNNAMED : array->symbol) == 0;
    return is;
}

/* Of the variables that the kernel reads, those that it does not write. */
static void add_initial(struct arena *arena, const struct protocol *protocol, const struct launch_site *site, struct check_options *options) {
    const char **symbols = arena_alloc(arena, (protocol->array_count + (size_t)1) * sizeof *symbols);
    const char **names = arena_alloc(arena, (protocol->array_count + (size_t)1) * sizeof *names);
    options->initial_count = 0;
    for (uint32_t a = 0; a < protocol->array_count; a++) {
        if (!protocol->arrays[a].symbol || protocol->arrays[a].written || !is_initial(site, &protocol->arrays[a]))
            continue;
        names[options->initial_count] = protocol->arrays[a].name;
        symbols[options->initial_count++] = protocol->arrays[a].symbol;
    }
    options->initial = symbols;
    options->initial_names = names;
}

static bool is_exact_relation(const struct launch_site *site, const char *relation) {
    bool is = true;
    for (uint32_t i = 0; i < site->stated_count; i++)
        is &= strcmp(site->stated[i].relation, relation) != 0;
    return is;
}

struct check_options launches_options(struct arena *arena, const struct protocol *protocol, const struct check_options *options,
                                      const struct launch_site *site) {
    struct check_options own = *options;
    own.is_launch = site->is_read && !site->why;
    const char **required = arena_alloc(arena, (options->required_count + (size_t)site->relation_count + 1) * sizeof *required);
    if (site->block[0] > 0)
        memcpy(own.block, site->block, sizeof own.block);
    if (site->grid[0] > 0)
        memcpy(own.grid, site->grid, sizeof own.grid);
    if (site->has_dynamic_shared) {
        own.dynamic_shared_given = true;
        own.dynamic_shared_bytes = site->dynamic_shared_bytes;
    }
    if (!own.dynamic_shared_given)
        own.dynamic_shared = site->dynamic_shared;
    if (site->has_global_offset) {
        own.offset = CHECK_OFFSET_GIVEN;
        memcpy(own.global_offset, site->global_offset, sizeof own.global_offset);
    }
    add_values(arena, protocol, site, &own);
    add_extents(arena, protocol, site, &own);
    add_aliases(arena, site, &own);
    add_initial(arena, protocol, site, &own);
    own.required_count = 0;
    for (uint32_t i = 0; i < options->required_count; i++)
        required[own.required_count++] = options->required[i];
    for (int is_exact = 0; is_exact < 2; is_exact++) { /* what the user states of types is no arithmetic of host code */
        own.exact_from = own.required_count;
        for (uint32_t i = 0; i < site->relation_count; i++)
            if (is_exact_relation(site, site->relations[i]) == (is_exact == 1))
                required[own.required_count++] = site->relations[i];
    }
    own.required = required;
    own.advice = false;
    own.dumps = 0;
    return own;
}

/* ---- what holds at a site, in words ---- */

struct texts {
    VEC(const char *) list;
};

static const char *triple_text(struct arena *arena, const char *name, const uint32_t t[3]) {
    return arena_printf(arena, "%s = (%u,%u,%u)", name, t[0], t[1], t[2]);
}

void launches_list_facts(struct arena *arena, const struct check_options *o, const char *why, struct result_site *site) {
    struct texts t = {0};
    if (why)
        vec_push(&t.list, why);
    if (o->block[0] > 0)
        vec_push(&t.list, triple_text(arena, "blockDim", o->block));
    if (o->grid[0] > 0)
        vec_push(&t.list, triple_text(arena, "gridDim", o->grid));
    if (o->dynamic_shared_given)
        vec_push(&t.list, arena_printf(arena, "dynamic shared memory of %" PRIu64 " bytes", o->dynamic_shared_bytes));
    else if (o->dynamic_shared)
        vec_push(&t.list, arena_printf(arena, "dynamic shared memory of %s bytes", o->dynamic_shared));
    if (o->offset == CHECK_OFFSET_GIVEN)
        vec_push(&t.list, arena_printf(arena, "global offset (%" PRId64 ",%" PRId64 ",%" PRId64 ")", o->global_offset[0], o->global_offset[1],
                                       o->global_offset[2]));
    for (uint32_t i = 0; i < o->param_count; i++)
        vec_push(&t.list, o->params[i].is_real ? arena_printf(arena, "%s = %.9g", o->params[i].name, o->params[i].real)
                                               : arena_printf(arena, "%s = %" PRId64, o->params[i].name, o->params[i].value));
    for (uint32_t i = 0; i < o->extent_count; i++)
        vec_push(&t.list,
                 arena_printf(arena, "%s has %s %s", o->extents[i].name, o->extents[i].expression, o->extents[i].in_bytes ? "bytes" : "elements"));
    for (uint32_t i = 0; i < o->alias_count; i++)
        vec_push(&t.list, alias_text(arena, &o->aliases[i]));
    for (uint32_t i = 0; i < o->initial_count; i++)
        vec_push(&t.list, arena_printf(arena, "%s as it is initialised", o->initial_names[i]));
    for (uint32_t i = 0; i < o->required_count; i++)
        vec_push(&t.list, o->required[i]);
    site->facts = arena_alloc(arena, (t.list.size + 1) * sizeof *site->facts);
    for (uint32_t i = 0; i < t.list.size; i++)
        site->facts[site->fact_count++] = t.list.data[i];
    vec_release(&t.list);
}

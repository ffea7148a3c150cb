/* Pointers into the middle of their memory: `stencil<<<..>>>(d_in + 3, d_out + 3)`.

   Extents tell what lies behind a pointer, so an access before it is out of bounds. Most kernels access nothing there, and are judged so. Where
   one does, and the launch tells where the pointer points, the kernel is judged anew with each of these pointers in terms of the start of its
   memory (aliases.h), which is the array then. */
#include <string.h>

#include "check/alias_parts.h"
#include "check/launch_judge.h"
#include "protocol/protocol.h"

static const struct launch_place *find_place(const struct launch_site *site, const char *array) {
    for (uint32_t i = 0; i < site->place_count; i++)
        if (strcmp(site->places[i].name, array) == 0)
            return &site->places[i];
    return NULL;
}

/* Some findings are accesses before pointers, all of which have a place. */
static bool are_placed(const struct launch_site *site, const struct kernel_result *r) {
    bool is_found = false;
    for (uint32_t i = 0; i < r->finding_count; i++) {
        if (!launches_is_before_inside(site, &r->findings[i]))
            continue;
        is_found = true;
        if (!find_place(site, r->findings[i].array))
            return false;
    }
    return is_found;
}

/* Conditions on numbers of elements count those behind the pointer. */
static bool counts_elements(const struct judge *j, const struct check_options *options) {
    bool counts = false;
    for (uint32_t i = 0; i < options->required_count; i++)
        counts |= strstr(options->required[i], "elements(") != NULL;
    return counts || launches_have_contract(j->protocol);
}

/* Pointers before which something is accessed. */
static bool is_needed(const struct launch_site *site, const struct kernel_result *r, const char *array) {
    bool is = false;
    for (uint32_t i = 0; i < r->finding_count; i++)
        is |= launches_is_before_inside(site, &r->findings[i]) && strcmp(r->findings[i].array, array) == 0;
    return is;
}

static struct check_options place_all(struct arena *arena, const struct launch_site *site, const struct check_options *options,
                                      const struct kernel_result *r) {
    struct check_options own = *options;
    struct check_alias *aliases = arena_alloc(arena, (options->alias_count + (size_t)site->place_count) * sizeof *aliases);
    struct check_extent *extents = arena_alloc(arena, (options->extent_count + 1) * sizeof *extents);
    for (uint32_t i = 0; i < options->alias_count; i++)
        aliases[i] = options->aliases[i];
    for (uint32_t i = 0; i < site->place_count; i++) {
        const struct launch_place *place = &site->places[i];
        if (is_needed(site, r, place->name))
            aliases[own.alias_count++] =
                (struct check_alias){.name = place->name, .of = place->name, .offset = place->offset, .is_read = site->is_read};
    }
    for (uint32_t i = 0; i < options->extent_count; i++) {
        const struct launch_place *place = find_place(site, options->extents[i].name);
        bool is_placed = place && is_needed(site, r, place->name);
        extents[i] = is_placed ? (struct check_extent){.name = place->name, .expression = place->elements} : options->extents[i];
    }
    own.aliases = aliases;
    own.extents = extents;
    return own;
}

static bool is_judged(const struct kernel_result *r) {
    bool is = true;
    for (uint32_t i = 0; i < r->unproved_count; i++)
        is &= strcmp(r->unproved[i].reason, reason_name(REASON_ALIASED)) != 0;
    return is;
}

struct kernel_result *launches_judge_places(struct judge *j, const struct launch_site *plain, const struct launch_site *site,
                                            const struct check_options *options, const struct kernel_result *r) {
    if (!j->kernel || !are_placed(site, r) || counts_elements(j, options))
        return NULL;
    struct launch_site own_plain = *plain, own = *site;
    own_plain.place_count = own.place_count = 0;
    const struct check_options placed = place_all(j->arena, site, options, r);
    struct kernel_result *judged = launches_judge_facts(j, &own_plain, &own, &placed);
    launches_add_stats(&judged->stats, &r->stats);
    return is_judged(judged) ? judged : NULL;
}

void launches_list_places(struct arena *arena, const struct launch_site *site, struct result_site *told) {
    const char **facts = arena_alloc(arena, (told->fact_count + (size_t)site->place_count + 1) * sizeof *facts);
    for (uint32_t i = 0; i < told->fact_count; i++)
        facts[i] = told->facts[i];
    for (uint32_t i = 0; i < site->place_count; i++)
        facts[told->fact_count++] =
            arena_printf(arena, "%s points %s elements into memory of %s", site->places[i].name, site->places[i].offset, site->places[i].elements);
    told->facts = facts;
}

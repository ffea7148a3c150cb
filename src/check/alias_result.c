/* See aliases.h: what is found where pointers have one allocation, in the words of the source, and the cases of pointers that may overlap. */
#include <stdlib.h>
#include <string.h>

#include "check/alias_parts.h"
#include "kernel/member.h"
#include "simulate/witness.h"

/* ---- results ---- */

/* What is asked for, unproved: the aliases cannot be used. */
static struct kernel_result *not_judged(struct arena *arena, const struct protocol *protocol, const struct check_options *options, const char *why) {
    struct kernel_result *r = arena_alloc(arena, sizeof *r);
    r->name = protocol->name;
    r->display = protocol->display;
    r->file = protocol->file;
    r->line = protocol->line;
    r->language = protocol->language;
    memcpy(r->block, options->block, sizeof r->block);
    memcpy(r->grid, options->grid, sizeof r->grid);
    r->block_given = options->block[0] != 0;
    r->grid_given = options->grid[0] != 0;
    r->unproved = arena_alloc(arena, PROP_COUNT * sizeof *r->unproved);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        const struct source_place place = {protocol->file, protocol->line, 0, NULL};
        r->properties[p] = VERDICT_UNCHECKED;
        if (!(options->properties & 1u << p))
            continue;
        r->properties[p] = VERDICT_UNPROVED;
        r->unproved[r->unproved_count++] = (struct unproved){p, reason_name(REASON_ALIASED), place, why, {0}};
    }
    r->verdict = kernel_result_verdict(r);
    return r;
}

/* The launch's parameters as the source has them: "b = a + 4" instead of the offset. */
static void name_params(struct arena *arena, const struct aliased *a, struct finding_witness *w, struct buffer *where) {
    struct named_value *params = arena_alloc(arena, (w->param_count + (size_t)a->options.alias_count + 1) * sizeof *params);
    for (uint32_t i = 0; i < w->param_count; i++)
        params[i] = w->params[i];
    w->params = params;
    for (uint32_t i = 0; i < a->options.alias_count; i++) {
        const struct check_alias *alias = &a->options.aliases[i];
        const struct kernel_alias *edit = &a->options.replaced[i];
        struct named_value *at = NULL;
        for (uint32_t k = 0; k < w->param_count && edit->offset; k++)
            at = strcmp(params[k].name, edit->offset) == 0 ? &params[k] : at;
        if (edit->offset && !at) /* nothing is accessed through it */
            continue;
        const char *by = at ? at->value : "0";
        if (at && alias->is_any && edit->elem_bytes != 1 && strcmp(by, "0") != 0)
            by = arena_printf(arena, "%lld bytes", strtoll(by, NULL, 10) * (long long)edit->elem_bytes);
        bool is_before = *by == '-';
        at = at ? at : &params[w->param_count++];
        const struct param *param = &a->kernel->params[edit->param];
        const char *name = param->by_value_struct ? member_name(arena, param, edit->member_bytes, sizeof(uint64_t)) : alias->name;
        const char *of = alias_is_place(alias) ? "the start of its memory" : alias->of;
        *at = (struct named_value){name, strcmp(by, "0") == 0 ? of : arena_printf(arena, "%s %c %s", of, is_before ? '-' : '+', by + is_before)};
        if (alias_is_null(alias))
            continue;
        buffer_printf(where, "%s%s = %s", where->size > 0 ? ", " : "", at->name, at->value);
    }
}

static void name_findings(struct arena *arena, const struct aliased *a, struct kernel_result *r) {
    for (uint32_t i = 0; i < r->finding_count; i++) {
        struct buffer where = {0};
        struct finding *f = &r->findings[i];
        if (f->has_witness)
            name_params(arena, a, &f->witness, &where);
        if (where.size > 0)
            f->message = arena_printf(arena, "%s (where %s)", f->message, buffer_text(&where));
        buffer_release(&where);
    }
    if (r->has_example) {
        struct buffer where = {0};
        name_params(arena, a, &r->example, &where);
        buffer_release(&where);
    }
}

static bool ends_with(const char *text, const char *tail) {
    size_t length = strlen(text), rest = strlen(tail);
    return length >= rest && strcmp(text + length - rest, tail) == 0;
}

/* What an option or a launch file says of pointers is an assumption, what is read in host code is none. */
static void name_assumptions(struct arena *arena, const struct aliased *a, struct assumption **list, uint32_t *count) {
    struct assumption *all = arena_alloc(arena, (*count + 2 * (size_t)a->options.alias_count + 1) * sizeof *all);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        bool is_relation = false;
        for (uint32_t k = 0; k < a->options.alias_count && (*list)[i].kind == ASSUMPTION_REQUIRED; k++)
            is_relation |= !a->options.aliases[k].is_any && a->options.aliases[k].offset &&
                           ends_with((*list)[i].text, alias_relation(arena, &a->options.aliases[k]));
        if (!is_relation)
            all[kept++] = (*list)[i];
    }
    for (uint32_t k = 0; k < a->options.alias_count; k++)
        if (a->restricted[k])
            all[kept++] = (struct assumption){ASSUMPTION_IGNORED, a->restricted[k]};
    for (uint32_t k = 0; k < a->options.alias_count; k++)
        if (!a->options.aliases[k].is_read && !a->options.aliases[k].is_any)
            all[kept++] = (struct assumption){ASSUMPTION_REQUIRED, arena_printf(arena, "required: %s", alias_text(arena, &a->options.aliases[k]))};
    *list = all;
    *count = kept;
}

/* The properties' verdicts, and what goes with them, from another case. `unchecked`: why such a property counts as unproved; NULL: it does not. */
static void take(struct arena *arena, struct kernel_result *r, const struct kernel_result *from, unsigned properties, const char *unchecked) {
    struct finding *findings = arena_alloc(arena, (r->finding_count + (size_t)from->finding_count + 1) * sizeof *findings);
    struct unproved *unproved = arena_alloc(arena, (r->unproved_count + (size_t)from->unproved_count + PROP_COUNT) * sizeof *unproved);
    const struct source_place place = {r->file, r->line, 0, NULL};
    for (uint32_t i = 0; i < r->finding_count; i++)
        findings[i] = r->findings[i];
    for (uint32_t i = 0; i < from->finding_count; i++)
        if (properties & 1u << launches_property_of(from->findings[i].rule))
            findings[r->finding_count++] = from->findings[i];
    for (uint32_t i = 0; i < r->unproved_count; i++)
        unproved[i] = r->unproved[i];
    for (uint32_t i = 0; i < from->unproved_count; i++)
        if (properties & 1u << from->unproved[i].property)
            unproved[r->unproved_count++] = from->unproved[i];
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(properties & 1u << p))
            continue;
        r->properties[p] = from->properties[p];
        r->sufficient[p] = from->sufficient[p];
        r->rests_on[p] = from->rests_on[p];
        if (r->properties[p] == VERDICT_UNCHECKED && unchecked) {
            r->properties[p] = VERDICT_UNPROVED;
            unproved[r->unproved_count++] = (struct unproved){p, reason_name(REASON_ALIASED), place, unchecked, {0}};
        }
    }
    r->findings = findings;
    r->unproved = unproved;
    r->stats.seconds += from->stats.seconds;
    r->stats.queries += from->stats.queries;
    r->stats.solver_steps += from->stats.solver_steps;
    r->verdict = kernel_result_verdict(r);
}

static bool is_listed(const struct kernel_result *r, const struct assumption *a) {
    for (uint32_t i = 0; i < r->assumption_count; i++)
        if (r->assumptions[i].kind == a->kind && strcmp(r->assumptions[i].text, a->text) == 0)
            return true;
    return false;
}

/* All that the properties rest on. */
static void list_assumptions(struct arena *arena, struct kernel_result *r) {
    size_t most = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        most += r->rests_on[p].count;
    r->assumptions = arena_alloc(arena, (most + 1) * sizeof *r->assumptions);
    r->assumption_count = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        for (uint32_t i = 0; i < r->rests_on[p].count && r->properties[p] != VERDICT_UNCHECKED; i++)
            if (!is_listed(r, &r->rests_on[p].list[i]))
                r->assumptions[r->assumption_count++] = r->rests_on[p].list[i];
}

/* ---- null pointers that are accessed ---- */

/* Without the sizes of null pointers, which are 0. */
static struct check_options as_memory(struct arena *arena, const struct aliased *a, const struct check_options *given) {
    struct check_options own = a->options;
    struct check_extent *extents = arena_alloc(arena, (own.extent_count + 1) * sizeof *extents);
    own.extent_count = 0;
    for (uint32_t i = 0; i < a->options.extent_count; i++) {
        bool is_null = false;
        for (uint32_t k = 0; k < given->alias_count; k++)
            is_null |= alias_is_null(&given->aliases[k]) && strcmp(given->aliases[k].name, a->options.extents[i].name) == 0;
        if (!is_null)
            extents[own.extent_count++] = a->options.extents[i];
    }
    own.extents = extents;
    return own;
}

/* Bounds are those of memory of no size; races are judged as if the pointer had memory. */
static struct kernel_result *check_null(struct arena *arena, const struct aliased *a, const struct check_options *given) {
    struct check_options other = as_memory(arena, a, given), bounds = a->options;
    other.properties &= ~(unsigned)PROPERTY_BOUNDS;
    bounds.properties &= PROPERTY_BOUNDS;
    bounds.advice = false;
    bounds.dumps = 0;
    if (other.properties == 0 || bounds.properties == 0)
        return check_kernel(arena, a->kernel, a->protocol, other.properties == 0 ? &bounds : &other);
    struct kernel_result *r = check_kernel(arena, a->kernel, a->protocol, &other);
    const struct kernel_result *of_bounds = check_kernel(arena, a->kernel, a->protocol, &bounds);
    take(arena, r, of_bounds, PROPERTY_BOUNDS, NULL);
    r->unchecked = of_bounds->unchecked;
    r->unchecked_count = of_bounds->unchecked_count;
    r->stats.global_accesses = of_bounds->stats.global_accesses;
    r->stats.global_accesses_inside = of_bounds->stats.global_accesses_inside;
    list_assumptions(arena, r);
    return r;
}

static struct kernel_result *judge(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                   struct launch_protocols *protocols) {
    const struct aliased a = aliases_apply(arena, kernel, protocol, options, protocols);
    if (a.problem)
        return not_judged(arena, protocol, options, a.problem);
    struct kernel_result *r =
        a.reaches_null && options->stop_after == CHECK_WHOLE ? check_null(arena, &a, options) : check_kernel(arena, a.kernel, a.protocol, &a.options);
    if (options->stop_after != CHECK_WHOLE || a.options.alias_count == 0)
        return r;
    name_findings(arena, &a, r);
    name_assumptions(arena, &a, &r->assumptions, &r->assumption_count);
    for (unsigned p = 0; p < PROP_COUNT; p++)
        if (options->properties & 1u << p)
            name_assumptions(arena, &a, &r->rests_on[p].list, &r->rests_on[p].count);
    return r;
}

/* ---- pointers that may overlap ---- */

enum distance { DISTANCE_APART, DISTANCE_NONE, DISTANCE_ANY };

/* The options with one case of the pointers that may overlap: into different allocations, one pointer, any distance. */
static struct check_options with_case(struct arena *arena, const struct check_options *options, enum distance distance) {
    struct check_options own = *options;
    struct check_alias *all = arena_alloc(arena, (options->alias_count + 1) * sizeof *all);
    own.alias_count = 0;
    for (uint32_t i = 0; i < options->alias_count; i++) {
        struct check_alias alias = options->aliases[i];
        if (alias.is_any && distance == DISTANCE_APART)
            continue;
        if (alias.is_any && distance == DISTANCE_NONE) {
            alias.is_any = false;
            alias.is_read = true; /* one case of all: nothing is assumed */
        }
        all[own.alias_count++] = alias;
    }
    own.aliases = all;
    return own;
}

static bool rests_on_pointers(const struct kernel_result *r, unsigned property) {
    for (uint32_t i = 0; i < r->rests_on[property].count; i++)
        if (r->rests_on[property].list[i].kind == ASSUMPTION_DISTINCT_POINTERS)
            return true;
    return false;
}

/* The properties that are proved, and only if pointers are distinct. */
static unsigned open_properties(const struct kernel_result *r, unsigned asked) {
    unsigned open = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++)
        open |= (asked & 1u << p) && r->properties[p] == VERDICT_PROVED && rests_on_pointers(r, p) ? 1u << p : 0;
    return open;
}

static bool has_any(const struct kernel *kernel, const struct check_options *options) {
    bool is_found = false;
    for (uint32_t i = 0; i < options->alias_count; i++)
        is_found |= options->aliases[i].is_any && alias_is_told_of(kernel, &options->aliases[i]);
    return is_found;
}

struct kernel_result *aliases_check(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                    struct launch_protocols *protocols) {
    if (!kernel || options->stop_after != CHECK_WHOLE || options->search == SEARCH_ALONE || !has_any(kernel, options))
        return judge(arena, kernel, protocol, options, protocols);
    const struct check_options apart = with_case(arena, options, DISTANCE_APART);
    struct kernel_result *r = judge(arena, kernel, protocol, &apart, protocols);
    for (int distance = DISTANCE_NONE; distance <= DISTANCE_ANY; distance++) {
        struct check_options own = with_case(arena, options, (enum distance)distance);
        own.properties = open_properties(r, options->properties);
        own.advice = false;
        own.dumps = 0;
        if (own.properties == 0)
            break;
        const struct kernel_result *from = judge(arena, kernel, protocol, &own, protocols);
        unsigned worse = 0;
        for (unsigned p = 0; p < PROP_COUNT; p++)
            worse |= (own.properties & 1u << p) && (distance == DISTANCE_ANY || from->properties[p] == VERDICT_REFUTED) ? 1u << p : 0;
        take(arena, r, from, worse, "pointers may overlap, and extents are not known then");
    }
    r->advice_count = open_properties(r, options->properties) == 0 ? r->advice_count : 0;
    list_assumptions(arena, r);
    return r;
}

unsigned aliases_prove_overlaps(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                const struct launch_site *site, struct launch_protocols *protocols, struct kernel_result *r) {
    struct check_options own = *options;
    struct check_alias *all = arena_alloc(arena, (options->alias_count + (size_t)site->overlap_count + 1) * sizeof *all);
    unsigned open = open_properties(r, options->properties);
    if (open == 0 || !kernel)
        return open;
    for (uint32_t i = 0; i < options->alias_count; i++)
        all[i] = options->aliases[i];
    for (uint32_t i = 0; i < site->overlap_count; i++)
        all[own.alias_count++] = (struct check_alias){.name = site->overlaps[i][1], .of = site->overlaps[i][0], .is_any = true, .is_read = true};
    own.aliases = all;
    own.properties = open;
    own.search = SEARCH_OFF;
    const struct kernel_result *from = judge(arena, kernel, protocol, &own, protocols);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        bool is_whole = (open & 1u << p) && from->properties[p] == VERDICT_PROVED;
        for (uint32_t i = 0; i < site->overlap_count; i++)
            is_whole &= alias_is_told_of(kernel, &all[options->alias_count + i]);
        if (!is_whole)
            continue;
        r->rests_on[p] = from->rests_on[p];
        open &= ~(1u << p);
    }
    list_assumptions(arena, r);
    return open;
}

struct witness aliases_restore(struct arena *arena, const struct kernel *kernel, const struct check_options *options, const struct witness *launch) {
    struct witness restored = *launch, *w = &restored;
    struct witness_argument *arguments = arena_alloc(arena, (w->argument_count + (size_t)options->replaced_count + 1) * sizeof *arguments);
    memcpy(arguments, w->arguments, w->argument_count * sizeof *arguments);
    struct witness_array *arrays = arena_alloc(arena, (w->array_count + 1) * sizeof *arrays);
    memcpy(arrays, w->arrays, w->array_count * sizeof *arrays);
    for (uint32_t i = options->replaced_count; i-- > 0;) {
        const struct kernel_alias *edit = &options->replaced[i];
        const struct param *param = &kernel->params[edit->param];
        const char *name = param->by_value_struct ? member_name(arena, param, edit->member_bytes, sizeof(uint64_t)) : param->name;
        struct witness_argument *own = NULL, *of = NULL, *offset = NULL;
        for (uint32_t k = 0; k < w->argument_count; k++) {
            own = strcmp(arguments[k].name, name) == 0 ? &arguments[k] : own;
            of = edit->of != KERNEL_ALIAS_NULL && strcmp(arguments[k].name, kernel->params[edit->of].name) == 0 ? &arguments[k] : of;
            offset = edit->offset && strcmp(arguments[k].name, edit->offset) == 0 ? &arguments[k] : offset;
        }
        if (!own && param->by_value_struct) { /* else the kernel copies the struct, and reads the pointer with it */
            own = &arguments[w->argument_count++];
            *own = (struct witness_argument){.name = name, .type = {.kind = TYPE_POINTER, .width_bits = 64, .lanes = 1}, .array = SIMULATE_NONE};
        }
        if (!own || (!of && edit->of != KERNEL_ALIAS_NULL))
            continue;
        int64_t by = offset ? (int64_t)(offset->bits << (64 - KERNEL_OFFSET_BITS)) >> (64 - KERNEL_OFFSET_BITS) : 0;
        uint32_t unused = own->array;
        own->array = of ? of->array : SIMULATE_NONE;
        own->bits = of ? of->bits : 0;
        own->offset_bytes = of ? of->offset_bytes + by * (int64_t)edit->elem_bytes : 0;
        for (uint32_t k = 0; k < w->argument_count && unused != SIMULATE_NONE; k++)
            unused = arguments[k].array == unused ? SIMULATE_NONE : unused;
        if (unused != SIMULATE_NONE)
            arrays[unused].name = NULL;
        if (offset)
            memmove(offset, offset + 1, (size_t)(arguments + --w->argument_count - offset) * sizeof *offset);
    }
    w->arguments = arguments;
    w->arrays = arrays;
    return restored;
}

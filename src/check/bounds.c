/* Verdicts and findings about bounds. */
#include <inttypes.h>
#include <string.h>

#include "check/conductor.h"
#include "check/describe.h"
#include "check/tidy.h"
#include "protocol/expression.h"

/* "index 16 leaves its dimension of 16" */
static const char *dimension_message(const struct conductor *c, const struct prove_violation *violation, const struct prove_witness *w) {
    const struct proto_item *item = protocol_access(c->protocol, violation->at);
    return describe_dimension(c->arena,
                              item->is_atomic             ? "atomic update"
                              : item->mode == ACCESS_READ ? "read"
                                                          : "write",
                              c->protocol->arrays[item->array].name, (int64_t)w->value[0], c->protocol->asserts[violation->claim].extent);
}

/* What the device does where the low 32 bits of an offset into shared memory lead back into the variable; or "". */
static const char *wrapped_text(const struct conductor *c, const struct proto_item *item, uint64_t offset_bytes, uint64_t size_bytes) {
    const struct proto_array *array = &c->protocol->arrays[item->array];
    uint64_t low = offset_bytes & UINT32_MAX;
    bool wraps = array->kind == ARRAY_SHARED && low + size_bytes <= array->extent_bytes;
    return wraps ? arena_printf(c->arena, "; addresses of shared memory have 32 bits, which lead to %s[%s], but C++ leaves this undefined",
                                array->name, conductor_index(c, item, (int64_t)low))
                 : "";
}

static const char *bounds_message(const struct conductor *c, const struct proto_item *item, const struct prove_witness *w) {
    const struct proto_array *array = &c->protocol->arrays[item->array];
    const char *does = item->is_atomic ? "atomic update" : item->mode == ACCESS_READ ? "read" : "write";
    return arena_printf(c->arena, "out-of-bounds %s of '%s': %s[%s] is %s of this %s array%s", does, array->name, array->name,
                        conductor_index(c, item, w->offset[0]), w->offset[0] < 0 ? "before the start" : "beyond the end", conductor_space(array),
                        wrapped_text(c, item, (uint64_t)w->offset[0], w->size[0]));
}

static void bounds_finding(struct conductor *c, const struct prove_violation *violation, const struct replay_verdict *v) {
    const struct proto_item *item = protocol_access(c->protocol, violation->at);
    const struct proto_array *array = &c->protocol->arrays[item->array];
    struct prove_witness shown = v->witness;
    const struct prove_witness *w = &shown;
    bool is_dimension = violation->claim != PROTOCOL_NONE;
    shown.has_value[0] = shown.has_value[1] = false; /* an index, not what is read or written */
    struct finding f = {.rule = RULE_OUT_OF_BOUNDS,
                        .certainty = conductor_certainty(v),
                        .scope = FINDING_SCOPE_BLOCK,
                        .kind = is_dimension                ? FINDING_KIND_INNER_DIMENSION
                                : item->mode == ACCESS_READ ? FINDING_KIND_READ
                                                            : FINDING_KIND_WRITE,
                        .space = conductor_space(array),
                        .array = array->name,
                        .has_witness = true,
                        .instances = 1,
                        .precondition = w->precondition,
                        .precondition_proved = violation->witness.condition_count > 0};
    if (!f.precondition)
        f.precondition = conductor_of_struct(c, w, is_dimension ? c->protocol->asserts[violation->claim].condition : item->offset, TERM_NONE, false);
    f.approximation = conductor_approximation(v, violation->approximation);
    f.level = conductor_level(&f, v);
    f.accesses = arena_alloc(c->arena, sizeof *f.accesses);
    f.access_count = 1;
    f.accesses[0] = conductor_access(c, item, w, 0);
    f.witness = conductor_witness(c, w, v->contents);
    for (uint32_t i = 0; i < f.witness.value_count; i++)
        f.witness.values[i].name = w->values[0][i].name; /* there is one thread only */
    const char *tidy = f.level == LEVEL_ERROR && v->outcome == REPLAY_CONFIRMED
                           ? tidy_places(c->arena, c->kernel, c->protocol, c->options, &f, v->launch, &c->rerun_steps)
                           : NULL;
    f.precondition = tidy ? tidy : f.precondition;
    f.level = tidy ? LEVEL_WARNING : f.level;
    f.message = is_dimension ? dimension_message(c, violation, w) : bounds_message(c, item, w);
    f.witness.text = conductor_text(c, &f, v);
    conductor_tell(c, &f, &violation->witness);
    conductor_settle(c, PROP_BOUNDS, &f, v, item->location,
                     arena_printf(c->arena, is_dimension ? "index of '%s' outside its dimension" : "access of '%s' out of bounds", f.array));
}

static void judge_violation(struct conductor *c, const struct prove_violation *violation, const struct replay_verdict *v) {
    const struct proto_item *item = protocol_access(c->protocol, violation->at);
    if (violation->outcome == PROVE_MODEL) {
        bounds_finding(c, violation, v);
        return;
    }
    if (violation->reason == REASON_NEEDS_PRECONDITION) {
        conductor_unproved(c, PROP_BOUNDS, violation->reason, item->location,
                           arena_printf(c->arena, "'%s' is not left if %s; no other launch was found that leaves it",
                                        c->protocol->arrays[item->array].name, violation->witness.precondition));
        return;
    }
    conductor_unproved(c, PROP_BOUNDS, violation->reason, item->location,
                       arena_printf(c->arena, "%s of '%s'%s%s", item->mode == ACCESS_READ ? "read" : "write", c->protocol->arrays[item->array].name,
                                    violation->approximation ? "; depends on " : "", violation->approximation ? violation->approximation : ""));
}

/* An array that is accessed and whose size nothing tells. */
static void judge_unknown(struct conductor *c, const struct extents *extents, uint32_t array, loc_ref where) {
    const char *name = c->protocol->arrays[array].name;
    if (extents->problems[array])
        conductor_unproved(c, PROP_BOUNDS, REASON_UNKNOWN_EXTENT, where, extents->problems[array]);
    else if (c->options->bounds_only)
        conductor_unproved(c, PROP_BOUNDS, REASON_UNKNOWN_EXTENT, where, arena_printf(c->arena, "the extent of '%s' is not known", name));
    else
        vec_push(&c->unchecked, name);
}

/* What wp_extent states is an assumption; of what is no pointer parameter of the kernel it is a mistake. */
static void judge_stated_extents(struct conductor *c) {
    const struct protocol *p = c->protocol;
    for (uint32_t i = 0; c->kernel && i < c->kernel->extent_count; i++) {
        const struct kernel_extent *extent = &c->kernel->extents[i];
        const char *name = expression_member(p, extent->pointer);
        bool is_found = false;
        for (uint32_t a = 0; a < p->array_count; a++)
            is_found = is_found || (p->arrays[a].kind == ARRAY_PARAM && strcmp(p->arrays[a].name, name) == 0);
        for (uint32_t a = 0; a < p->param_count; a++)
            is_found = is_found || (p->params[a].is_pointer && strcmp(p->params[a].name, name) == 0);
        if (kernel_extent_is_inlined(c->kernel, extent))
            conductor_unproved(c, PROP_BOUNDS, REASON_UNKNOWN_EXTENT, extent->loc,
                               arena_printf(c->arena, "wp_extent(%s, %s): stands in a function that the kernel calls, not in the kernel",
                                            extent->pointer, extent->count));
        else if (!is_found)
            conductor_unproved(
                c, PROP_BOUNDS, REASON_UNKNOWN_EXTENT, extent->loc,
                arena_printf(c->arena, "wp_extent(%s, %s): the kernel has no pointer parameter of this name", extent->pointer, extent->count));
        else
            vec_push(&c->assumptions,
                     (struct assumption){ASSUMPTION_REQUIRED, arena_printf(c->arena, "required: wp_extent(%s, %s)", extent->pointer, extent->count)});
    }
}

/* Whether the access is proved to stay inside. */
static bool is_inside(const struct conductor *c, const struct extents *extents, const struct prove_report *report, uint32_t at) {
    uint32_t array = protocol_access(c->protocol, at)->array;
    bool is = c->protocol->arrays[array].extent_bytes > 0 || !term_is_none(extents->bytes[array]);
    for (uint32_t i = 0; i < report->bound_count; i++)
        is &= report->bounds[i].at != at;
    return is;
}

static void count_inside(struct conductor *c, const struct extents *extents, const struct prove_report *report) {
    const struct protocol *p = c->protocol;
    struct kernel_stats *stats = &c->result->stats;
    for (uint32_t i = 0; i < p->item_count + p->private_count; i++) {
        const struct proto_item *item = protocol_access(p, i);
        enum array_kind kind = item->kind == ITEM_ACCESS ? p->arrays[item->array].kind : ARRAY_SHARED;
        if (kind != ARRAY_PARAM && kind != ARRAY_GLOBAL && kind != ARRAY_LOADED)
            continue;
        stats->global_accesses++;
        stats->global_accesses_inside += is_inside(c, extents, report, i);
    }
}

void judge_bounds(struct conductor *c, const struct extents *extents, const struct prove_report *report, const struct replay_report *replay) {
    const struct protocol *p = c->protocol;
    count_inside(c, extents, report);
    for (uint32_t i = 0; i < report->bound_count; i++)
        judge_violation(c, &report->bounds[i], &replay->bounds[i]);
    for (uint32_t a = 0; a < p->array_count; a++) {
        if (p->arrays[a].extent_bytes > 0 || !term_is_none(extents->bytes[a]))
            continue;
        for (uint32_t i = 0; i < p->item_count + p->private_count; i++) {
            const struct proto_item *item = protocol_access(p, i);
            if (item->kind != ITEM_ACCESS || item->array != a)
                continue;
            judge_unknown(c, extents, a, item->location);
            break;
        }
    }
    judge_stated_extents(c);
}

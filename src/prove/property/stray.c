/* See stray.h. */
#include "prove/property/stray.h"

#include <string.h>

#include "prove/condition/precondition.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/ledger.h"
#include "prove/value/contents.h"
#include "prove/value/inside.h"

enum { CONDITIONS_MAX = 16, NEAR_BYTES = 1 << 30 }; /* places and sizes up to NEAR_BYTES: ends lie less than 2^32 apart */

/* Memory in which arrays lie side by side. */
enum memory { MEMORY_NONE, MEMORY_SHARED, MEMORY_GLOBAL };

static enum memory memory_of(const struct proto_array *array) {
    switch (array->kind) {
    case ARRAY_SHARED:
    case ARRAY_DYNAMIC: return MEMORY_SHARED;
    case ARRAY_PARAM:
    case ARRAY_GLOBAL:
    case ARRAY_LOADED:
    case ARRAY_UNKNOWN: return MEMORY_GLOBAL;
    case ARRAY_LOCAL:
    case ARRAY_CONSTANT: return MEMORY_NONE;
    }
    return MEMORY_NONE;
}

/* An array of the same memory that conflicts with an access that reaches it, or PROTOCOL_NONE; *all: those arrays as
   bits, if it writes. */
static uint32_t reached_by(const struct protocol *p, const struct proto_item *item, uint64_t *all) {
    enum memory memory = memory_of(&p->arrays[item->array]);
    bool writes = item->mode != ACCESS_READ;
    uint32_t first = PROTOCOL_NONE;
    for (uint32_t i = p->item_count; i-- > 0 && memory != MEMORY_NONE;) {
        const struct proto_item *other = &p->items[i];
        if (other->kind != ITEM_ACCESS || other->array == item->array || memory_of(&p->arrays[other->array]) != memory)
            continue;
        if (writes)
            *all |= contents_bit(other->array);
        if (writes || other->mode != ACCESS_READ)
            first = other->array;
    }
    return first;
}

/* Addresses of shared memory have 32 bits: an access that is far from its array may come back to it. */
static bool may_come_back(struct prover *prover, uint32_t at) {
    const struct protocol *p = prover->protocol;
    const struct proto_item *item = &p->items[at];
    if (item->kind != ITEM_ACCESS || memory_of(&p->arrays[item->array]) != MEMORY_SHARED || !p->arrays[item->array].written)
        return false;
    const struct scoped_item *s = &prover->frame->items[at];
    const struct term_range range = term_range_of(prover->terms, s->offset), size = term_range_of(prover->terms, s->size);
    return range.smin < -NEAR_BYTES || range.smax > NEAR_BYTES || size.umax > NEAR_BYTES;
}

bool stray_comes_back(struct prover *prover, uint32_t array) {
    bool comes_back = false;
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        if (prover->protocol->items[i].array != array || !may_come_back(prover, i))
            continue;
        bool is_inside = !term_is_none(prover_extent(prover, array)) && inside_holds(prover, i);
        if (is_inside)
            ledger_list(prover, inside_proof(prover, i));
        comes_back |= !is_inside;
    }
    return comes_back;
}

static bool may_stray(struct prover *prover, uint32_t at, uint32_t *other, uint64_t *all) {
    const struct protocol *p = prover->protocol;
    const struct proto_item *item = &p->items[at];
    if (item->kind != ITEM_ACCESS || term_is_none(prover_extent(prover, item->array)))
        return false;
    *all = 0;
    *other = reached_by(p, item, all);
    if (*other == PROTOCOL_NONE)
        return false;
    if (inside_holds(prover, at)) /* races of the other array are judged without it */
        ledger_list(prover, inside_proof(prover, at));
    return !inside_holds(prover, at);
}

bool stray_exists(struct prover *prover) {
    for (uint32_t i = 0; i < prover->protocol->item_count; i++) {
        uint32_t other;
        uint64_t all;
        if (may_stray(prover, i, &other, &all))
            return true;
    }
    return false;
}

uint64_t stray_reaches(struct prover *prover, const struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    uint64_t reached = 0;
    for (uint32_t i = 0; i < report->bound_count; i++) {
        uint64_t all = 0;
        uint32_t at = report->bounds[i].at;
        if (at < p->item_count && p->items[at].kind == ITEM_ACCESS)
            (void)reached_by(p, &p->items[at], &all);
        reached |= all;
    }
    return reached;
}

bool stray_is_assumed(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++) {
        uint64_t all = 0;
        if (p->items[i].kind == ITEM_ACCESS && p->arrays[p->items[i].array].kind == ARRAY_LOADED && p->arrays[p->items[i].array].written)
            return true; /* what one pointer leads to lies beside what another one does */
        if (p->items[i].kind == ITEM_ACCESS && term_is_none(prover_extent(prover, p->items[i].array)) &&
            reached_by(p, &p->items[i], &all) != PROTOCOL_NONE)
            return true;
    }
    return false;
}

static struct prove_stray *stray_of(struct prover *prover, struct prove_report *report, uint32_t at) {
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < report->stray_count; i++)
        if (p->items[report->strays[i].at].array == p->items[at].array)
            return &report->strays[i];
    struct prove_stray *stray = &report->strays[report->stray_count++];
    *stray =
        (struct prove_stray){.at = at, .conditions = arena_alloc(prover->arena, CONDITIONS_MAX * sizeof *stray->conditions), .has_conditions = true};
    return stray;
}

static void add_condition(struct prove_stray *stray, const struct prove_condition *condition) {
    for (uint32_t i = 0; i < stray->condition_count; i++)
        if (term_same(stray->conditions[i].term, condition->term))
            return;
    if (stray->condition_count == CONDITIONS_MAX)
        stray->has_conditions = false;
    else
        stray->conditions[stray->condition_count++] = *condition;
}

/* The access strays unless what excludes this violation holds. */
static void add_violation(struct prove_stray *stray, const struct prove_violation *v) {
    stray->has_conditions &= v->witness.condition_count > 0;
    for (uint32_t i = 0; i < v->witness.condition_count; i++)
        add_condition(stray, &v->witness.conditions[i]);
}

void stray_collect(struct prover *prover, struct prove_report *report, uint64_t contents) {
    const struct protocol *p = prover->protocol;
    report->strays = arena_alloc(prover->arena, (p->array_count + 1) * sizeof *report->strays);
    for (uint32_t i = 0; i < report->bound_count; i++) {
        const struct prove_violation *v = &report->bounds[i];
        uint32_t other;
        uint64_t all;
        if (v->at >= p->item_count || !may_stray(prover, v->at, &other, &all))
            continue;
        struct prove_stray *stray = stray_of(prover, report, v->at);
        stray->other = other;
        stray->reaches_contents |= (all & contents) != 0;
        add_violation(stray, v);
    }
    for (uint32_t i = 0; i < report->stray_count; i++) {
        struct prove_stray *stray = &report->strays[i];
        struct prove_contract joined;
        stray->has_conditions &= precondition_join(prover, stray->conditions, stray->condition_count, &joined);
        if (stray->has_conditions) {
            stray->conditions = arena_alloc(prover->arena, joined.count * sizeof *stray->conditions);
            memcpy(stray->conditions, joined.conditions, joined.count * sizeof *joined.conditions);
            stray->condition_count = joined.count;
            stray->text = joined.text;
        }
    }
}

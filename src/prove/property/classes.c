/* See classes.h. */
#include "prove/property/classes.h"

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

static const struct proto_item *item_at(const struct prover *prover, uint32_t i) {
    return &prover->protocol->items[i];
}

static bool same_class(const struct prover *prover, uint32_t a, uint32_t b) {
    const struct proto_item *x = item_at(prover, a), *y = item_at(prover, b);
    const struct scoped_item *sx = &prover->frame->items[a], *sy = &prover->frame->items[b];
    if (prover->scope->lockstep)
        return false; /* the order of steps tells them apart */
    if (x->is_async || y->is_async)
        return false; /* one thread's copies may race with each other */
    return x->array == y->array && x->mode == y->mode && x->is_atomic == y->is_atomic && x->scope == y->scope && x->loop == y->loop &&
           x->value_bits == y->value_bits && x->marks == y->marks && x->is_fill == y->is_fill && x->is_copy == y->is_copy && x->source == y->source &&
           x->collective == y->collective && x->owner == y->owner && term_same(sx->offset, sy->offset) && term_same(sx->size, sy->size) &&
           term_same(sx->guard, sy->guard);
}

static uint64_t class_hash(const struct prover *prover, uint32_t a, uint32_t segment) {
    const struct proto_item *x = item_at(prover, a);
    const struct scoped_item *s = &prover->frame->items[a];
    uint64_t h = hash_mix(hash_mix(x->array, (uint64_t)x->mode), segment);
    return hash_mix(hash_mix(hash_mix(h, s->offset.id), s->guard.id), s->size.id);
}

static bool is_raceable(const struct prover *prover, const struct proto_item *item) {
    if (item->kind != ITEM_ACCESS)
        return false;
    enum array_kind kind = prover->protocol->arrays[item->array].kind;
    return kind != ARRAY_LOCAL && kind != ARRAY_CONSTANT;
}

void classes_make(const struct prover *prover, struct access_classes *classes) {
    const struct protocol *p = prover->protocol;
    struct map class_of;
    map_init(&class_of);
    uint32_t segment = 0;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        bool is_flag = prover->frame->has_flags && (item->kind == ITEM_FENCE || item->is_atomic || item->is_volatile);
        bool is_copy = item->is_async || item->kind == ITEM_COPY_COMMIT || item->kind == ITEM_COPY_WAIT; /* orders what its own thread does */
        if (item->kind == ITEM_BARRIER || item->kind == ITEM_LOOP || is_copy || is_flag)
            segment++;
        if (!is_raceable(prover, item) || term_is_false(prover->terms, prover->frame->items[i].guard))
            continue;
        uint64_t key = class_hash(prover, i, segment);
        uint32_t found;
        bool joined = false;
        for (; map_get(&class_of, key, &found); key++) {
            struct access_class *class = &classes->list.data[found];
            if (class->segment == segment && same_class(prover, class->representative, i)) {
                vec_push(&class->members, i);
                joined = true;
                break;
            }
        }
        if (joined)
            continue;
        struct access_class class = {.representative = i, .segment = segment};
        vec_push(&class.members, i);
        vec_push(&classes->list, class);
        map_set(&class_of, key, classes->list.size - 1);
    }
    map_release(&class_of);
}

void classes_release(struct access_classes *classes) {
    for (uint32_t i = 0; i < classes->list.size; i++)
        vec_release(&classes->list.data[i].members);
    vec_release(&classes->list);
}

const uint32_t *race_representatives(struct prover *prover, uint32_t *count) {
    struct access_classes classes = {0};
    classes_make(prover, &classes);
    uint32_t *items = arena_alloc(prover->arena, (classes.list.size + 1) * sizeof *items);
    *count = classes.list.size;
    for (uint32_t i = 0; i < classes.list.size; i++)
        items[i] = classes.list.data[i].representative;
    classes_release(&classes);
    return items;
}

const uint32_t *race_alike(struct prover *prover) {
    struct access_classes classes = {0};
    classes_make(prover, &classes);
    uint32_t count = prover->protocol->item_count, *alike = arena_alloc(prover->arena, (count + 1) * sizeof *alike);
    for (uint32_t i = 0; i < count; i++)
        alike[i] = PROTOCOL_NONE;
    for (uint32_t c = 0; c < classes.list.size; c++)
        for (uint32_t m = 0; m < classes.list.data[c].members.size; m++)
            alike[classes.list.data[c].members.data[m]] = classes.list.data[c].representative;
    classes_release(&classes);
    return alike;
}

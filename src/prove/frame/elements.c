/* See elements.h. */
#include "prove/frame/elements.h"

#include <assert.h>
#include <string.h>

#include "base/breakage.h"
#include "prove/frame/frame.h"
#include "prove/frame/threads.h"
#include "term/walk.h"

/* Byte offsets below this do not wrap when elements of four bytes are added to them. */
#define OFFSET_LIMIT (INT64_C(1) << 60)

enum { AGREEING_MAX = 24 };

static bool is_named(const char *function, const char *array) {
    const char *colon = strrchr(function, ':');
    return colon && strlen(array) == (size_t)(colon - function) && strncmp(function, array, strlen(array)) == 0;
}

void elements_of(const struct prover *prover, uint32_t array, term_ref of, struct elements *out) {
    assert(array < prover->protocol->array_count);
    const struct term_table *t = prover->terms;
    struct term_walk walk;
    out->count = 0;
    term_walk_begin(&walk, t, of);
    for (term_ref x; term_walk_next(&walk, &x);) {
        term_walk_enter(&walk, x);
        const struct term *term = term_get(t, x);
        if (term_op_of(term) == TERM_APPLY && term->arity == 1 && (term->deps & DEP_MEMORY) && out->count < ELEMENTS_MAX &&
            is_named(function_name(t, (uint32_t)term->value), prover->protocol->arrays[array].name))
            out->list[out->count++] = (struct element){x, term_child(t, x, 0)};
    }
    term_walk_end(&walk);
}

/* ---- instances ---- */

static term_ref number(struct term_table *t, uint64_t value) {
    return term_const(t, 64, value);
}

/* The element is one that the condition speaks of: of the array, and of its part. */
static term_ref is_meant(struct prover *prover, const struct stated *s, term_ref offset) {
    struct term_table *t = prover->terms;
    term_ref extent = prover_extent(prover, s->array), all = term_true(t), bytes = number(t, s->stride_bytes);
    if (!term_is_none(extent))
        all = term_and(t, term_sle(t, number(t, 0), offset), term_slt(t, offset, extent));
    if (!term_is_none(s->first))
        all = term_and(t, all, term_sle(t, term_mul(t, prover_scoped(prover, s->first), bytes, TERM_NSW), offset));
    if (!term_is_none(s->end))
        all = term_and(t, all, term_slt(t, offset, term_mul(t, prover_scoped(prover, s->end), bytes, TERM_NSW)));
    return all;
}

/* The value as a number of 64 bits. */
static term_ref value_of(struct term_table *t, const struct stated *s, const struct element *x) {
    return s->is_signed ? term_sext(t, x->value, 64) : term_zext(t, x->value, 64);
}

static bool is_near(struct term_table *t, term_ref offset) {
    struct term_range range = term_range_of(t, offset);
    return range.smin > -OFFSET_LIMIT && range.smax < OFFSET_LIMIT;
}

/* x <= y: a[x] <= a[y], and a[x] + (y - x) <= a[y] of increasing integers, as far as that cannot wrap. */
static term_ref in_order(struct prover *prover, const struct stated *s, const struct element *x, const struct element *y) {
    struct term_table *t = prover->terms;
    term_ref before = term_sle(t, x->offset, y->offset), a = value_of(t, s, x), b = value_of(t, s, y), follows = term_sle(t, a, b);
    if (s->kind == CONTENT_INCREASING && s->elem_bytes < 8 && is_near(t, x->offset) && is_near(t, y->offset)) {
        term_ref bytes = number(t, s->stride_bytes);
        term_ref left = term_add(t, term_mul(t, a, bytes, TERM_NSW), y->offset, TERM_NSW);
        follows = term_sle(t, left, term_add(t, term_mul(t, b, bytes, TERM_NSW), x->offset, TERM_NSW));
    } else if (s->kind == CONTENT_INCREASING) {
        before = term_slt(t, x->offset, y->offset);
        follows = s->elem_bytes == 8 && !s->is_signed ? term_ult(t, a, b) : term_slt(t, a, b);
    } else if (s->elem_bytes == 8 && !s->is_signed) {
        follows = term_ule(t, a, b);
    }
    return term_implies(t, before, follows);
}

static term_ref of_pair(struct prover *prover, const struct stated *s, const struct element *x, const struct element *y) {
    struct term_table *t = prover->terms;
    if (s->kind == CONTENT_DISTINCT)
        return term_implies(t, term_ne(t, x->offset, y->offset), term_ne(t, x->value, y->value));
    if (s->kind == CONTENT_SORTED || s->kind == CONTENT_INCREASING)
        return term_and(t, in_order(prover, s, x, y), in_order(prover, s, y, x));
    return term_true(t);
}

static term_ref of_one(struct prover *prover, const struct stated *s, const struct element *x) {
    struct term_table *t = prover->terms;
    if (s->kind == CONTENT_ZERO)
        return term_eq(t, x->value, term_const(t, term_width(t, x->value), 0));
    if (s->kind == CONTENT_NONZERO)
        return term_ne(t, x->value, term_const(t, term_width(t, x->value), 0));
    if (s->kind == CONTENT_POSITIVE)
        return s->is_signed ? term_slt(t, number(t, 0), value_of(t, s, x)) : term_ult(t, number(t, 0), value_of(t, s, x));
    if (s->kind != CONTENT_IN_RANGE)
        return term_true(t);
    term_ref value = value_of(t, s, x), low = prover_scoped(prover, s->low), high = prover_scoped(prover, s->high);
    term_ref inside = term_and(t, term_sle(t, low, value), term_slt(t, value, high));
    return s->elem_bytes == 8 && !s->is_signed ? term_and(t, inside, term_sle(t, number(t, 0), value)) : inside;
}

/* The value is one element, or the field of one: as wide, and at a multiple of the distance between elements. Any part of memory that is
   zero is zero. */
static bool is_element(const struct prover *prover, const struct stated *s, const struct element *x) {
    struct term_table *t = prover->terms;
    if (s->kind == CONTENT_ZERO && term_is_none(s->first) && s->field == STATED_WHOLE)
        return true;
    if (s->elem_bytes == 0 || term_width(t, x->value) != 8 * s->elem_bytes)
        return false;
    return s->stride_bytes == 1 || prover_is_aligned(t, term_sub(t, x->offset, number(t, s->offset_bytes), 0), s->stride_bytes);
}

term_ref elements_say(struct prover *prover, const struct stated *stated, term_ref of) {
    struct term_table *t = prover->terms;
    struct elements found;
    term_ref all = term_true(t), meant[ELEMENTS_MAX];
    elements_of(prover, stated->array, of, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const struct element *x = &found.list[i];
        if (!is_element(prover, stated, x)) {
            meant[i] = term_false(t);
            continue;
        }
        meant[i] = is_meant(prover, stated, x->offset);
        all = term_and(t, all, term_implies(t, meant[i], of_one(prover, stated, x)));
        for (uint32_t j = 0; j < i; j++)
            if (!term_is_false(t, meant[j]))
                all = term_and(t, all, term_implies(t, term_and(t, meant[i], meant[j]), of_pair(prover, stated, x, &found.list[j])));
    }
    return all;
}

static term_ref pairs_agree(struct term_table *t, const struct elements *reads, term_ref all, uint32_t *pairs) {
    for (uint32_t i = 0; i < reads->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            const struct element *x = &reads->list[i], *y = &reads->list[j];
            if (term_get(t, x->value)->value != term_get(t, y->value)->value || *pairs == AGREEING_MAX)
                continue; /* of different widths */
            term_ref same = term_implies(t, term_eq(t, x->offset, y->offset), term_eq(t, x->value, y->value));
            *pairs += !term_is_true(t, same);
            all = term_and(t, all, same);
        }
    return all;
}

term_ref elements_agree(struct prover *prover, term_ref of) {
    term_ref all = term_true(prover->terms);
    struct elements reads;
    uint32_t pairs = 0;
    for (uint32_t a = 0; a < prover->protocol->array_count && pairs < AGREEING_MAX; a++) {
        elements_of(prover, a, of, &reads);
        all = pairs_agree(prover->terms, &reads, all, &pairs);
    }
    return all;
}

term_ref elements_facts(struct prover *prover, term_ref of) {
    term_ref all = term_true(prover->terms);
    if (!(term_deps(prover->terms, of) & DEP_MEMORY))
        return all;
    for (uint32_t i = 0; i < prover->frame->stated.size; i++) {
        const struct stated stated = *stated_of(prover->protocol, prover->frame->stated.data[i]);
        all = term_and(prover->terms, all, elements_say(prover, &stated, of));
    }
    return term_is_true(prover->terms, all) ? all : term_and(prover->terms, all, elements_agree(prover, of));
}

/* Element `index` of the array. */
static term_ref element_at(struct prover *prover, const struct stated *s, uint32_t index) {
    struct term_table *t = prover->terms;
    term_ref offset = number(t, (uint64_t)index * s->stride_bytes + s->offset_bytes);
    char *name = arena_printf(prover->arena, "%s:%u", prover->protocol->arrays[s->array].name, (unsigned)(8 * s->elem_bytes));
    return term_apply(t, function_intern(t, name, DEP_MEMORY), (uint8_t)(8 * s->elem_bytes), &offset, 1);
}

term_ref elements_sample(struct prover *prover) {
    struct term_table *t = prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < prover->frame->stated.size; i++) {
        const struct stated stated = *stated_of(prover->protocol, prover->frame->stated.data[i]);
        if (stated.elem_bytes > 0)
            all = term_and(t, all, elements_facts(prover, term_ult(t, element_at(prover, &stated, 0), element_at(prover, &stated, 1))));
    }
    return all;
}

term_ref elements_meant(struct prover *prover, term_ref condition, term_ref of) {
    assert(prover_is_condition(prover, condition));
    struct term_table *t = prover->terms;
    const struct stated *found = stated_of_term(prover->protocol, condition);
    if (found) {
        const struct stated stated = *found;
        return elements_say(prover, &stated, of);
    }
    const struct term *term = term_get(t, condition);
    if (term_op_of(term) != TERM_AND)
        return term_true(t);
    term_ref a = term_child(t, condition, 0), b = term_child(t, condition, 1);
    return term_and(t, elements_meant(prover, a, of), elements_meant(prover, b, of));
}

/* See behind.h. */
#include "prove/frame/behind.h"

#include <assert.h>
#include <string.h>

static bool is_pointer(const struct term_table *t, term_ref x) {
    const struct term *term = term_get(t, x);
    return term_op_of(term) == TERM_APPLY && term->arity == 1 &&
           strncmp(function_name(t, (uint32_t)term->value), PROTOCOL_BEHIND, sizeof PROTOCOL_BEHIND - 1) == 0;
}

/* A sum with one pointer in it. */
static bool split_sum(struct term_table *t, term_ref sum, struct behind *out) {
    const struct term term = *term_get(t, sum);
    const uint8_t flags = term.flags & (TERM_NSW | TERM_NUW);
    bool is_found = false;
    out->bytes = term_const(t, 64, 0);
    for (uint32_t i = 0; i < term.arity; i++) {
        term_ref summand = term_child(t, sum, i);
        struct behind part = {.bytes = summand};
        bool is_behind = behind_split(t, summand, &part);
        if (is_behind && is_found)
            return false;
        out->holder = is_behind ? part.holder : out->holder;
        is_found |= is_behind;
        out->bytes = term_add(t, out->bytes, part.bytes, flags);
    }
    return is_found;
}

/* A choice between two pointers. */
static bool split_choice(struct term_table *t, term_ref choice, struct behind *out) {
    const term_ref condition = term_child(t, choice, 0);
    struct behind a, b;
    if (!behind_split(t, term_child(t, choice, 1), &a) || !behind_split(t, term_child(t, choice, 2), &b))
        return false;
    *out = (struct behind){term_ite(t, condition, a.holder, b.holder), term_ite(t, condition, a.bytes, b.bytes)};
    return true;
}

bool behind_split(struct term_table *t, term_ref offset, struct behind *out) {
    assert(term_width(t, offset) == 64);
    const enum term_op op = term_op_of(term_get(t, offset));
    if (op == TERM_ADD)
        return split_sum(t, offset, out);
    if (op == TERM_ITE)
        return split_choice(t, offset, out);
    if (!is_pointer(t, offset))
        return false;
    *out = (struct behind){term_child(t, offset, 0), term_const(t, 64, 0)};
    return true;
}

term_ref behind_one_pointer(struct term_table *t, term_ref *x, term_ref *y) {
    struct behind a, b;
    if (!behind_split(t, *x, &a) || !behind_split(t, *y, &b))
        return term_true(t);
    term_ref one = behind_one_pointer(t, &a.holder, &b.holder);
    *x = a.bytes;
    *y = b.bytes;
    return term_and(t, one, term_eq(t, a.holder, b.holder));
}

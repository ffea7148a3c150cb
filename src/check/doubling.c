/* See doubling.h.

   for (int k = 2; k <= n; k *= 2) ... a[i ^ j] ...: a network of comparisons, a butterfly. Partners lie inside the first n elements where n
   is a power of two. A kernel that compares the partner's place with a size is made for any. */
#include "check/doubling.h"

#include <string.h>

#include "term/walk.h"

/* An exclusive or of two values, one of them the thread's. */
static bool is_partner(const struct term_table *t, term_ref x) {
    const struct term *term = term_get(t, x);
    return term_op_of(term) == TERM_XOR && term->width_bits > 1 && (term->deps & DEP_THREAD) && !term_is_const(t, term_child(t, x, 0), NULL) &&
           !term_is_const(t, term_child(t, x, 1), NULL);
}

static bool has_partner(const struct term_table *t, term_ref root) {
    struct term_walk walk;
    bool found = false;
    term_walk_begin(&walk, t, root);
    for (term_ref x; term_walk_next(&walk, &x); term_walk_enter(&walk, x))
        found |= is_partner(t, x);
    term_walk_end(&walk);
    return found;
}

/* A partner's place is compared with a size. */
static bool compares_partner(const struct term_table *t, term_ref guard) {
    struct term_walk walk;
    bool found = false;
    term_walk_begin(&walk, t, guard);
    for (term_ref x; term_walk_next(&walk, &x); term_walk_enter(&walk, x)) {
        enum term_op op = term_op_of(term_get(t, x));
        bool is_order = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
        for (uint32_t i = 0; i < 2 && is_order; i++)
            found |= has_partner(t, term_child(t, x, i)) && (term_deps(t, term_child(t, x, 1 - i)) & DEP_INPUT);
    }
    term_walk_end(&walk);
    return found;
}

static bool meets_partners(const struct protocol *p, const struct proto_loop *loop) {
    bool found = false;
    for (uint32_t i = loop->begin; i < loop->end; i++) {
        const struct proto_item *item = &p->items[i];
        if (item->kind != ITEM_ACCESS)
            continue;
        if (compares_partner(p->terms, item->guard))
            return false;
        found |= has_partner(p->terms, item->offset);
    }
    return found;
}

/* The counter, shifted to the left: it doubles. */
static bool doubles(const struct protocol *p, term_ref number, symbol_ref counter) {
    struct term_walk walk;
    bool found = false;
    term_walk_begin(&walk, p->terms, number);
    for (term_ref x; term_walk_next(&walk, &x); term_walk_enter(&walk, x))
        found |= term_op_of(term_get(p->terms, x)) == TERM_SHL && term_has_symbol(p->terms, term_child(p->terms, x, 1), counter);
    term_walk_end(&walk);
    return found;
}

static const char *name_of(const struct protocol *p, term_ref limit) {
    while (term_op_of(term_get(p->terms, limit)) == TERM_ZEXT || term_op_of(term_get(p->terms, limit)) == TERM_SEXT)
        limit = term_child(p->terms, limit, 0);
    const struct term *term = term_get(p->terms, limit);
    if (term_op_of(term) != TERM_SYMBOL)
        return NULL;
    const struct symbol *s = symbol_get(p->terms, (symbol_ref){(uint32_t)term->value});
    return s->role == SYMBOL_PARAM ? s->name : NULL;
}

/* The parameter that a number which doubles is compared with; NULL. */
static const char *limit_of(const struct protocol *p, const struct proto_loop *loop) {
    struct term_walk walk;
    const char *name = NULL;
    term_walk_begin(&walk, p->terms, loop->proceeds);
    for (term_ref x; !name && term_walk_next(&walk, &x); term_walk_enter(&walk, x)) {
        enum term_op op = term_op_of(term_get(p->terms, x));
        bool is_order = op == TERM_SLT || op == TERM_SLE || op == TERM_ULT || op == TERM_ULE;
        if (is_order && doubles(p, term_child(p->terms, x, 0), loop->counter))
            name = name_of(p, term_child(p->terms, x, 1));
    }
    term_walk_end(&walk);
    return name;
}

const char *doubling_broken(struct arena *arena, const struct protocol *protocol, const struct prove_named *numbers, uint32_t count) {
    for (uint32_t i = 0; i < protocol->loop_count; i++) {
        const char *name = limit_of(protocol, &protocol->loops[i]);
        for (uint32_t n = 0; n < count && name; n++)
            if (strcmp(numbers[n].name, name) == 0 && (numbers[n].value & (numbers[n].value - 1)) != 0 &&
                meets_partners(protocol, &protocol->loops[i]))
                return arena_printf(arena, "power_of_two(%s)", name);
    }
    return NULL;
}

#include "term/walk.h"

void term_walk_begin(struct term_walk *walk, const struct term_table *table, term_ref root) {
    *walk = (struct term_walk){.table = table};
    map_init(&walk->seen);
    term_walk_add(walk, root);
}

void term_walk_add(struct term_walk *walk, term_ref root) {
    if (!term_is_none(root))
        vec_push(&walk->pending, root);
}

bool term_walk_next(struct term_walk *walk, term_ref *met) {
    while (walk->pending.size > 0) {
        term_ref t = vec_pop(&walk->pending);
        if (map_get(&walk->seen, t.id, NULL))
            continue;
        map_set(&walk->seen, t.id, 1);
        *met = t;
        return true;
    }
    return false;
}

void term_walk_enter(struct term_walk *walk, term_ref t) {
    for (uint32_t i = 0; i < term_get(walk->table, t)->arity; i++)
        vec_push(&walk->pending, term_child(walk->table, t, i));
}

void term_walk_end(struct term_walk *walk) {
    map_release(&walk->seen);
    vec_release(&walk->pending);
}

/* Walks over the terms below a term: each distinct one is met once, parents
   before children, in an order that depends on contents only.

       struct term_walk walk;
       term_walk_begin(&walk, table, root);
       for (term_ref t; term_walk_next(&walk, &t);)
           if (worth going on below t)
               term_walk_enter(&walk, t);
       term_walk_end(&walk);

   Terms made during a walk are not met unless they are added to it. */
#ifndef WP_TERM_WALK_H
#define WP_TERM_WALK_H

#include "base/map.h"
#include "base/vec.h"
#include "term/term.h"

struct term_walk {
    const struct term_table *table;
    struct map seen;
    VEC(term_ref) pending;
};

/* TERM_NONE gives an empty walk. */
void term_walk_begin(struct term_walk *walk, const struct term_table *table, term_ref root);
/* A further root; nothing if it is TERM_NONE. */
void term_walk_add(struct term_walk *walk, term_ref root);
/* The next term that was not met yet; false at the end. */
bool term_walk_next(struct term_walk *walk, term_ref *met);
/* t's children are to be met too. */
void term_walk_enter(struct term_walk *walk, term_ref t);
void term_walk_end(struct term_walk *walk);

#endif

/* The words of the protocol text form (print.c, parse.c), one table for each
   enumeration; docs/protocol-language.md explains them. Private to this room,
   except where a report names a mode or a kind. */
#ifndef WP_PROTOCOL_WORDS_H
#define WP_PROTOCOL_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct words {
    const char *const *names; /* NULL where a number has no word */
    uint32_t count;
};

extern const struct words words_mode;       /* enum access_mode: read, write, update */
extern const struct words words_array_kind; /* enum array_kind */
extern const struct words words_space;      /* enum space */
extern const struct words words_scope_kind; /* enum scope_kind */
extern const struct words words_fence_kind; /* enum fence_kind */
extern const struct words words_barrier;    /* enum barrier_kind */
extern const struct words words_role;       /* enum symbol_role, from SYMBOL_PARAM on */
extern const struct words words_scope;      /* enum symbol_scope */
extern const struct words words_mark;       /* bit n of marks is the n-th word */
extern const struct words words_property;   /* bit n of properties */
extern const struct words words_claim;      /* enum claim_kind */
extern const struct words words_dependency; /* bit n of a function's dependencies */

/* The number of a word of `length` bytes, or -1. */
int words_find(const struct words *words, const char *text, size_t length);

#endif

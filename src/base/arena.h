/* An arena: objects of one lifetime, released together and never one by one.
 *
 * Memory from an arena is zeroed, aligned to 16 bytes, stays at its address, and
 * lives until arena_release. A zero-initialised struct arena is an empty arena. */
#ifndef WP_BASE_ARENA_H
#define WP_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *last; /* the block being filled; blocks are linked backwards */
    char *next;               /* the first free byte of it, 16-byte aligned */
    size_t left_bytes;
};

void arena_init(struct arena *arena);

/* Frees everything; the arena is empty and usable again. */
void arena_release(struct arena *arena);

/* Never NULL, also for 0 bytes. */
void *arena_alloc(struct arena *arena, size_t size_bytes);

char *arena_strdup(struct arena *arena, const char *text);

/* The first `length` bytes of text, or fewer if a NUL comes before. */
char *arena_strndup(struct arena *arena, const char *text, size_t length);

char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

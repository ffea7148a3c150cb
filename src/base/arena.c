#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum { ALIGNMENT = 16, FIRST_BLOCK_BYTES = 4096, LARGEST_BLOCK_BYTES = 1 << 20 };

struct arena_block {
    _Alignas(ALIGNMENT) struct arena_block *previous;
    size_t size_bytes; /* of the whole block, this head included */
};

_Static_assert(sizeof(struct arena_block) % ALIGNMENT == 0, "block contents are aligned");
_Static_assert(_Alignof(max_align_t) >= ALIGNMENT, "malloc aligns blocks");

void arena_init(struct arena *arena) {
    *arena = (struct arena){0};
}

void arena_release(struct arena *arena) {
    struct arena_block *block = arena->last;
    while (block) {
        struct arena_block *previous = block->previous;
        mem_free(block, block->size_bytes);
        block = previous;
    }
    arena_init(arena);
}

static struct arena_block *block_create(size_t size_bytes, struct arena_block *previous) {
    struct arena_block *block = mem_alloc(size_bytes);
    block->previous = previous;
    block->size_bytes = size_bytes;
    return block;
}

/* An object too large to share a block gets its own, behind the one being filled. */
static void *alloc_alone(struct arena *arena, size_t size_bytes) {
    struct arena_block *last = arena->last;
    size_t block_bytes = size_bytes + sizeof(struct arena_block);
    struct arena_block *block = block_create(block_bytes, last ? last->previous : NULL);
    if (last) {
        last->previous = block;
    } else {
        arena->last = block;
    }
    return block + 1;
}

static void arena_grow(struct arena *arena) {
    size_t block_bytes = FIRST_BLOCK_BYTES;
    if (arena->last) {
        size_t last_bytes = arena->last->size_bytes;
        block_bytes = last_bytes < LARGEST_BLOCK_BYTES / 2 ? last_bytes * 2 : LARGEST_BLOCK_BYTES;
    }
    arena->last = block_create(block_bytes, arena->last);
    arena->next = (char *)(arena->last + 1);
    arena->left_bytes = block_bytes - sizeof(struct arena_block);
}

static size_t padded_size(size_t size_bytes) {
    size_t units = size_bytes / ALIGNMENT + (size_bytes % ALIGNMENT != 0);
    return mem_array_bytes(units > 0 ? units : 1, ALIGNMENT);
}

void *arena_alloc(struct arena *arena, size_t size_bytes) {
    size_t padded_bytes = padded_size(size_bytes);
    char *memory;
    if (padded_bytes > FIRST_BLOCK_BYTES / 4 && padded_bytes > arena->left_bytes) {
        memory = alloc_alone(arena, padded_bytes);
    } else {
        if (padded_bytes > arena->left_bytes) {
            arena_grow(arena);
        }
        memory = arena->next;
        arena->next += padded_bytes;
        arena->left_bytes -= padded_bytes;
    }
    memset(memory, 0, padded_bytes);
    return memory;
}

char *arena_strdup(struct arena *arena, const char *text) {
    return arena_strndup(arena, text, strlen(text));
}

char *arena_strndup(struct arena *arena, const char *text, size_t length) {
    size_t used = strnlen(text, length);
    char *copy = arena_alloc(arena, used + 1);
    memcpy(copy, text, used);
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    size_t size_bytes = (size_t)length + 1;
    char *text = arena_alloc(arena, size_bytes);
    vsnprintf(text, size_bytes, format, again);
    va_end(again);
    return text;
}

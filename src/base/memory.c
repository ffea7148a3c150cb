#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_size_t live_bytes;

static _Noreturn void mem_exhausted(size_t size_bytes) {
    fprintf(stderr, "warpproof: out of memory (%zu bytes wanted, %zu in use)\n", size_bytes, mem_live_bytes());
    abort();
}

void *mem_alloc(size_t size_bytes) {
    void *memory = malloc(size_bytes > 0 ? size_bytes : 1);
    if (!memory) {
        mem_exhausted(size_bytes);
    }
    atomic_fetch_add(&live_bytes, size_bytes);
    return memory;
}

void *mem_resize(void *memory, size_t old_size_bytes, size_t new_size_bytes) {
    assert(memory || old_size_bytes == 0);
    void *resized = realloc(memory, new_size_bytes > 0 ? new_size_bytes : 1);
    if (!resized) {
        mem_exhausted(new_size_bytes);
    }
    atomic_fetch_add(&live_bytes, new_size_bytes);
    atomic_fetch_sub(&live_bytes, old_size_bytes);
    return resized;
}

void mem_free(void *memory, size_t size_bytes) {
    assert(memory || size_bytes == 0);
    assert(size_bytes <= mem_live_bytes());
    free(memory);
    atomic_fetch_sub(&live_bytes, size_bytes);
}

size_t mem_array_bytes(size_t count, size_t element_bytes) {
    if (element_bytes > 0 && count > SIZE_MAX / element_bytes) {
        mem_exhausted(SIZE_MAX);
    }
    return count * element_bytes;
}

size_t mem_live_bytes(void) {
    return atomic_load(&live_bytes);
}

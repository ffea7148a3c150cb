/* Growable arrays of any type: `VEC(struct edge) edges;`.
 *
 * A zero-initialised vector is empty and valid. Macros take a pointer to the vector,
 * which they evaluate more than once. Elements move when the vector grows: keep
 * indices, not pointers. A value pushed must not itself change the vector. */
#ifndef WP_BASE_VEC_H
#define WP_BASE_VEC_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

#define VEC(T)                                                                                                                                       \
    struct {                                                                                                                                         \
        T *data;                                                                                                                                     \
        uint32_t size, capacity;                                                                                                                     \
    }

/* Room for `count` elements in all; the size stays. */
#define vec_reserve(v, count) ((void)((v)->data = vec_grow((v)->data, &(v)->capacity, (count), sizeof *(v)->data)))

/* The value is variadic so that it may be a compound literal with commas. */
#define vec_push(v, ...) (vec_reserve((v), (uint64_t)(v)->size + 1), (void)((v)->data[(v)->size++] = __VA_ARGS__))

/* The last element, as an lvalue. */
#define vec_last(v) ((v)->data[vec_last_index((v)->size)])

/* Removes the last element and is its value. */
#define vec_pop(v) ((v)->data[(v)->size = vec_last_index((v)->size)])

/* Empty, keeping the memory. */
#define vec_clear(v) ((void)((v)->size = 0))

/* Empty, giving the memory back. */
#define vec_release(v)                                                                                                                               \
    (mem_free((v)->data, (size_t)(v)->capacity * sizeof *(v)->data), (void)((v)->data = NULL), (void)((v)->size = (v)->capacity = 0))

/* Exactly `count` elements; new ones are zero bytes. */
#define vec_resize_zero(v, count) ((void)((v)->data = vec_grow_zero((v)->data, &(v)->size, &(v)->capacity, (count), sizeof *(v)->data)))

/* data with capacity for `wanted` elements or more. Used through the macros above. */
void *vec_grow(void *data, uint32_t *capacity, uint64_t wanted, size_t element_bytes);
void *vec_grow_zero(void *data, uint32_t *size, uint32_t *capacity, uint64_t wanted, size_t element_bytes);

static inline uint32_t vec_last_index(uint32_t size) {
    assert(size > 0);
    return size - 1;
}

#endif

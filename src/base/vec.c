#include "base/vec.h"

enum { SMALLEST_CAPACITY = 8 };

void *vec_grow(void *data, uint32_t *capacity, uint64_t wanted, size_t element_bytes) {
    if (wanted <= *capacity) {
        return data;
    }
    uint64_t grown = *capacity < SMALLEST_CAPACITY ? SMALLEST_CAPACITY : (uint64_t)*capacity * 2;
    if (grown < wanted) {
        grown = wanted;
    }
    if (grown > UINT32_MAX) {
        grown = wanted <= UINT32_MAX ? UINT32_MAX : mem_array_bytes(SIZE_MAX, 2);
    }
    size_t old_bytes = *capacity * element_bytes;
    *capacity = (uint32_t)grown;
    return mem_resize(data, old_bytes, mem_array_bytes((size_t)grown, element_bytes));
}

void *vec_grow_zero(void *data, uint32_t *size, uint32_t *capacity, uint64_t wanted, size_t element_bytes) {
    char *grown = vec_grow(data, capacity, wanted, element_bytes);
    if (wanted > *size) {
        memset(grown + *size * element_bytes, 0, (size_t)(wanted - *size) * element_bytes);
    }
    *size = (uint32_t)wanted;
    return grown;
}

/* Hash maps to 32-bit values, and the hash functions used everywhere.
 *
 * Open addressing with linear probing, at most three quarters full; entries are never
 * removed. Hashes depend on contents only, never on addresses, so runs repeat.
 * Zero-initialised maps are empty and valid. */
#ifndef WP_BASE_MAP_H
#define WP_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The finalizer of splitmix64 (Steele, Lea and Flood, OOPSLA 2014) over a running hash. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t value) {
    uint64_t z = (hash ^ value) + UINT64_C(0x9e3779b97f4a7c15) + (hash << 6);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
uint64_t hash_bytes(const void *bytes, size_t size_bytes);

struct map_entry {
    uint64_t key;
    uint32_t value;
    uint32_t is_used;
};

struct map {
    struct map_entry *entries;
    uint32_t size, capacity; /* capacity: 0 or a power of two */
};

void map_init(struct map *map);
void map_release(struct map *map);

/* Whether key is in the map; if so *value is set (value may be NULL). */
bool map_get(const struct map *map, uint64_t key, uint32_t *value);

/* Adds key, or replaces its value. */
void map_set(struct map *map, uint64_t key, uint32_t value);

struct string_map_entry {
    const char *key; /* NULL: free */
    uint64_t hash;
    uint32_t value;
};

/* Keys are compared by content and copied into the map. */
struct string_map {
    struct string_map_entry *entries;
    struct arena keys;
    uint32_t size, capacity;
};

void string_map_init(struct string_map *map);
void string_map_release(struct string_map *map);
bool string_map_get(const struct string_map *map, const char *key, uint32_t *value);
void string_map_set(struct string_map *map, const char *key, uint32_t value);

#endif

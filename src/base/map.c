#include "base/map.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { SMALLEST_CAPACITY = 16 };

uint64_t hash_bytes(const void *bytes, size_t size_bytes) {
    const unsigned char *at = bytes;
    uint64_t hash = hash_mix(0, size_bytes);
    while (size_bytes > 0) {
        size_t step = size_bytes < 8 ? size_bytes : 8;
        uint64_t word = 0;
        memcpy(&word, at, step);
        hash = hash_mix(hash, word);
        at += step;
        size_bytes -= step;
    }
    return hash;
}

/* The capacity for one more entry than `size`. */
static uint32_t capacity_for_next(uint32_t size, uint32_t capacity) {
    if (capacity == 0) {
        return SMALLEST_CAPACITY;
    }
    assert(capacity <= UINT32_MAX / 2);
    return size + 1 > capacity / 4 * 3 ? capacity * 2 : capacity;
}

void map_init(struct map *map) {
    *map = (struct map){0};
}

void map_release(struct map *map) {
    mem_free(map->entries, map->capacity * sizeof *map->entries);
    map_init(map);
}

/* The entry of key, or the free one where it belongs. */
static struct map_entry *map_slot(const struct map *map, uint64_t key) {
    uint32_t mask = map->capacity - 1;
    uint32_t i = (uint32_t)hash_mix(0, key) & mask;
    while (map->entries[i].is_used && map->entries[i].key != key) {
        i = (i + 1) & mask;
    }
    return &map->entries[i];
}

static void map_rehash(struct map *map, uint32_t capacity) {
    size_t size_bytes = capacity * sizeof *map->entries;
    struct map grown = {.entries = mem_alloc(size_bytes), .size = map->size, .capacity = capacity};
    memset(grown.entries, 0, size_bytes);
    for (uint32_t i = 0; i < map->capacity; i++) {
        if (map->entries[i].is_used) {
            *map_slot(&grown, map->entries[i].key) = map->entries[i];
        }
    }
    map_release(map);
    *map = grown;
}

bool map_get(const struct map *map, uint64_t key, uint32_t *value) {
    if (map->size == 0) {
        return false;
    }
    const struct map_entry *entry = map_slot(map, key);
    if (entry->is_used && value) {
        *value = entry->value;
    }
    return entry->is_used;
}

void map_set(struct map *map, uint64_t key, uint32_t value) {
    uint32_t capacity = capacity_for_next(map->size, map->capacity);
    if (capacity != map->capacity) {
        map_rehash(map, capacity);
    }
    struct map_entry *entry = map_slot(map, key);
    map->size += !entry->is_used;
    *entry = (struct map_entry){.key = key, .value = value, .is_used = true};
}

void string_map_init(struct string_map *map) {
    *map = (struct string_map){0};
}

void string_map_release(struct string_map *map) {
    mem_free(map->entries, map->capacity * sizeof *map->entries);
    arena_release(&map->keys);
    string_map_init(map);
}

static struct string_map_entry *string_map_slot(const struct string_map *map, const char *key, uint64_t hash) {
    uint32_t mask = map->capacity - 1;
    uint32_t i = (uint32_t)hash & mask;
    while (map->entries[i].key && (map->entries[i].hash != hash || strcmp(map->entries[i].key, key) != 0)) {
        i = (i + 1) & mask;
    }
    return &map->entries[i];
}

static void string_map_rehash(struct string_map *map, uint32_t capacity) {
    size_t size_bytes = capacity * sizeof *map->entries;
    struct string_map grown = *map;
    grown.entries = mem_alloc(size_bytes);
    grown.capacity = capacity;
    memset(grown.entries, 0, size_bytes);
    for (uint32_t i = 0; i < map->capacity; i++) {
        const struct string_map_entry *entry = &map->entries[i];
        if (entry->key) {
            *string_map_slot(&grown, entry->key, entry->hash) = *entry;
        }
    }
    mem_free(map->entries, map->capacity * sizeof *map->entries);
    *map = grown;
}

bool string_map_get(const struct string_map *map, const char *key, uint32_t *value) {
    if (map->size == 0) {
        return false;
    }
    const struct string_map_entry *entry = string_map_slot(map, key, hash_bytes(key, strlen(key)));
    if (entry->key && value) {
        *value = entry->value;
    }
    return entry->key != NULL;
}

void string_map_set(struct string_map *map, const char *key, uint32_t value) {
    uint32_t capacity = capacity_for_next(map->size, map->capacity);
    if (capacity != map->capacity) {
        string_map_rehash(map, capacity);
    }
    uint64_t hash = hash_bytes(key, strlen(key));
    struct string_map_entry *entry = string_map_slot(map, key, hash);
    if (!entry->key) {
        entry->key = arena_strdup(&map->keys, key);
        entry->hash = hash;
        map->size++;
    }
    entry->value = value;
}

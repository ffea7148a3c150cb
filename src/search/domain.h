/* What a search may vary: sizes, scalars and contents of arrays of one kernel. Private to the room. */
#ifndef WP_SEARCH_DOMAIN_H
#define WP_SEARCH_DOMAIN_H

#include "kernel/shape.h"
#include "search/search.h"
#include "simulate/links.h"

enum { DOMAIN_CONSTANTS_MAX = 48, NATURAL_VALUE_MAX = 16384, WARP_THREADS = 32 };

struct domain_scalar {
    const struct witness_slot *slot;
    bool matters;   /* reaches a sink */
    bool is_size;   /* an integer of 16 bits or more */
    bool is_stride; /* a coefficient in an offset */
    bool is_fixed;
    int64_t fixed;
    double fixed_real;
};

struct domain_array {
    const char *name;
    struct type type; /* of its elements */
    bool matters;
    bool reaches_index; /* an offset is computed from its contents, as far as is known */
    bool is_variable;   /* a variable of the kernel, or a struct passed by value: `size_bytes`, perhaps with an initialiser */
    bool has_initialiser;
    bool is_many;   /* behind pointers in memory */
    bool is_layout; /* strides are read from it */
    uint64_t size_bytes;
};

struct domain {
    struct arena *arena;
    const struct search_request *request;
    struct domain_scalar *scalars; /* by slot; pointers among them, which are arrays */
    uint32_t scalar_count;
    struct domain_array *arrays; /* by slot, then variables of the kernel, structs that are indexed, families of pointers in memory */
    uint32_t array_count;
    uint32_t *scalar_array; /* by slot: its array, or SIMULATE_NONE */
    const struct links *links;
    uint32_t *variable_object; /* by array: the kernel's object, or SIMULATE_NONE */
    bool free_block[3], free_grid[3];
    uint32_t block[3], grid[3]; /* where they are not free */
    uint32_t max_threads;       /* of a block */
    struct shapes shapes;       /* blocks that the kernel is written for */
    bool has_grid_barrier, has_assumption, has_barrier;
    int64_t constants[DOMAIN_CONSTANTS_MAX]; /* that the kernel compares with, and their neighbours; ascending */
    uint32_t constant_count;
    double reals[DOMAIN_CONSTANTS_MAX];
    uint32_t real_count;
};

struct domain *domain_create(struct arena *arena, const struct search_request *request);

static inline bool domain_is_scalar(const struct domain_scalar *s) {
    return s->slot->type.kind != TYPE_POINTER && s->slot->type.kind != TYPE_VOID;
}

#endif

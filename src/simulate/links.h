/* Pointers that a kernel loads from memory. In launches made by the prover or a search, each points to the beginning of
   memory of its own, as if the host had allocated it separately.

   A place is where such pointers lie: in the array behind a parameter, in a variable of the kernel, or in memory that
   is itself reached through loaded pointers, at bytes offset + k * stride. All memory that one load may reach is one family,
   and so is the memory that two loads of one place reach; a family is one array of many in a launch. A family with a place in
   itself makes lists and trees. Links are a guess about the host's intentions; no proof may use them. */
#ifndef WP_SIMULATE_LINKS_H
#define WP_SIMULATE_LINKS_H

#include "simulate/witness.h"

struct link_family {
    const char *name; /* "rows[]", or "t[].8" if pointers lie at byte 8 of what they lie in */
    struct type type; /* of an element, from the kernel's accesses */
    uint32_t place_count;
};

struct link_place {
    const char *home; /* an array as launches call it, those of families among them */
    uint32_t family;
    uint32_t number; /* among the places of the family */
    int64_t offset_bytes;
    uint64_t stride_bytes; /* 0: one pointer */
};

struct links {
    struct link_family *families;
    uint32_t family_count;
    struct link_place *places;
    uint32_t place_count;
};

/* All in `arena`. */
struct links *links_find(struct arena *arena, const struct kernel *kernel);

/* Puts the pointers into the arrays of the launch, which has an array of many of each family's name. */
void links_put(struct arena *arena, const struct links *links, struct witness *witness);

#endif

/* Pointers that a kernel loads from memory, and what launches that nobody wrote by hand put there: each points
   to the beginning of memory of its own, as if the host had allocated it alone.

   A place is where such pointers lie: in the array behind a parameter, in a variable of the kernel, or in memory that
   is itself reached through loaded pointers, at bytes offset + k * stride. All that one load may find is of one family, and
   so is what two loads find in one place; a family is one array of many in a launch. Lists and trees come of families with a
   place in themselves. What is told here is a guess about intentions and nothing that a proof may use. */
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
    uint32_t number;  /* among the places of the family */
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

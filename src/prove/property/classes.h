/* Classes of accesses that look the same: array, mode, offset, guard, size, and the same barriers before them. A pair of
   classes that is proved free of races is proved for all members. */
#ifndef WP_PROVE_CLASSES_H
#define WP_PROVE_CLASSES_H

#include "base/vec.h"
#include "prove/frame/prover.h"

struct access_class {
    uint32_t representative;
    VEC(uint32_t) members;
    uint32_t segment; /* number of ordering barriers and loop boundaries before it */
};

struct access_classes {
    VEC(struct access_class) list;
};

/* The classes of accesses that can race, in order of their first members. To be released. */
void classes_make(const struct prover *prover, struct access_classes *classes);
void classes_release(struct access_classes *classes);

/* One item of each class of accesses that can race, in order; the array lives in the arena. */
const uint32_t *race_representatives(struct prover *prover, uint32_t *count);
/* By item: the representative of its class, or PROTOCOL_NONE; the array lives in the arena. */
const uint32_t *race_alike(struct prover *prover);

#endif

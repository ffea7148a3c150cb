/* Which values threads need after the points where they wait. */
#ifndef WP_LLVM_NATIVE_LIVE_H
#define WP_LLVM_NATIVE_LIVE_H

#include "base/arena.h"
#include "kernel/kernel.h"

static inline bool native_is_point(const struct inst *inst) {
    return inst->op == INST_BARRIER || inst->op == INST_COLLECTIVE;
}

static inline bool native_is_leaf(const struct inst *inst) {
    return inst->op <= INST_NULLPTR;
}

/* By instruction: NULL, or (points only) a map by instruction of the values needed after
 * it, its own result excluded. */
bool **native_live(struct arena *arena, const struct kernel *kernel);

#endif

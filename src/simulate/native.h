/* A launch as native code; private to this room.
 *
 * native_plan.c: what the code needs to know of the kernel and of where pointers go.
 * native_memory.c: memory, and the accesses that the code does not check itself.
 * native_order.c: which accesses come before which. native.c: blocks, barriers, results.
 * native_warp.c: collectives.
 *
 * Native code only ever finds that a launch has nothing to find: a run that meets an
 * event is void, and the interpreter does it again from the start. */
#ifndef WP_SIMULATE_NATIVE_H
#define WP_SIMULATE_NATIVE_H

#include "simulate/simulate.h"
#include "llvm/native.h"

enum { NATIVE_WARP_THREADS = 32, NATIVE_INST_LIMIT = 20000 };

/* Pointers are to areas: first those of the launch (arrays, then variables), then those
 * that each block has, then those that each thread has. */
struct native_launch {
    struct arena arena;
    const struct kernel *kernel;
    const struct simulate_input *input;
    struct native_plan plan;
    struct native_area *areas;
    struct native_place *places;
    uint32_t *area_of_object, *object_of_area; /* NATIVE_NONE: an array */
    uint32_t launch_areas, shared_areas, local_areas;
    uint32_t thread_count, warp_count;
    uint64_t block_count;
    struct native_context context;
    const struct native_code *code;
    uint64_t block_number; /* of the block that runs: its place in the order */
    uint64_t stamp;        /* the last one given out */
    uint64_t *warp_tags;
    uint8_t *template_bytes; /* locals of a thread when it starts */
    struct native_pages *pages;
};

/* native_plan.c: NULL, or why the launch is not for native code. */
const char *native_plan_create(struct native_launch *launch);
bool native_plan_equal(const struct native_plan *a, const struct native_plan *b);

/* native_memory.c */
const char *native_memory_create(struct native_launch *launch);
void native_memory_release(struct native_launch *launch);
void native_memory_enter_block(struct native_launch *launch);
uint8_t *native_memory_reach(struct native_context *context, uint32_t inst, uint32_t thread, uint64_t address);
uint64_t native_memory_copy(struct native_context *context, uint32_t inst, uint32_t thread, uint64_t to, uint64_t from, uint64_t count);

/* native_order.c: whether the access is ordered with all before it; notes it. */
uint32_t native_order_check(struct native_context *context, struct native_cell *cells, uint32_t count, uint32_t thread, uint32_t mode,
                            uint32_t watch);

/* native_warp.c: all lanes wait at this collective; gives them their results by mail.
 * False if it is not one of those known here. */
bool native_warp_exchange(const struct inst *inst, uint64_t *mail, uint32_t lanes);

/* An access as the interpreter sees it. */
struct native_access {
    uint32_t size_bytes, alignment_bytes;
    enum native_mode mode;
};
struct native_access native_access_of(const struct kernel *kernel, const struct inst *inst);

/* native.c */
struct native_helpers native_helpers(void);
/* The result, or NULL and *reason. The caller has made plan and code. */
struct simulate_result *native_execute(struct native_launch *launch, struct arena *arena, const char **reason);

#endif

/* The state of a simulated launch; private to this room.
 *
 * memory.c: instances of memory and addresses. shadow.c: order and races. execute.c and
 * access.c: instructions. lockstep.c: warps that step together. barrier.c, collective.c, diverge.c: rendezvous. record.c:
 * findings. simulate.c: launch and schedule.
 *
 * A value is a bit pattern with a taint: how it came to be inexact. A thread's `control`
 * taint gathers the taints of its branches. */
#ifndef WP_SIMULATE_MACHINE_H
#define WP_SIMULATE_MACHINE_H

#include "base/map.h"
#include "base/rng.h"
#include "base/vec.h"
#include "kernel/bound.h"
#include "kernel/cfg.h"
#include "simulate/simulate.h"

enum { WARP_THREADS = 32, PAGE_BYTES = 128, MAX_LANES = 16 };

/* How a value is inexact. UNSET: some of its bits come from an undefined operand (unset.c). STRAYED: it is an address computed from an
 * object, but its number is that of other memory (memory_strays). */
enum taint { TAINT_APPROXIMATE = 1, TAINT_UNDEFINED = 2, TAINT_UNSUPPORTED = 4, TAINT_UNSET = 8, TAINT_STRAYED = 16 };

/* Bytes of an instance, made when first touched. */
struct page {
    uint8_t *bytes, *taints, *defined; /* defined: written, or defined from the start */
    struct shadow_byte *shadow;        /* NULL until accessed; local memory: never */
    uint32_t size_bytes;
};

/* A piece of memory with an identity: an array of the input, a variable of the kernel,
 * the copy of a shared variable of one block or of a local one of one thread. */
struct instance {
    enum space space;
    uint64_t size_bytes;
    uint32_t array, object; /* SIMULATE_NONE */
    uint32_t member;        /* of an array of many */
    uint32_t block, thread; /* whose copy; SIMULATE_NONE */
    bool alive, zeroed;     /* zeroed: defined from the start */
    bool is_constant;
    struct map pages; /* page number -> index into machine.pages */
};

/* The shadow of a byte: the value it had at the start of the current interval, and the list of its accesses. */
struct shadow_byte {
    uint32_t records;                                 /* list, index into machine.records; SIMULATE_NONE: empty */
    uint32_t base_block, base_epoch, base_grid_epoch; /* block and epochs plus 1; 0: no base */
    uint8_t base_value, base_grid_value;
    bool has_writes; /* since the page was made */
};

/* Whether the thread of a read wrote the byte before: in the interval of its block (OWN_BLOCK), or in that of the grid, and no thread
 * of its block has stored another value since (OWN_GRID). */
enum own { OWN_NONE, OWN_GRID, OWN_BLOCK };

/* An access to one byte by one thread. */
struct record {
    uint32_t next;
    uint32_t inst, block, thread;      /* block: index into machine.blocks */
    uint32_t epoch, grid_epoch, clock; /* epoch: number of barriers passed that order its memory */
    uint32_t step;                     /* in lockstep, for accesses that the compiler keeps: their number, from 1; else 0 */
    uint32_t store;                    /* for matrix stores: their number in the thread, from 1; else 0 */
    uint32_t owner;                    /* of a line of an accumulator's tile, as in proto_item; else 0 */
    uint16_t scope;
    uint16_t place; /* position of the byte in the access */
    uint64_t size_bytes, value;
    uint8_t mode;        /* of simulate_event */
    uint8_t byte_value;  /* the byte after the access; for a read with an own write: the byte that its thread wrote */
    bool is_pending;     /* an asynchronous access that is not complete: it is ordered before nothing yet */
    bool is_over;        /* a completed asynchronous access of the whole block: ordered before everything the block does from now on */
    uint32_t copy_group; /* the group of an asynchronous access */
    enum own own;        /* of reads */
    bool is_shared;      /* in shared memory */
    bool is_atomic, silent_block, silent_grid, inexact_address, inexact_value, preferred;
};

/* An asynchronous access of a thread, not complete yet. */
struct pending_copy {
    uint32_t next; /* of its thread; 0: none */
    uint32_t inst, instance, size_bytes, group;
    int64_t offset_bytes;
    uint8_t mode;
};

enum thread_status { THREAD_RUNNABLE, THREAD_WAITING, THREAD_EXITED };
enum wait_kind { WAIT_BLOCK, WAIT_NAMED, WAIT_WARP, WAIT_GRID, WAIT_COLLECTIVE, WAIT_CONVERGE, WAIT_END };

struct thread {
    struct block_state *home;
    uint32_t index; /* in the block, x fastest */
    enum thread_status status;
    uint32_t runnable_place; /* in home->runnable */
    uint32_t block, place;   /* the next instruction: place in the block's order */
    uint64_t *values;        /* by slot */
    uint8_t *taints;
    uint8_t control;
    bool failed_assertion, preferred, followed;
    bool may_write; /* preferred threads wait for each other before writes: this one may do its next write */
    uint32_t clock;
    uint32_t *seen;                   /* by thread of its group: the clock up to which its accesses come before this thread's; see shadow.c */
    uint32_t step;                    /* lockstep: number of kept accesses so far */
    uint32_t copies, last_copy;       /* asynchronous accesses that are not complete, the oldest first; 0: none */
    uint32_t copy_group;              /* of the next one */
    uint32_t stores;                  /* matrix stores executed with its warp */
    uint32_t *seen_steps;             /* lockstep, like seen: the steps that come before all accesses of this thread */
    uint32_t *kept_seen, *kept_steps; /* lockstep: clocks and steps that come before its kept accesses */
    uint32_t *arrivals;               /* how often it passed each barrier; by barrier number */
    uint32_t *rounds;                 /* iterations begun of each loop since it was entered last; by loop */
    uint32_t last_inst;               /* executed last, for messages */
    uint32_t last_effect;             /* last access of global or shared memory, barrier or collective; 0: none */
    uint32_t *effect_rounds;          /* of the loops around it; by loop */
    /* while waiting */
    enum wait_kind wait_kind;
    uint32_t wait_inst, wait_mask, wait_id, wait_count;
    uint64_t wait_value;
    uint8_t wait_taint;
};

/* Lanes in lockstep that execute together until block `join` (CFG_NONE: for good); parts of
 * group `parent`. */
struct warp_group {
    uint32_t mask, join, parent;
};
struct warp_state {
    struct warp_group groups[2 * WARP_THREADS + 1];
    uint32_t count;
};

struct block_state {
    uint32_t index; /* into machine.blocks */
    uint32_t id[3];
    uint32_t epoch;                     /* block barriers passed */
    uint32_t ordered[2], grid_start[2]; /* block barriers passed that order global [0] and shared [1] memory; these counts at the last
                                * grid barrier */
    bool is_live, is_finished, is_abandoned;
    struct thread *threads; /* while live */
    uint32_t *runnable;
    uint32_t runnable_count;
    uint32_t turns;                       /* turns taken, in schedules where threads keep pace */
    uint32_t *preferred, preferred_count; /* threads */
    uint32_t exited_count, waiting_block, waiting_grid;
    struct warp_state *warps;      /* lockstep */
    bool is_stuck;                 /* lockstep: no group can go on until a barrier lets one */
    uint32_t *shared, first_local; /* instances: by object; locals: thread-major */
    uint32_t first_instance, instance_count;
    void *memory;
    size_t memory_bytes; /* of registers and clocks */
};

struct value {
    uint64_t lanes[MAX_LANES];
    uint8_t taint;
};

struct machine {
    struct arena *arena;
    const struct kernel *kernel;
    const struct simulate_input *input;
    struct simulate_result *result;
    struct rng rng;
    struct cfg *cfg;
    struct arena scratch;

    uint32_t thread_count; /* per block */
    uint32_t slot_count;
    uint32_t *slot;           /* first slot of an instruction's lanes */
    uint64_t *unset;          /* by instruction: bits that may come from undefined operands */
    uint32_t *barrier_number; /* of instructions at which threads meet */
    bool **before_barrier;    /* by barrier number, blocks from which it can be reached without a back edge; NULL */
    uint32_t barrier_count;
    uint32_t *barrier_loop; /* by block: the loop that the block heads, if there is a barrier or an assertion about two threads in it, or CFG_NONE */
    struct others *others;  /* NULL: no assertion speaks of another thread (other.c) */
    bool has_grid_barrier, has_named_barrier, has_partial_sync; /* partial: warp or named */
    uint32_t clock_width;                                       /* entries of thread.seen */
    uint32_t *joint;                                            /* as many, for shadow_join */
    uint32_t local_count;                                       /* objects each thread has its own copy of: local variables, by-value structs */
    uint32_t *local_number;                                     /* by object */

    VEC(struct instance) instances; /* entry 0 unused */
    struct map members;             /* number in addresses -> instance, of arrays of many; made when first resolved */
    struct kernel_bounds bounds;
    uint32_t *object_instance; /* by object: launch-wide instances; 0: per block or thread */
    VEC(struct page *) pages;  /* entry 0 unused */
    VEC(struct record) records;
    struct map own_writes;  /* by thread and byte: block epoch and value of a write without record */
    struct map known_reads; /* of bytes that nothing writes: keys of reads of which two threads of a block have records */
    uint32_t free_record;
    VEC(struct pending_copy) copies; /* entry 0 unused */
    uint32_t free_copy;              /* 0: none */
    uint64_t memory_bytes;

    struct block_state *blocks;
    uint32_t block_count;
    uint32_t *live;
    uint32_t live_count, next_block;
    uint32_t *start_order;    /* of blocks */
    struct thread **gathered; /* an entry per thread of a block, for barrier.c */
    uint32_t grid_epoch;

    VEC(struct simulate_finding) findings;
    struct map finding_index;
    VEC(struct value) phi_values;
    uint64_t end_steps;   /* when a trap or a failed assertion ends the launch */
    uint64_t pause_steps; /* when the engine is asked once whether it can do it faster */
    bool stopped;         /* the launch is over: trap, budget, failed assumption */
};

/* memory.c */
void memory_create(struct machine *m);
void memory_release(struct machine *m);
bool memory_enter_block(struct machine *m, struct block_state *block);
void memory_leave_block(struct machine *m, struct block_state *block);
uint64_t memory_address(uint32_t instance, int64_t offset_bytes);
/* The live instance an address points into or near, 0 if none. */
uint32_t memory_resolve(struct machine *m, uint64_t address, int64_t *offset_bytes);
/* `address` was computed from `base` but is the number of other memory: the distance exceeds the size of every object. */
bool memory_strays(uint64_t base, uint64_t address);
bool memory_contains(const struct instance *instance, int64_t offset_bytes, uint64_t size_bytes);
struct page *memory_page(struct machine *m, uint32_t instance, uint64_t offset_bytes, uint32_t *place);
uint64_t memory_object_address(struct machine *m, const struct thread *thread, uint32_t object);
uint8_t *memory_contents(struct machine *m, uint32_t array);

/* printf.c */
void printf_execute(struct machine *m, struct thread *thread, uint32_t inst);

/* shadow.c */
struct shadow_access {
    uint32_t inst, instance;
    int64_t offset_bytes;
    uint64_t size_bytes, value;
    uint8_t mode;
    bool is_atomic, is_pending, inexact_address, inexact_value;
    uint32_t owner; /* as in record */
    uint16_t scope;
};
/* One byte of an access; for writes `before` and `after` are its values. */
void shadow_access(struct machine *m, struct thread *thread, const struct shadow_access *access, struct page *page, uint32_t place, uint64_t byte,
                   uint8_t before, uint8_t after);
/* Lockstep: the threads are about to execute a kept access together. Orders their earlier kept accesses before it. */
void shadow_step(struct machine *m, struct thread *const *threads, uint32_t count);
/* The thread's asynchronous access is complete: from now on it is ordered like an access that the thread does now. */
void shadow_complete(struct machine *m, struct thread *thread, const struct pending_copy *copy);
/* The access is volatile or atomic, so the compiler neither moves nor drops it. */
bool shadow_is_kept(const struct inst *inst);
/* Orders everything that these threads did so far before everything that they do next. */
void shadow_join(struct machine *m, struct thread *const *threads, uint32_t count);
void shadow_drop(struct machine *m, struct page *page);

/* other.c */
void others_create(struct machine *m);
void others_release(struct machine *m);
/* The thread is at an ASSERT or ASSUME. False if its condition does not speak of another thread: then nothing was done. */
bool others_arrive(struct machine *m, const struct thread *thread, uint32_t inst);
/* Some assumption speaks of another thread: whether a run breaks it is known at its end. */
bool others_assume(const struct machine *m);
/* All threads have ended: judges conditions that ask who did not get to them. */
void others_end(struct machine *m);

/* record.c */
struct simulate_event event_of(const struct machine *m, const struct thread *thread, uint32_t inst);
/* Properties of an occurrence of a finding by which a clearer one replaces the one that is kept (record.c). */
struct clarity {
    bool approximate, went_on, same_value, approximate_value, preferred, wraps;
};
struct race_seen {
    enum finding_kind kind;
    enum finding_scope scope;
    uint32_t inst[2];
    uint8_t mode[2];
    struct clarity clarity;
};
/* Counts the race if it was recorded before by an occurrence that is at least as clear; else false. */
bool record_race_again(struct machine *m, const struct race_seen *race, uint32_t array, uint32_t object);
/* Counts a finding; NULL when it is not new or not kept. */
struct simulate_finding *record_finding(struct machine *m, const struct simulate_finding *finding);
void record_budget(struct machine *m, const struct thread *thread, const char *text);
void record_unsupported(struct machine *m, const struct thread *thread, uint32_t inst, const char *text);

/* unset.c */
/* For each instruction the bits of its result that may come from undefined operands. */
uint64_t *unset_survey(struct arena *arena, const struct kernel *kernel);

/* execute.c */
void execute_step(struct machine *m, struct thread *thread);
/* Computes an instruction of class VALUE that is no phi. */
void execute_value(struct machine *m, struct thread *thread, uint32_t inst);
struct value execute_operand(struct machine *m, const struct thread *thread, value_ref v);
void execute_define(struct machine *m, struct thread *thread, uint32_t inst, const struct value *value);
uint64_t execute_unknown(struct machine *m, uint32_t width_bits);

/* access.c */
void access_execute(struct machine *m, struct thread *thread, uint32_t inst);

/* copies.c */
/* The access has begun; it is complete after copies_wait for its group. */
void copies_begin(struct machine *m, struct thread *thread, const struct pending_copy *copy);
void copies_commit(struct thread *thread);
void copies_wait(struct machine *m, struct thread *thread, uint32_t inst);
/* The thread is gone; its accesses never complete. */
void copies_drop(struct machine *m, struct thread *thread);

/* lockstep.c */
void lockstep_start(struct machine *m, struct block_state *block);
/* One instruction of some group of a warp, from this one on; false if none can run. */
bool lockstep_turn(struct machine *m, struct block_state *block, uint32_t warp);

/* barrier.c */
void barrier_arrive(struct machine *m, struct thread *thread, uint32_t inst);
void barrier_wait(struct machine *m, struct thread *thread, uint32_t inst, enum wait_kind kind);
/* Lets threads go on whose rendezvous is complete, after `thread` waited or exited. */
void barrier_update(struct machine *m, struct thread *thread);
void barrier_resume(struct machine *m, struct thread *thread);
void barrier_exit(struct machine *m, struct thread *thread);
bool barrier_grid_update(struct machine *m);

/* collective.c */
void collective_arrive(struct machine *m, struct thread *thread, uint32_t inst);
/* All lanes of `mask` wait at collectives: gives them their results, or (matrix tiles) makes their accesses. */
void collective_complete(struct machine *m, struct thread *warp, uint32_t mask);

/* diverge.c */
void diverge_note_effect(const struct machine *m, struct thread *thread, uint32_t inst);
/* Reports the threads (lanes in the mask) that have left the kernel while `waiting` and others go on without them. True if there are
 * any. */
bool diverge_exited(struct machine *m, const struct thread *waiting, const struct thread *threads, uint32_t count, uint32_t mask);
/* No thread of the block can go on: reports the reason and abandons the block. */
void diverge_report(struct machine *m, struct block_state *block);
void diverge_pair(struct machine *m, enum finding_kind kind, const struct thread *waiting, const struct thread *other);
void diverge_abandon(struct machine *m, struct block_state *block);

/* engine.c */
/* How many steps the interpreter runs before native code is tried. */
uint64_t engine_patience(const struct simulate_engine *engine, const struct kernel *kernel, uint64_t threads);
/* The launch in native code, from its start; NULL if the interpreter must do it. */
struct simulate_result *engine_execute(struct simulate_engine *engine, struct arena *arena, const struct kernel *kernel,
                                       const struct simulate_input *input);
void engine_count_interpreted(struct simulate_engine *engine);

/* simulate.c */
void machine_stop(struct machine *m);

static inline bool inst_is_tile(const struct inst *inst) {
    return inst->op == INST_MATRIX_LOAD || inst->op == INST_MATRIX_STORE;
}
/* A barrier, or a collective of lanes that are named. */
static inline bool inst_meets(const struct inst *inst) {
    return inst->op == INST_BARRIER || inst->op == INST_COLLECTIVE || inst_is_tile(inst);
}
static inline uint32_t thread_lane(const struct thread *t) {
    return t->index % WARP_THREADS;
}
/* Barriers passed by the block that order accesses of shared memory, or of all other. */
static inline uint32_t block_ordered(const struct block_state *block, bool is_shared) {
    return block->ordered[is_shared];
}
static inline struct thread *thread_warp(const struct thread *t) {
    return t->home->threads + (t->index - thread_lane(t));
}
uint32_t warp_size(const struct machine *m, const struct thread *warp); /* lanes that exist */

#endif

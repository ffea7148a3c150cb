/* Protocols executed (protocol/protocol.h): what every thread of one or two blocks accesses, phase
   by phase, in a concrete launch. As the semantics of BabyCUDA is: a thread sees its own writes of
   the phase and everybody's of the phases before; values that reads give go where the protocol puts
   them. A protocol from a file has no kernel that the simulator could run; this is how its
   counterexamples are shown.

   Only what the calculus has is executed: plain accesses, block barriers, loops, exits. For
   everything else, and where an index, guard or bound rests on a value that is not known, the run
   is refused with a reason. */
#ifndef WP_CALCULUS_EXECUTE_MAP_H
#define WP_CALCULUS_EXECUTE_MAP_H

#include "base/vec.h"
#include "protocol/protocol.h"

struct map_param {
    const char *name;
    uint64_t value;
};

/* Initial contents; bytes that no cell gives are arbitrary (but the same in each run). */
struct map_cell {
    const char *array;
    uint64_t offset_bytes, value;
    uint32_t width_bits;
};

struct map_launch {
    uint32_t block[3], grid[3];
    uint32_t blocks[2][3], block_count; /* the blocks that run, all their threads */
    const struct map_param *params;
    uint32_t param_count; /* others are 0 */
    const struct map_cell *cells;
    uint32_t cell_count;
    uint64_t steps;   /* items evaluated, most */
    bool sees_others; /* one interleaving: a thread sees what those before it have written in this
                         phase (as in calculus/execute.h) */
};

struct map_event {
    uint32_t item, block, thread, phase; /* block: index into blocks; thread: linear in it */
    int64_t offset;
    uint64_t size, value, held; /* held: what was there when the phase began; values of at most 8 bytes */
    bool has_value, has_held;
};

struct map_run {
    const char *refused;          /* why nothing was executed, or not to its end; NULL: it was */
    uint32_t diverged;            /* the barrier at which threads of a block part, or PROTOCOL_NONE */
    VEC(struct map_event) events; /* accesses in order of execution */
};

void map_execute(struct arena *arena, const struct protocol *protocol, const struct map_launch *launch, struct map_run *run);
void map_run_release(struct map_run *run);

/* What an array holds where no cell of the launch says: any fixed function would do. */
uint32_t map_arbitrary_byte(uint32_t array, int64_t offset);

enum map_conflict {
    MAP_NO_CONFLICT,
    MAP_SAME_VALUE, /* two writes of one value, or a write of what was there */
    MAP_UNDECIDED,  /* a conflict; whether it changes anything is not known */
    MAP_RACE
};
/* Of two accesses of different threads that nothing orders and whose bytes overlap, one of them a
 * write. */
enum map_conflict map_conflict_of(const struct protocol *protocol, const struct map_event *a, const struct map_event *b);

#endif

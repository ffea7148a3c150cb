/* Concrete launches made from models. Private to replay.

   Arrays of the witness are numbered as those of the protocol; pointers that
   the protocol has no array for come behind them, then memory that pointers in
   memory lead to, each of which has its own: the protocol's unknown array. Memory
   behind a pointer is unbounded, so that no offset of a model is out of bounds,
   unless its extent is given. Variables of the kernel keep their sizes. */
#ifndef WP_CHECK_REPLAY_LAUNCH_H
#define WP_CHECK_REPLAY_LAUNCH_H

#include "base/vec.h"
#include "check/replay.h"
#include "simulate/layout.h"
#include "simulate/links.h"
#include "simulate/witness.h"

/* Contents of memory where no model gives them. */
enum replay_contents {
    CONTENTS_ZERO,
    CONTENTS_SMALL,
    CONTENTS_FLOAT,
    CONTENTS_ANY,
    CONTENTS_RARE,   /* a positive number in one of some warps */
    CONTENTS_RISING, /* small numbers; of arrays of which one thread reads an element and the next one, ends of rows that rise */
    CONTENTS_COUNT
};

struct replay_launch {
    uint32_t block[3], grid[3];
    const char *precondition; /* of the models in it */
    VEC(struct prove_named) params;
    VEC(struct prove_cell) cells;
    VEC(struct simulate_place) threads; /* of the models */
    uint64_t dynamic_bytes;             /* offsets of models into dynamic shared memory end before */
    enum replay_contents contents;
    bool plain_contents;    /* the models' cells are not put in */
    bool apart_layouts;     /* the models' cells in arrays that strides are read from are not put in */
    bool small_layouts;     /* arrays that strides are read from are filled like others */
    bool spread_guesses;    /* a value that a model guesses for one element (is_guess) fills its array */
    bool more_blocks;       /* runs more blocks than those of the threads: all of a small grid, else some */
    uint64_t other_scalars; /* the value of parameters that no model gives; see scalar_values */
    bool other_reals;
    double real;        /* floating-point parameters are this, whatever the models say */
    bool least_strides; /* parameters in offsets that no model gives are 1 instead of as large as a row */
    uint64_t most;      /* parameters that only steer control and exceed this are set to it; 0: no limit */
    bool raises;        /* such parameters that are smaller are raised to `most`, or to the least value of a possible
                                   stride if that is less */
    uint64_t seed;
};

void replay_launch_release(struct replay_launch *launch);

/* Adds a model; false, and nothing is changed, if it contradicts the launch. A
   launch without threads takes any. */
bool replay_launch_add(struct replay_launch *launch, const struct prove_witness *model);

/* A value that the kernel takes. */
struct replay_scalar {
    const struct witness_slot *slot;
    bool in_offset; /* an offset is computed from it: it may be a row's stride */
};

/* What the simulator needs beside a launch; the same for all of a kernel. */
struct replay_target {
    struct arena *arena;
    const struct replay_request *request;
    uint32_t *array_of_object; /* protocol array by object of the kernel; PROTOCOL_NONE */
    struct replay_scalar *scalars;
    uint32_t scalar_count; /* parameters and fields, pointers among them */
    bool *holds_reals;     /* by array of the protocol: the kernel reads floating-point numbers of the elements' size from it */
    bool *rises;           /* by array of the protocol: one thread reads an element and the next one */
    const struct links *links;
    struct layouts layouts;
    uint32_t unknown_array; /* the protocol's, or PROTOCOL_NONE */
    bool has_grid_barrier;
    bool has_assumptions; /* the program has: only a run that ends shows that it satisfies them */
};

struct replay_target *replay_target_create(struct arena *arena, const struct replay_request *request);
/* The event is of memory to which pointers in memory lead (simulate/links.h). */
bool replay_is_loaded(const struct replay_target *target, const struct simulate_event *event);
/* The protocol's array that an event accesses, or PROTOCOL_NONE; *offset_bytes gets the offset in it. */
uint32_t replay_array_of(const struct replay_target *target, const struct simulate_event *event, int64_t *offset_bytes);

/* replay_contents.c: of the target's members of these names. */
bool *replay_contents_reals(struct arena *arena, const struct protocol *p, const struct kernel *k);
bool *replay_contents_rising(struct arena *arena, const struct protocol *p);
/* What an array holds in the launch. `array`: of the protocol, or NULL. */
struct witness_array replay_contents_of(const struct replay_target *target, const struct replay_launch *launch, const struct proto_array *array,
                                        uint32_t elem_bytes, const char *name);
/* Once sizes are known: ends of rows that rise, as far apart as the smallest array has room for. */
void replay_contents_fit(const struct replay_target *target, const struct replay_launch *launch, struct witness *w);

/* The launch as it is executed, in the target's arena; `used` gets each scalar argument under
   the prover's name. NULL if it is too large to run,
   or an array of it would have a negative size. */
struct witness *replay_launch_build(const struct replay_target *target, const struct replay_launch *launch, struct prove_witness *used);

#endif

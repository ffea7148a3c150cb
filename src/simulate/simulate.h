/* Concrete execution of a kernel: every thread of the chosen blocks, one
   instruction at a time, under a seeded schedule, with a shadow of every byte.

   The judge of the prover's alarms (docs/theory.md, "Which alarms are real") and a checker of its own.
   It reads kernel IR and never terms. Threads are independent (Volta and
   later), unless lockstep is asked for. Order between accesses comes from program order, block barriers,
   __syncwarp(mask), named barriers (among those who wait) and grid barriers;
   shuffles, votes and fences order nothing (docs/soundness.md, "Order"). Races are found by
   that order, not by the interleaving that happened: one run finds every
   unordered pair of accesses it performs.

   Semantics where the languages leave it open: division by zero and over-wide
   shifts as in terms (SMT-LIB); conversions out of range saturate; a failing
   assertion is recorded and execution goes on behind it; UNREACHABLE after a
   failing assertion, and TRAP, end the launch. After a divergent barrier the
   block is abandoned. An access out of bounds is not performed, except in shared
   memory where 32-bit addresses lead back into the variable. */
#ifndef WP_SIMULATE_SIMULATE_H
#define WP_SIMULATE_SIMULATE_H

#include "finding/finding.h"
#include "kernel/kernel.h"
#include "simulate/engine.h"

#define SIMULATE_NONE UINT32_MAX

/* Memory that arguments and variables may point to. Contents: the first
   byte_count bytes from `bytes`; then element by element (little-endian) from
   `element` if it is given; zero otherwise. Sizes may be huge: memory is made
   as it is touched. One of `is_many` stands for SIMULATE_MEMBERS arrays of that size,
   its members, each apart from all others; other arrays are their own member 0. */
#define SIMULATE_MEMBERS 65536u
struct simulate_array {
    uint64_t size_bytes;
    const uint8_t *bytes;
    uint64_t byte_count;
    uint64_t (*element)(void *context, uint32_t member, uint64_t index);
    void *context;
    uint32_t elem_bytes; /* of `element`, 1..8 */
    bool is_many;
};

/* The address of a byte of an array, as kernels see it: for pointers inside
   by-value structs and inside arrays. Address 0 is the null pointer. */
uint64_t simulate_address(uint32_t array, int64_t offset_bytes);
/* In a member of an array of many; 0 if there are no addresses for it: from array 128 on, and behind the last member. */
uint64_t simulate_member_address(uint32_t array, uint32_t member, int64_t offset_bytes);

struct simulate_argument {
    uint64_t bits; /* scalars, zero-extended; also of a pointer without array */
    uint32_t array;
    int64_t offset_bytes; /* pointers: SIMULATE_NONE or an array */
    const uint8_t *bytes;
    uint64_t byte_count; /* by-value structs; zeros behind */
};

/* One access of global or shared memory, and one side of a finding. */
struct simulate_event {
    enum { SIMULATE_READ, SIMULATE_WRITE, SIMULATE_ATOMIC, SIMULATE_BARRIER, SIMULATE_OTHER } mode;
    value_ref inst;
    loc_ref loc;
    uint32_t thread[3], block[3];
    uint32_t array, object; /* where: array of the input or object of the kernel; else SIMULATE_NONE */
    uint32_t member;        /* of an array of many; else 0 */
    int64_t offset_bytes;   /* of the access in it */
    uint64_t size_bytes;
    uint64_t value;    /* its first 8 bytes; of an atomic: what it left */
    uint32_t interval; /* barriers that the block has passed */
};

struct simulate_finding;
struct simulate_place {
    uint32_t thread[3], block[3];
};

struct simulate_input {
    uint32_t block[3], grid[3];
    uint64_t dynamic_shared_bytes;
    const struct simulate_argument *arguments; /* one per parameter */
    const struct simulate_array *arrays;
    uint32_t array_count;
    const uint32_t *object_arrays; /* per object of the kernel: the array that is a global or constant
                                    variable, or SIMULATE_NONE (initialiser or zeros); NULL: none */
    const uint32_t (*blocks)[3];
    uint32_t block_count;           /* blocks to run; 0: all */
    struct simulate_engine *engine; /* NULL: the interpreter */
    uint64_t seed;                  /* of the schedule and of unknown values */
    uint64_t step_budget;           /* instructions of all threads together; 0: none */
    uint64_t interpreted_budget;    /* at most this many of them in the interpreter; 0: all */
    uint64_t memory_limit_bytes;    /* limit of the run's pages, shadow and records; 0: the default */
    uint32_t finding_limit;         /* 0: 1000 */
    bool exit_diverges;             /* --barrier-exit=diverge */
    bool lockstep;                  /* --warp=lockstep: the lanes of a warp execute each instruction together;
                                   shadow.c has the order that follows */
    bool overflow_taints;           /* values computed from a signed result that overflowed are approximate */
    const struct simulate_place *preferred;
    uint32_t preferred_count;                                           /* threads to show findings with, where there is a choice */
    bool keep_contents;                                                 /* of arrays, in the result */
    void (*observe)(void *context, const struct simulate_event *event); /* each access, or NULL */
    void *observe_context;
    void (*follow)(void *context, const struct simulate_event *event); /* each instruction of a followed thread
                                   (SIMULATE_OTHER), and each of its accesses, local memory too, and barriers; or NULL */
    void *follow_context;
    const struct simulate_place *followed;
    uint32_t followed_count;
    void (*print)(void *context, const char *text, size_t size); /* what printf prints, or NULL */
    void *print_context;
    void (*progress)(void *context, uint64_t steps); /* now and then, or NULL */
    void *progress_context;
    bool (*is_enough)(void *context, const struct simulate_finding *finding); /* each new or clearer
                                   finding, or NULL; true ends the run */
    void *enough_context;
};

enum simulate_rule {
    SIMULATE_RACE,          /* kind write-write, read-write, atomic-plain, atomic-atomic; two events */
    SIMULATE_DIVERGENCE,    /* kind other-barrier, rounds, exited, never-arrives, outside-mask; the barrier, and where the other is */
    SIMULATE_OUT_OF_BOUNDS, /* kind read or write: not performed, unless it wraps; kind inner-dimension: an index left its own dimension, the
                             access stays in the array; one event, as below */
    SIMULATE_MISALIGNED,
    SIMULATE_UNINITIALISED, /* of shared or local memory */
    SIMULATE_ASSERTION,     /* kind fails; text: the assertion's; one event, or two of an assertion that speaks of another thread */
    SIMULATE_TRAPPED,
    SIMULATE_BUDGET,     /* steps or memory; the event is where one thread was */
    SIMULATE_UNSUPPORTED /* text names the construct */
};
const char *simulate_rule_name(enum simulate_rule rule);
uint64_t simulate_interpreted_budget(const struct simulate_input *input); /* 0: none */

/* Findings are one per rule, unordered pair of instructions and array (races:
   also per scope); `count` says how often it was seen. */
struct simulate_finding {
    enum simulate_rule rule;
    enum finding_kind kind;
    enum finding_scope scope; /* races: same warp, same block, two blocks */
    struct simulate_event events[2];
    uint32_t event_count;
    int64_t byte;           /* races: the byte both touch, from the start of the array */
    bool same_value;        /* races: in no occurrence a byte differed; of a read and a write: the
                                   write left what was there when the interval began, or what the
                                   reader wrote there itself before it read */
    bool approximate;       /* it depends on a value that the simulator does not know exactly:
                                   non-IEEE functions, uninitialised memory, unsupported constructs */
    bool approximate_value; /* races: same_value depends on such a value */
    const char *text;       /* or NULL */
    bool preferred;         /* races: both threads are preferred ones */
    bool went_on;           /* divergence, kind exited: before it left, the other thread had an effect
                                   behind the barrier */
    bool is_absent;         /* assertions about two threads: the second does not get there */
    bool wraps;             /* out of bounds in shared memory: the low 32 bits of the offset, which are all that
                                   addresses of shared memory have, lead back into the variable, and there the access is
                                   performed */
    int64_t index;
    uint64_t extent; /* kind inner-dimension: the index, and the dimension that it leaves */
    uint64_t count;
};

struct simulate_result {
    struct simulate_finding *findings;
    uint32_t finding_count;
    bool findings_dropped;  /* more than finding_limit */
    bool complete;          /* all threads ran to their end: no trap, budget, abandoned block */
    bool incomplete_memory; /* an unsupported construct may have accessed memory */
    bool assumption_failed; /* the input violates an ASSUME or gets to an UNREACHABLE, at this location: the run ends, findings mean nothing */
    loc_ref assumption;
    bool native;     /* native code ran it: overflowed and wrapped are not known */
    bool overflowed; /* arithmetic that may not wrap (INST_NSW, INST_NUW) did: undefined in C */
    bool wrapped;    /* a sum, a product or a left shift that may wrap did, as unsigned numbers */
    uint64_t steps;
    uint8_t **contents; /* keep_contents: of each array at the end, size_bytes bytes */
};

/* How threads take turns under a seed (simulate.c): at random; an instruction each; at random, but none writes as long as another one can do
   something else (not with input.lockstep). */
enum simulate_turns { TURNS_RANDOM, TURNS_PACED, TURNS_WAITING };
enum simulate_turns simulate_turns(uint64_t seed);

/* Executes; everything in the result lives in `arena`. The kernel satisfies
   kernel_check. Sizes of block and grid are at least 1. */
struct simulate_result *simulate_run(struct arena *arena, const struct kernel *kernel, const struct simulate_input *input);

#endif

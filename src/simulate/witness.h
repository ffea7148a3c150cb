/* A concrete launch of a kernel: what `simulate` runs, what a replay executed, and what a
   search varies. Its text form is the witness file (docs/witness-files.md).

   Everything that decides a run is in it: block and grid, each argument, the contents and
   the extent of each array, the blocks to run, the seed of the schedule, the budget. Array
   contents are a fill, then bytes of a file, then single cells over it.

   Memory may be unbounded: it then reaches far to both sides of the pointer, and nothing is
   out of its bounds. That is how counterexamples are executed whose arrays have no known
   extent. Positions of cells, and of pointers in unbounded memory, count from its origin.

   Pointers in memory point into arrays that are there, one by one (cells), or each into memory of its own (links).

   All memory belongs to an arena. */
#ifndef WP_SIMULATE_WITNESS_H
#define WP_SIMULATE_WITNESS_H

#include "base/buffer.h"
#include "finding/finding.h"
#include "simulate/simulate.h"

/* Where the origin of unbounded memory lies in the simulator's array. */
#define WITNESS_ORIGIN ((int64_t)1 << 38)
/* Arrays may be this large. */
#define WITNESS_ARRAY_BYTES ((uint64_t)1 << 38)

enum witness_fill {
    FILL_ZERO,
    FILL_INITIAL,  /* a variable's initialiser */
    FILL_CONSTANT, /* every element is `value` */
    FILL_IOTA,     /* element i is i * `step` + `value`; step 0: 1 */
    FILL_RANDOM    /* by seed, member and index; integers of [low, high], floats of [low, high) */
};

/* Pointers at bytes offset_bytes + k * stride_bytes, k = 0, 1, ... (stride 0: one pointer, k = 0), each to the origin
   of a member of its own of `target`, an array of many: member k * times + plus. In member m of an array of many it is
   m * WITNESS_ROOM + k in place of k, for k below WITNESS_ROOM; of stride 0 m. Where there is no such member the pointer is null. */
#define WITNESS_ROOM 256u
struct witness_link {
    const char *target;
    int64_t offset_bytes;
    uint64_t stride_bytes;
    uint32_t times, plus;
};

struct witness_cell {
    int64_t offset_bytes;
    uint32_t size_bytes; /* 1..8 */
    uint64_t value;
    const char *target;   /* not NULL: a pointer of 8 bytes into this array, ... */
    int64_t target_bytes; /* that far from its origin */
};

struct witness_array {
    const char *name; /* a parameter, "parameter.BYTES" for a field of a struct, "@N.name" for
                            object N of the kernel; of a struct that is passed by value, the bytes that no
                            argument gives; NULL: not used */
    struct type type; /* of an element: an integer or a float */
    bool unbounded;
    bool is_many;        /* SIMULATE_MEMBERS arrays of this extent and fill, its members: memory of its own for each pointer */
    uint64_t size_bytes; /* unless unbounded */
    enum witness_fill fill;
    uint64_t value, step, seed;
    bool has_range; /* else integers are any, floats of [0, 1) */
    double low, high;
    const char *path; /* a file with the first bytes, or NULL */
    const uint8_t *bytes;
    uint64_t byte_count;
    struct witness_link *links; /* over the file and the fill, below cells */
    uint32_t link_count;
    struct witness_cell *cells;
    uint32_t cell_count;
};

struct witness_argument {
    const char *name;     /* a parameter, or "parameter.BYTES" */
    struct type type;     /* integer, float or pointer; TYPE_VOID: raw bytes of a struct */
    uint64_t bits;        /* of scalars, and of pointers into no array */
    uint32_t array;       /* of pointers: index into arrays, or SIMULATE_NONE */
    int64_t offset_bytes; /* of pointers, from the array's origin */
    const uint8_t *bytes;
    uint64_t byte_count;
};

struct witness {
    const char *file;   /* source, as it was named */
    const char *kernel; /* mangled name */
    const char *const *clang_args;
    uint32_t clang_arg_count;
    bool gpuverify_annotations;
    uint32_t block[3], grid[3];
    uint64_t dynamic_shared_bytes;
    bool exit_diverges, lockstep;
    uint64_t seed, step_budget;
    struct witness_argument *arguments;
    uint32_t argument_count;
    struct witness_array *arrays;
    uint32_t array_count;
    const uint32_t (*blocks)[3]; /* to run; 0: all */
    uint32_t block_count;
    const struct simulate_place *threads; /* the story's; run early */
    uint32_t thread_count;
    const struct finding *expected; /* rule, kind, scope, array, accesses; or NULL */
};

/* A value that a kernel takes: a parameter, or a part of a struct that is passed by value
   (kernel/part.h) which it loads, by itself or in a larger number. */
struct witness_slot {
    const char *name;
    uint32_t param;
    bool is_field;
    uint64_t offset_bytes; /* fields */
    struct type type;
};
struct witness_slots {
    struct witness_slot *slots;
    uint32_t count;
};
/* By parameter, then in the order of the loads. A struct without such fields is one slot of
   TYPE_VOID. */
struct witness_slots witness_slots(struct arena *arena, const struct kernel *kernel);
/* And members of these names, which the kernel may not load by themselves. */
struct witness_slots witness_slots_with(struct arena *arena, const struct kernel *kernel, const char *const *members, uint32_t member_count);

/* Whether the instruction gives the slot's value, or a number that it is part of. */
bool witness_slot_is(const struct kernel *kernel, const struct witness_slot *slot, uint32_t inst);

/* The type of the elements behind a slot that is a pointer, from the kernel's accesses; i8 if
   they do not agree or there are none. */
struct type witness_pointee(const struct kernel *kernel, const struct witness_slot *slot);

const struct witness_argument *witness_find_argument(const struct witness *witness, const char *name);
/* SIMULATE_NONE if there is none. */
uint32_t witness_find_array(const struct witness *witness, const char *name);

/* Element `index` (from the origin; may be negative in unbounded memory) before files, links and cells. */
uint64_t witness_fill_element(const struct witness_array *array, uint32_t member, int64_t index);

/* Whether an array of this type can be filled with numbers of that range: from low to high, and
   integers of at most 53 bits. */
bool witness_is_range(struct type type, double low, double high);

/* Mixes text into a seed, so that arrays differ. */
uint64_t witness_mix_seed(uint64_t seed, const char *text);

/* The launch as the simulator takes it; array i of the witness is array i of the input. The
   input refers to the witness. False and *error if the kernel has no such arguments, or lacks
   some, or if the launch does not have the blocks to run or the threads that are named. */
bool witness_input(struct arena *arena, const struct kernel *kernel, const struct witness *witness, struct simulate_input *input, const char **error);

/* What an event touches; the name is NULL if that is no array of the launch and no variable. */
struct witness_memory {
    const char *name;
    enum space space;
    int64_t offset_bytes; /* from the origin */
    uint32_t elem_bytes;  /* 0: unknown */
    uint64_t size_bytes;
    bool is_unbounded;
};
struct witness_memory witness_memory_of(const struct kernel *kernel, const struct witness *witness, const struct simulate_event *event);
const char *witness_space_name(enum space space);

/* "5", or "byte 21" if that is no start of an element. */
void witness_print_index(const struct witness_memory *memory, struct buffer *out);
/* The value of an event that reads or writes one number; false if it does not. */
bool witness_print_access(const struct kernel *kernel, const struct simulate_event *event, struct buffer *out);

/* The text form; `comment` (or NULL) goes first, a line of it a line. */
void witness_print(const struct witness *witness, const char *comment, struct buffer *out);
/* NULL and *error = "line N: ..." in the arena. Files with contents are not read yet. */
struct witness *witness_parse(struct arena *arena, const char *text, const char **error);

/* Reads the files that arrays name. */
bool witness_read_files(struct arena *arena, struct witness *witness, const char **error);

#endif

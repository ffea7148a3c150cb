/* From kernel IR to machine code that watches its own accesses; no type of LLVM in sight.

   The code runs threads of one block one after another, each from where it waits to its
   next barrier, collective or end. Threads keep what they need later in frames. Each
   access is checked for bounds, alignment and order before it is performed; the common
   cases are inlined, the others call the helpers. The code decides nothing that it cannot
   decide exactly: what is, or may be, a finding ends the run with an event, and so does
   every construct that it does not know.

   Order is kept per cell: a granule of memory with a tag for the last write and one for
   the last read, after FastTrack (Flanagan and Freund, PLDI 2009). A tag is a stamp with
   a thread and flags. Stamps grow: each barrier interval of each block has its own. */
#ifndef WP_LLVM_NATIVE_H
#define WP_LLVM_NATIVE_H

#include "kernel/cfg.h"
#include "kernel/kernel.h"

#define NATIVE_NONE UINT32_MAX

/* Tags: stamp << NATIVE_STAMP_SHIFT, flags, thread. */
enum {
    NATIVE_STAMP_SHIFT = 16,
    NATIVE_ANY = 0x3fff,          /* of the thread bits: several threads, of several warps if the warp orders */
    NATIVE_PLAIN_BEFORE = 0x4000, /* atomics over a plain write of the same block that came before them */
    NATIVE_ATOMIC = 0x8000,
    NATIVE_THREAD_LIMIT = 0x1fff,
    NATIVE_LANES = 0x2000 /* several threads of the warp of this thread */
};
#define NATIVE_BLOCKS ((uint64_t)1 << 63) /* several blocks */

struct native_cell {
    uint64_t write, read;
};

enum native_mode { NATIVE_READ, NATIVE_WRITE, NATIVE_UPDATE }; /* update: atomic accesses of all kinds */

enum native_watch {
    NATIVE_UNWATCHED, /* nothing writes it while the kernel runs */
    NATIVE_SHARED,    /* of a block: reads need a write before them */
    NATIVE_GLOBAL,    /* of the launch */
    NATIVE_LOCAL      /* of a thread, with a map of defined bytes behind the block's locals */
};

/* Memory that pointers are known to stay in. An access behind its end is an event. */
struct native_area {
    enum native_watch watch;
    uint32_t granule_bytes; /* of cells; divides size and alignment of each access to it; a power of 2 */
    uint32_t local_bytes;   /* NATIVE_LOCAL: where it begins in a thread's locals */
};

/* Where an area is in this block, and its size. */
struct native_place {
    uint8_t *bytes;
    struct native_cell *cells;
    uint64_t size_bytes, address; /* address: of its first byte, as kernels see it */
};

/* What the code reads and writes. */
struct native_context {
    const struct native_place *places; /* by area */
    const uint64_t *arguments;         /* by parameter: bits, or an address */
    const uint32_t *thread_ids[3];     /* by thread */
    uint32_t block_id[3], block_size[3], grid_size[3];
    uint64_t block_tag, interval_tag; /* the first stamps of the block and of its interval, shifted */
    const uint64_t *warp_tags;        /* by warp; with warp_orders */
    uint8_t *locals;                  /* of thread 0: bytes, then as many that tell which are defined */
    uint64_t local_step;              /* between the addresses of two threads' locals */
    uint64_t unknown;                 /* bits for undefined values */
    uint32_t *points;                 /* by thread: where it waits; NATIVE_EXITED */
    uint64_t *frames;                 /* by thread: frame_words */
    uint64_t *mail;                   /* by thread: NATIVE_MAIL operands of the point; [0]: its result */
    uint32_t *rounds;                 /* by thread: round_words, iterations of the loops around the point */
    uint64_t steps, step_limit;       /* instructions; beyond the limit is an event */
    uint32_t event;                   /* instruction that ended the run, 0: none */
    void *owner;
};

enum { NATIVE_MAIL = 4 };
#define NATIVE_EXITED (UINT32_MAX - 1)

/* What is called for the uncommon cases. The first two answer 0, the third NULL, when
   the run must end; the second otherwise 1 more than the steps that it counts for. */
struct native_helpers {
    uint32_t (*check)(struct native_context *context, struct native_cell *cells, uint32_t count, uint32_t thread, uint32_t mode, uint32_t watch);
    uint64_t (*copy)(struct native_context *context, uint32_t inst, uint32_t thread, uint64_t to, uint64_t from, uint64_t count);
    /* An access through a pointer without an area, checked: where its bytes are. */
    uint8_t *(*reach)(struct native_context *context, uint32_t inst, uint32_t thread, uint64_t address);
    /* The result of a value instruction or of an atomic (old value, operand). */
    uint64_t (*evaluate)(struct native_context *context, uint32_t inst, const uint64_t *operands);
};

struct native_plan {
    const struct kernel *kernel;
    const struct cfg *cfg;
    const struct native_area *areas;
    uint32_t area_count;
    const uint32_t *area_of; /* by instruction: the area a pointer stays in, or NATIVE_NONE */
    uint32_t local_bytes;    /* of all locals of a thread */
    bool warp_orders;        /* stamps differ between warps */
    struct native_helpers helpers;
};

struct native_code {
    /* Runs threads first..last-1, each from its point. */
    void (*run)(struct native_context *context, uint32_t first, uint32_t last);
    uint32_t frame_words, round_words;
    const uint32_t *point_inst;
    uint32_t point_count; /* by point; point 0 is the kernel's entry */
};

/* NULL and *error (static text) if this machine cannot run it. The plan, its kernel and
   its helpers stay where they are until the code is released. */
struct native_code *native_compile(const struct native_plan *plan, const char **error);
void native_release(struct native_code *code);

#endif

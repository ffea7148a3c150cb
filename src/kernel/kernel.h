/* Kernel IR: one kernel, everything inlined, in SSA form over scalars.

   A compact copy of what clang and our pass list (src/llvm) leave of a kernel,
   with nothing of LLVM in it. The protocol is inferred from it and the
   simulator executes it. Memory operations stand exactly where the source has
   them: no pass of ours removes, adds or moves one.

   Invariants (kernel_check): values are defined before use (dominance, phis
   excepted); each block ends with its only terminator; block 0 is the entry,
   has no predecessors, and blocks are numbered in reverse post-order of the
   CFG (unreachable blocks are gone; successors are searched last to first);
   predecessors are distinct blocks in ascending order, successors may repeat;
   phis come first, one operand per predecessor; operand types fit. Leaves have
   the lowest ids, an operand's id is below its user's (phis excepted). Vectors occur only as results of LOAD, PACK,
   PHI, SELECT and as operands of STORE, LANE, PHI, SELECT; the decoder splits
   everything else into scalars. Integers are at most 64 bits wide; wider ones
   are UNSUPPORTED values.

   All memory belongs to the kernel's arena. */
#ifndef WP_KERNEL_KERNEL_H
#define WP_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"

typedef struct {
    uint32_t id;
} value_ref; /* index into kernel.insts; 0 is none */
typedef struct {
    uint32_t id;
} block_ref;
typedef struct {
    uint32_t id;
} loc_ref; /* index into kernel.locs; 0 is unknown */

enum inst_op {
#define INST(name, text, class) INST_##name,
#include "kernel/ops.def"
#undef INST
    INST_OP_COUNT
};
enum inst_class { CLASS_VALUE, CLASS_MEMORY, CLASS_SYNC, CLASS_EFFECT, CLASS_TERMINATOR };

enum {
    INST_NSW = 1,
    INST_NUW = 2,
    INST_VOLATILE = 4,
    INST_ATOMIC_ACCESS = 8,
    INST_INBOUNDS = 16,
    INST_DISJOINT = 32,
    INST_ASYNC = 64,
    INST_GROUP = 128
};

enum type_kind { TYPE_VOID, TYPE_INT, TYPE_FLOAT, TYPE_BFLOAT, TYPE_POINTER };
/* Address spaces as NVPTX numbers them. */
enum space { SPACE_GENERIC = 0, SPACE_GLOBAL = 1, SPACE_SHARED = 3, SPACE_CONSTANT = 4, SPACE_LOCAL = 5, SPACE_PARAM = 101 };

struct type {
    uint8_t kind;       /* enum type_kind */
    uint8_t width_bits; /* of one lane; pointers 64 */
    uint8_t space;      /* pointers: enum space */
    uint8_t lanes;      /* 1 for scalars */
};

enum sreg { /* axis x, y, z follow each other */
            SREG_TID_X,
            SREG_TID_Y,
            SREG_TID_Z,
            SREG_BID_X,
            SREG_BID_Y,
            SREG_BID_Z,
            SREG_BDIM_X,
            SREG_BDIM_Y,
            SREG_BDIM_Z,
            SREG_GDIM_X,
            SREG_GDIM_Y,
            SREG_GDIM_Z,
            SREG_LANE,
            SREG_WARPSIZE,
            SREG_WARPID,
            SREG_CLOCK,
            SREG_OTHER,
            SREG_COUNT
};
enum atomic_op { /* in the order of this list they are named in text */
                 ATOMIC_XCHG,
                 ATOMIC_ADD,
                 ATOMIC_SUB,
                 ATOMIC_AND,
                 ATOMIC_OR,
                 ATOMIC_XOR,
                 ATOMIC_NAND,
                 ATOMIC_MAX,
                 ATOMIC_MIN,
                 ATOMIC_UMAX,
                 ATOMIC_UMIN,
                 ATOMIC_FADD,
                 ATOMIC_FSUB,
                 ATOMIC_FMAX,
                 ATOMIC_FMIN,
                 ATOMIC_INC,
                 ATOMIC_DEC,
                 ATOMIC_OP_COUNT
};
enum scope_kind { SCOPE_KIND_SYSTEM, SCOPE_KIND_DEVICE, SCOPE_KIND_BLOCK, SCOPE_KIND_WARP };
enum barrier_kind {
    BARRIER_BLOCK, /* __syncthreads, thread_block::sync: no operands */
    BARRIER_COUNT,
    BARRIER_AND,
    BARRIER_OR,    /* operand i32 predicate; result i32 */
    BARRIER_WARP,  /* __syncwarp: operand i32 mask */
    BARRIER_GRID,  /* grid_group::sync */
    BARRIER_NAMED, /* bar.sync id[, count]: operands */
    BARRIER_TILE,  /* sync of a tile of more than 32 threads: operand, their number; with a second
                           one (any) an exchange, which waits for all and orders nothing */
    BARRIER_SAME,  /* of the block, ordering nothing: all come with the same i64, the operand */
    BARRIER_KIND_COUNT
};
/* Which memory a block barrier orders the accesses of: OpenCL's fence flags. CUDA's barriers order both. */
enum fence_kind { FENCE_BOTH, FENCE_SHARED, FENCE_GLOBAL, FENCE_NEITHER, FENCE_KIND_COUNT };
/* What the language of the source decides where the two differ: words of reports, whether an exited thread counts as arrived. */
enum language { LANGUAGE_CUDA, LANGUAGE_OPENCL };
enum collective_kind {
    COLLECTIVE_SHFL,
    COLLECTIVE_VOTE,
    COLLECTIVE_MATCH,
    COLLECTIVE_REDUX,
    COLLECTIVE_ACTIVEMASK,
    COLLECTIVE_MATRIX /* a matrix operation of the whole warp; no operands, no result */
};
enum unsupported_effect {
    UNSUPPORTED_VALUE,   /* only its result is unknown */
    UNSUPPORTED_MEMORY,  /* may also access memory or synchronise */
    UNSUPPORTED_ASSUMED, /* the former, by assumption: a function that is not there */
    UNSUPPORTED_ASKED,   /* none: something is asked there that is not judged */
    UNSUPPORTED_IGNORED, /* none: nothing is asked there, and nothing used */
    UNSUPPORTED_MEETING, /* only its result is unknown; all members of a sub-group come there, of how many nobody knows */
    UNSUPPORTED_CHOICE,  /* none: each value is one that its result may have, and a run takes any */
    UNSUPPORTED_UNIFORM  /* none: that all work-groups of a launch are of one size is assumed from here on */
};

/* A location: innermost file, line and column; inlined_at is the call site's
   location (0 at the outermost level). `function` names the function whose
   line this is. Lines and columns start at 1; column 0 is unknown. */
struct loc {
    const char *file;
    const char *function;
    uint32_t line, column;
    loc_ref inlined_at;
};

struct inst {
    uint8_t op; /* enum inst_op */
    uint8_t flags;
    uint16_t scope;   /* atomics and atomic loads/stores: enum scope_kind; barriers: enum fence_kind */
    struct type type; /* of the result; TYPE_VOID if none */
    loc_ref loc;
    block_ref block;                       /* of instructions in blocks */
    uint32_t first_operand, operand_count; /* into kernel.operands */
    uint64_t imm;
    const char *name; /* callee, unsupported construct, assertion text, or source name of a value; may be NULL */
};

struct block {
    uint32_t first_inst, inst_count; /* into kernel.order; the last is the terminator */
    uint32_t first_pred, pred_count; /* into kernel.edges */
    uint32_t first_succ, succ_count;
};

/* A memory object of known identity: a shared or local variable, a
   __constant__ or __device__ global, or the memory of a by-value struct parameter. */
struct object {
    const char *name;           /* source name, e.g. "tile" */
    const char *symbol;         /* the name that the linker knows; NULL: none. Texts have none */
    bool is_internal;           /* no host code of the file names the variable, and no other file can. Texts do not say so */
    enum space space;           /* SPACE_PARAM for by-value structs */
    uint64_t size_bytes;        /* 0: unknown (dynamic shared memory) */
    uint32_t elem_bytes;        /* size of the innermost scalar element, 0 unknown */
    bool dynamic;               /* extern __shared__: all such objects share one address */
    bool is_argument;           /* OpenCL's local argument: dynamic, with memory of its own; param is its index */
    bool is_constant;           /* never written: contents = initialiser */
    bool leads_to_numbers;      /* as of parameters: of the pointers in it */
    const uint8_t *initialiser; /* size_bytes bytes, or NULL */
    const uint8_t *initial;     /* of a variable that the host may write: what it is initialised with, or NULL. Texts have none */
    const uint8_t *unknown;     /* of the bytes of either: 0 known; else the program has them, not we: addresses
                                 of variables. NULL: all are known */
    uint32_t param;             /* SPACE_PARAM: parameter index */
    loc_ref loc;
};

/* A scalar in a struct that is passed by value. */
struct param_member {
    const char *name; /* what follows "p.": "n", "a.b", "ne[1]" */
    const char *type; /* as in the kernel's displayed name: "float const*" */
    uint64_t offset_bytes;
    uint32_t size_bytes;
};

/* A struct in a struct that is passed by value, or that struct itself. Not part of the text form. */
struct param_struct {
    const char *path; /* as of members: "a.b", "" of the whole */
    const char *type; /* with its namespaces; "" unknown */
    uint64_t offset_bytes;
};

struct param {
    const char *name;     /* source name, or "arg0", ... */
    struct type type;     /* pointers: space GLOBAL unless by value */
    bool by_value_struct; /* pointer to SPACE_PARAM memory: object below */
    uint32_t object;
    bool is_restrict, is_readonly;
    uint32_t elem_bytes;   /* of the pointee if known, else 0 */
    bool leads_to_numbers; /* all pointers in the struct, or in what the pointer points to, lead to memory without pointers, or to pointers
                              that do: not to elements of lists or trees. Not part of the text form */
    struct param_member *members;
    uint32_t member_count; /* of a struct, where they are known; by offset, none overlap */
    const struct param_struct *structs;
    uint32_t struct_count;
};

/* wp_extent(pointer, count): texts of the source. Not part of the text form. */
struct kernel_extent {
    const char *pointer, *count;
    loc_ref loc;
};

struct kernel {
    struct arena *arena;
    const char *name;    /* mangled */
    const char *display; /* demangled */
    const char *file;
    uint32_t line;
    enum language language;
    uint32_t max_threads;       /* __launch_bounds__, 0 if none */
    uint32_t required_block[3]; /* reqd_work_group_size, zeros if none */
    struct param *params;
    uint32_t param_count;
    struct object *objects;
    uint32_t object_count;
    struct kernel_extent *extents;
    uint32_t extent_count;
    struct kernel_extent *contents;
    uint32_t content_count; /* wp_contents: the condition is `count`, and pointer is "" */
    struct inst *insts;
    uint32_t inst_count; /* 1-based: entry 0 unused */
    value_ref *operands;
    uint32_t operand_total;
    uint32_t *order;
    uint32_t order_total; /* instruction ids, by block */
    struct block *blocks;
    uint32_t block_count;
    block_ref *edges;
    uint32_t edge_total; /* predecessors and successors */
    struct loc *locs;
    uint32_t loc_count; /* entry 0 unused */
    bool loads_apart;   /* pointers that memory holds are taken to lead to memory of their own: no launch is seen that says more */
};

static inline const struct inst *kernel_inst(const struct kernel *k, value_ref v) {
    return &k->insts[v.id];
}
static inline value_ref kernel_operand(const struct kernel *k, const struct inst *i, uint32_t n) {
    return k->operands[i->first_operand + n];
}
static inline block_ref kernel_pred(const struct kernel *k, uint32_t b, uint32_t n) {
    return k->edges[k->blocks[b].first_pred + n];
}
static inline block_ref kernel_succ(const struct kernel *k, uint32_t b, uint32_t n) {
    return k->edges[k->blocks[b].first_succ + n];
}
static inline value_ref kernel_at(const struct kernel *k, uint32_t b, uint32_t n) {
    return (value_ref){k->order[k->blocks[b].first_inst + n]};
}
/* Whether wp_extent stands in a called function, whose names are not the kernel's. */
static inline bool kernel_extent_is_inlined(const struct kernel *k, const struct kernel_extent *e) {
    return e->loc.id == 0 || k->locs[e->loc.id].inlined_at.id != 0;
}
/* Of matrix.load and matrix.store: lines of a tile; numbers of fragments (operand 4). */
enum { TILE_LINES_MAX = 64, TILE_FRAGMENTS_MAX = 1 << 24 };
/* What stands for the lane that accesses a byte of this line: two accesses of a warp with the same one, above 0, and one place in memory
   are by one lane. 0: any lane may (fragment 0, the operands of a product: more than one lane may hold an element). */
static inline uint32_t tile_owner(uint32_t fragment, uint32_t line) {
    return fragment ? fragment * TILE_LINES_MAX + line : 0;
}
/* Whether a barrier with that fence orders accesses of memory in that space. Generic memory may be either. */
static inline bool fence_orders(enum fence_kind fence, enum space space) {
    return fence == FENCE_BOTH || (space == SPACE_SHARED && fence == FENCE_SHARED) ||
           (space != SPACE_SHARED && space != SPACE_GENERIC && fence == FENCE_GLOBAL);
}
enum inst_class inst_class_of(enum inst_op op);
const char *inst_op_name(enum inst_op op);

/* Builds a kernel step by step (used by the decoder, the parser and the tests).
   Blocks may be created in any order; builder_finish drops unreachable blocks,
   renumbers in reverse post-order (phis' operands follow), drops unused leaves,
   computes predecessors, and gives the kernel, which lives in `arena`. The
   first block created is the entry. Names are copied. Value references change
   in builder_finish; before it, builder_kernel shows params, objects, locs and
   insts so far (types of values, say), but neither blocks nor order. */
struct kernel_builder;
struct kernel_builder *builder_create(struct arena *arena, const char *name);
struct kernel *builder_kernel(struct kernel_builder *b); /* to fill names, params, objects before finish */
uint32_t builder_add_param(struct kernel_builder *b, const struct param *param);
void builder_add_member(struct kernel_builder *b, const struct param_member *member);                   /* to the last parameter */
void builder_set_structs(struct kernel_builder *b, const struct param_struct *structs, uint32_t count); /* of the last parameter */
uint32_t builder_add_object(struct kernel_builder *b, const struct object *object);
loc_ref builder_add_loc(struct kernel_builder *b, const struct loc *loc); /* equal locations are shared */
block_ref builder_add_block(struct kernel_builder *b);
/* A leaf (CONST, UNDEF, PARAM, OBJECT, NULLPTR); equal leaves are shared. */
value_ref builder_leaf(struct kernel_builder *b, enum inst_op op, struct type type, uint64_t imm);
/* Appends to a block. For PHI give the operands later with builder_phi_add.
   Terminators take their successors from builder_successors. */
value_ref builder_inst(struct kernel_builder *b, block_ref block, const struct inst *inst, const value_ref *operands, uint32_t count);
void builder_phi_add(struct kernel_builder *b, value_ref phi, value_ref value, block_ref from);
void builder_successors(struct kernel_builder *b, block_ref block, const block_ref *successors, uint32_t count);
struct kernel *builder_finish(struct kernel_builder *b); /* frees the builder */

/* First violated invariant as text in the kernel's arena, or NULL. */
const char *kernel_check(const struct kernel *kernel);

/* Text form: prints, and parses back to an equal kernel. Parse errors: NULL
   and *error = "line N: expected ..." in the arena. */
void kernel_print(const struct kernel *kernel, struct buffer *out);
struct kernel *kernel_parse(struct arena *arena, const char *text, const char **error);

#endif

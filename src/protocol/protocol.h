/* Memory access protocols (MAPs): what a kernel does to memory, and when.

   A protocol forgets everything about a kernel except its accesses, its
   barriers, the conditions under which they happen and the loops around them
   (Cogumbreiro et al., PLACES 2022, section 3: BabyCUDA's MAPs, here with
   values, byte sizes, barriers in conditionals and several kinds of accesses).
   It is the centre of the house: inference makes one from kernel IR, the
   prover reads nothing else, and it prints and parses back.

   The items stand in an order in which every thread executes them: if a thread
   executes item i and then item j of the same iteration of all loops around
   both, then i < j. A loop is a contiguous range of items. Guards, offsets,
   sizes and values are terms over symbols; the symbols of a loop around an
   item stand for the iteration the thread is in. A guard is the complete
   condition under which the thread executes the item in that iteration.

   Every thread-private symbol has one value per thread and iteration; a query
   about two threads renames them apart (prove/pair.h). */
#ifndef WP_PROTOCOL_PROTOCOL_H
#define WP_PROTOCOL_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "kernel/kernel.h"
#include "term/term.h"

#define PROTOCOL_NONE UINT32_MAX

enum access_mode { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

enum array_kind {
    ARRAY_PARAM,   /* memory behind a pointer parameter (or a pointer field of one) */
    ARRAY_SHARED,  /* __shared__, static */
    ARRAY_DYNAMIC, /* extern __shared__; all names of it are one array */
    ARRAY_GLOBAL,  /* __device__ variable */
    ARRAY_CONSTANT,
    ARRAY_LOCAL,  /* one per thread: never races */
    ARRAY_LOADED, /* all memory behind the pointers that one array, which nobody writes, holds (PROTOCOL_BEHIND) */
    ARRAY_UNKNOWN /* a pointer the analysis lost: may be any global or shared array */
};

/* Offsets into an ARRAY_LOADED are counted from one place for all the memory: an access through the pointer that lies at byte x of the
   array A has the offset f(x) + bytes, where f is a function of this name and A's. Offsets of two accesses are equal where they touch
   one byte, whatever the pointers are. */
#define PROTOCOL_BEHIND "behind "

struct proto_array {
    const char *name;
    const char *symbol; /* of a variable: the name that the linker knows; NULL: none. Texts have none */
    bool is_internal;   /* as struct object has it */
    enum array_kind kind;
    enum space space;
    uint32_t elem_bytes;   /* 0 unknown */
    uint64_t extent_bytes; /* 0 unknown */
    bool written;          /* some item writes or updates it */
    uint32_t param;        /* ARRAY_PARAM: parameter index, else PROTOCOL_NONE */
    uint32_t holder;       /* ARRAY_LOADED: the array that holds the pointers. Texts have none */
    loc_ref location;
};

/* Why an item is not exactly known; bits of proto_item.marks. */
enum {
    MARK_OFFSET = 1u << 0, /* the offset depends on an approximate value */
    MARK_GUARD = 1u << 1,  /* so does the guard, or exits of earlier iterations were dropped */
    MARK_SIZE = 1u << 2,
    MARK_BASE = 1u << 3 /* which array it is was not decided */
};

/* A branch between whose ends an item lies. Only protocol_add_sides tells; the
   text form has none of it. */
struct proto_side {
    uint32_t branch;          /* a number of its own */
    uint64_t now, ever;       /* successors that lead to the item, bit by bit: within an iteration of the
                               loops around the branch, and through later ones */
    uint32_t loop, join_loop; /* innermost loops around the branch and the place where its sides join; PROTOCOL_NONE */
};

/* A collective is what lanes of a warp do together: shuffles, votes, matrix
   operations. It orders nothing. */
enum item_kind { ITEM_ACCESS, ITEM_BARRIER, ITEM_COLLECTIVE, ITEM_FENCE, ITEM_COPY_COMMIT, ITEM_COPY_WAIT, ITEM_EXIT, ITEM_LOOP };

struct proto_item {
    enum item_kind kind;
    uint32_t loop;  /* innermost loop around the item (index into loops), PROTOCOL_NONE */
    term_ref guard; /* Boolean */
    loc_ref location;
    uint32_t marks;
    /* access */
    enum access_mode mode;
    uint32_t array;
    term_ref offset;     /* bytes from the array's start, width 64, signed */
    term_ref size;       /* bytes, width 64 */
    term_ref value;      /* of a write, if it is one scalar; else TERM_NONE */
    uint32_t value_bits; /* width of value */
    bool is_fill;        /* every byte written is `value`, 8 bits wide (memset) */
    bool is_copy;        /* the bytes written are those of `source`, which nobody writes, from `source_offset` on */
    uint32_t source;
    term_ref source_offset; /* bytes, width 64, signed */
    enum scope_kind scope;  /* of an atomic, of a fence */
    bool is_volatile;
    bool is_async;         /* begins here, and ends before the ITEM_COPY_WAIT that waits for its group */
    bool is_group;         /* a copy of the whole block: its first thread stands for all */
    uint32_t collective;   /* lanes of a warp that execute items of this number together do not conflict; 0: none */
    uint32_t owner;        /* lanes of a warp whose accesses have this number, one size and one offset do not conflict:
                            of each byte only one lane, always the same, accesses it; 0: none */
    bool is_atomic;        /* ACCESS_ATOMIC, and atomic loads and stores */
    bool is_exchange;      /* of ACCESS_ATOMIC: an exchange, compared or not */
    const term_ref *gives; /* of a read or update: the unknown values read, symbols, by lane in the
                            order of their bytes; TERM_NONE where a lane has none */
    uint32_t give_count;
    /* barrier */
    enum barrier_kind barrier;
    enum fence_kind fence; /* of a block barrier: which memory it orders */
    term_ref mask;         /* of BARRIER_WARP, of a collective (TERM_NONE: of whoever is there), BARRIER_NAMED's id,
                           BARRIER_TILE's threads; else TERM_NONE */
    term_ref count;        /* BARRIER_NAMED: threads that it waits for; TERM_NONE: the block. BARRIER_TILE: given if
                           the threads exchange values there, which orders nothing. ITEM_COPY_WAIT: groups
                           of the thread's copies that may be under way after it, 64 bits */
    bool is_sub_group;     /* BARRIER_WARP: of OpenCL's sub-groups, of how many members nobody knows; orders nothing */
    /* collective: lanes meet at any place with the same operation */
    const char *operation;
    bool is_aligned; /* they meet at this very one */
    term_ref result; /* what a lane gets, or a thread from a barrier that counts or votes: a symbol, or TERM_NONE */
    term_ref ballot; /* of a ballot: the condition of the lanes whose bits it sets; else TERM_NONE */
    /* loop: items begin .. end-1 are its body */
    uint32_t body_loop; /* index into loops */
    uint32_t step;      /* the kernel's instruction; several items may be one step. 0 in a parsed protocol */
    struct proto_side *sides;
    uint32_t side_count;
    /* private accesses */
    uint32_t position; /* items that come before it */
    uint32_t claims;   /* asserts that come before it */
};

struct proto_loop {
    uint32_t parent;     /* PROTOCOL_NONE at the top */
    uint32_t begin, end; /* items of the body */
    symbol_ref counter;  /* ordinal of the iteration, from 0 */
    bool has_barrier;    /* a block or grid barrier stands in the body (inner loops included) */
    term_ref proceeds;   /* over counter: an iteration with this ordinal is begun and
                           does not leave the loop before its end; TERM_NONE unknown */
    bool wraps;          /* more iterations are possible than the counter has values */
    bool exact;          /* guards of the body imply that no earlier iteration left the loop */
    loc_ref location;
};

/* Something the analysis did not understand; names from reasons.def. */
enum reason_kind {
#define REASON(name, text, help) REASON_##name,
#include "protocol/reasons.def"
#undef REASON
    REASON_COUNT
};
const char *reason_name(enum reason_kind reason);
const char *reason_help(enum reason_kind reason);

enum { PROPERTY_RACE = 1u << 0, PROPERTY_DIVERGENCE = 1u << 1, PROPERTY_BOUNDS = 1u << 2, PROPERTY_ASSERT = 1u << 3, PROPERTY_ALL = (1u << 4) - 1 };

struct proto_problem {
    enum reason_kind reason;
    uint32_t properties; /* PROPERTY_ bits it makes unproved */
    loc_ref location;
    const char *detail;
};

/* A scalar of a struct that is passed by value, as symbols and arrays call it. */
struct proto_member {
    const char *name; /* "p.ne[1]", or "p.24" if it is called by its byte only */
    const char *type; /* as in the kernel's displayed name; "" unknown */
    uint32_t param;
    uint64_t offset_bytes;
};

struct proto_param {
    const char *name;
    bool is_pointer, is_float;
    uint32_t array; /* pointers: PROTOCOL_NONE if never dereferenced */
    term_ref value; /* scalars: its symbol's term, or TERM_NONE if unused */
};

/* A claim of the program: a thread that gets there (guard) satisfies the condition. */
enum claim_kind {
    CLAIM_ASSERT, /* an assertion: to be proved */
    CLAIM_BOUND,  /* an index of an access lies in its dimension, of an array in an array, in a struct or behind a pointer */
    CLAIM_HALT,   /* a thread that does not satisfy it ends the launch there: traps, failing assertions */
    CLAIM_ASSUME  /* the program promises it */
};

struct proto_range {
    bool some;
    uint32_t begin, end;
}; /* items begin .. end-1, and private accesses between them */

struct proto_assert {
    enum claim_kind kind;
    term_ref guard, condition;
    loc_ref location;
    const char *text;
    uint32_t loop;          /* innermost loop around it, whose current iteration it speaks about */
    uint32_t position;      /* items that come before it; PROTOCOL_NONE: not told */
    struct proto_range but; /* items of those who do not satisfy it, on their way to the end */
    /* CLAIM_BOUND, whose condition is 0 <= index < extent: */
    term_ref index; /* 64 bits */
    uint64_t extent;
    uint32_t access; /* protocol_access; its guard is the claim's */
    bool is_private; /* while the protocol is inferred: `access` counts private accesses */
};

/* The result of an atomic update of a cell to which the kernel does nothing but
   add one constant: the results of two executions on one cell are at least
   `step` apart, unless the counter wraps. */
struct proto_ticket {
    symbol_ref symbol; /* the result, in the iteration its offset speaks about */
    uint32_t array;
    term_ref offset; /* of the cell */
    uint64_t step;
    uint32_t sites; /* items that update the array so */
    bool looped;    /* a thread may execute one of them several times, or several times in one `round` */
    uint32_t round; /* only in one round of this loop and those around it; PROTOCOL_NONE: always */
    enum scope_kind scope;
    bool counts_up;   /* each update adds `step`; else it may take it away */
    bool has_initial; /* the cell holds `initial` before the first update; else what it holds when the kernel begins */
    uint64_t initial;
};

/* The value of `value` in any other thread that gets to the same place, in the same iteration of the loops around it (docs/opencl.md,
   "GPUVerify's annotations"). `value` may speak of the protocol's `enabled`: the other thread gets there. */
struct proto_other {
    symbol_ref symbol;     /* what conditions of assertions have in its place */
    bool is_same_block;    /* it says whether the other thread is of the same block; then `value` is TERM_NONE */
    term_ref value, guard; /* guard: the thread gets there */
    uint32_t loop;         /* innermost loop around it */
};

/* The result of a warp collective over the full mask that every lane gets, in the
   same iteration of the loops around it, if all lanes of the warp execute it
   there and the source lane exists. A vote or a reduction has no source (PROTOCOL_NONE): lanes that execute it together get one result. */
struct proto_lanes {
    symbol_ref symbol;
    term_ref guard;
    uint32_t loop, source;
};

/* A function without a body. Taken to touch no memory of the kernel, to pass no
   barrier and to return. Or an annotation that has no effect here; or what asks for the size of a
   work-group, where a launch may have work-groups of several sizes; or an access through a pointer that
   may be null, which no item stands for; or a fetch from a texture, whose memory is none of the arrays. */
enum trust_kind { TRUST_FUNCTION, TRUST_IGNORED, TRUST_UNIFORM, TRUST_NOT_NULL, TRUST_TEXTURE };
struct proto_trust {
    const char *function;
    loc_ref location;
    enum trust_kind kind;
};

struct protocol {
    struct arena *arena;
    struct term_table *terms; /* owned: protocol_destroy */
    const char *name, *display, *file;
    uint32_t line;
    enum language language; /* of the source */
    uint32_t max_threads;   /* 0 none */
    uint32_t required_block[3];
    struct proto_param *params;
    uint32_t param_count;
    struct proto_member *members;
    uint32_t member_count; /* text has those that the kernel reads */
    struct proto_array *arrays;
    uint32_t array_count;
    struct proto_item *items;
    uint32_t item_count;
    /* Accesses of private memory (locals, struct parameters) that are not inside it at
     first sight. They never race; bounds are all that is asked of them. */
    struct proto_item *privates;
    uint32_t private_count;
    struct proto_loop *loops;
    uint32_t loop_count;
    struct proto_problem *problems;
    uint32_t problem_count;
    struct proto_assert *asserts;
    uint32_t assert_count;
    struct proto_ticket *tickets;
    uint32_t ticket_count;
    struct proto_lanes *lanes;
    uint32_t lanes_count;
    struct proto_other *others;
    uint32_t other_count;
    term_ref enabled; /* a symbol of one bit, or TERM_NONE; see proto_other */
    struct proto_trust *trusts;
    uint32_t trust_count;
    struct stated_list *stated; /* conditions on contents that expressions spoke of (stated.h); grows */
    const struct loc *locs;
    uint32_t loc_count; /* entry 0 unused; also the symbols' locations */
    term_ref tid[3], bid[3], bdim[3], gdim[3];
    bool has_sides, has_fence;                                     /* protocol_add_sides: items have sides; the kernel has a fence */
    bool reads_tid[3], reads_bid[3], reads_bdim[3], reads_gdim[3]; /* anywhere in the kernel */
};

/* Access number i: the items, then the private ones. */
static inline const struct proto_item *protocol_access(const struct protocol *p, uint32_t i) {
    return i < p->item_count ? &p->items[i] : &p->privates[i - p->item_count];
}

/* No access that reads the array has an offset with one of these dependences (DEP_*). */
static inline bool protocol_reads_without(const struct protocol *p, uint32_t array, unsigned dependences) {
    bool is = true;
    for (uint32_t i = 0; i < p->item_count; i++) {
        bool is_read = p->items[i].kind == ITEM_ACCESS && p->items[i].array == array && p->items[i].mode != ACCESS_WRITE;
        is &= !is_read || !(term_deps(p->terms, p->items[i].offset) & dependences);
    }
    return is;
}

/* 0 <= index < extent, of an index of 64 bits. */
static inline term_ref protocol_inside(struct term_table *t, term_ref index, uint64_t extent) {
    return term_and(t, term_sle(t, term_const(t, 64, 0), index), term_slt(t, index, term_const(t, 64, extent)));
}

/* Infers the protocol of a kernel. Never fails: what it cannot express becomes
   a problem. `max_block` (0: 1024) is the largest block in scope. The result
   lives in `arena`, its term table until protocol_destroy. */
struct protocol *protocol_infer(struct arena *arena, const struct kernel *kernel, uint32_t max_block);
/* What lockstep needs: the sides of branches that items of the inferred
   protocol lie on. */
void protocol_add_sides(struct protocol *protocol, const struct kernel *kernel);
void protocol_destroy(struct protocol *protocol);

/* Text form, docs/protocol-language.md: prints, and parses back to an equal
   protocol. */
void protocol_print(const struct protocol *protocol, struct buffer *out);
struct protocol *protocol_parse(struct arena *arena, const char *text, const char *file, const char **error);

/* First violated invariant, or NULL. */
const char *protocol_check(const struct protocol *protocol);

#endif

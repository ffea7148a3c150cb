/* The prover: what it is asked and what it answers. Reads protocols only.

   A race is a property of two threads (docs/theory.md, "Two threads suffice"): t
   executes item a, u executes item b. Each unordered pair of conflicting items is
   decided on its own, within a block and between blocks, by one ladder of methods
   (docs/theory.md, "The ladder"). */
#ifndef WP_PROVE_PROVE_H
#define WP_PROVE_PROVE_H

#include "base/arena.h"
#include "finding/finding.h"
#include "protocol/protocol.h"

struct prove_param {
    const char *name;
    int64_t value;
};

/* Answers of the solver that instances of one template share (rung/answers.h). */
struct prove_answers;
struct prove_answers *prove_answers_create(void);
void prove_answers_destroy(struct prove_answers *answers);

/* A condition on a launch and its parameters: a term of the protocol, and text
   that expression.h reads. */
struct prove_condition {
    const char *text;
    term_ref term;
};

/* The launches in scope; zeros are free. */
struct prove_scope {
    const struct term_table *terms; /* of the protocol that it is for, which its terms belong to; NULL: it has no terms */
    uint32_t block[3], grid[3];
    const struct prove_param *params;
    uint32_t param_count;
    bool lockstep; /* threads of a warp run in lockstep; needs protocol_add_sides */
    const struct prove_condition *required;
    uint32_t required_count;       /* of every launch in scope */
    const bool *required_exact;    /* by condition: host code makes it, and no number in it overflows (host/host_code.h); or NULL */
    bool exit_diverges;            /* a thread that has left the kernel misses barriers */
    uint64_t budget_steps;         /* solver steps for the kernel */
    const term_ref *elements;      /* by array: what conditions call elements(a); TERM_NONE: unknown; or NULL */
    const term_ref *extents;       /* bytes of each array, 64 bits, where the protocol does not have them; or NULL */
    bool advice;                   /* which barriers are redundant? */
    bool is_strict;                /* two writes of one value are a race, too */
    bool proofs_only;              /* look for no model */
    bool has_fence;                /* the kernel has memory fences: plain accesses may be messages */
    struct prove_answers *answers; /* to instances before, and what is added to them; or NULL */
    unsigned dumps;                /* PROVE_DUMP_ bits */
    bool formulas_only;            /* nothing is decided */
};

/* A claim that may not be made of a sum or product: that its value, as a signed number or an unsigned one, does not wrap. */
struct refusal {
    term_ref term;
    bool is_signed;
};
/* The claims that earlier rounds refused; `all`: every claim. */
struct refusals {
    const struct refusal *list;
    uint32_t count;
    bool all;
};

/* Dumps (docs/dumps.md), as bits. */
enum { PROVE_DUMP_FORMULA = 1u << 0, PROVE_DUMP_PAIRS = 1u << 1, PROVE_DUMP_CONTENTS = 1u << 2 };

enum prove_outcome { PROVE_PROVED, PROVE_MODEL, PROVE_UNKNOWN };

struct prove_named {
    const char *name;
    uint64_t value;
    uint8_t width_bits;
};
/* Contents of an array that matter: the element at a byte offset. */
struct prove_cell {
    const char *array;
    uint64_t offset_bytes, value;
    uint8_t width_bits;
    bool is_guess; /* the kernel writes the array, so a thread may not be able to read this value; a run must show it */
};

struct prove_witness {
    uint32_t block[3], grid[3];
    uint32_t thread[2][3], block_index[2][3];
    struct prove_named *params;
    uint32_t param_count;
    struct prove_named *values[2];
    uint32_t value_count[2]; /* iterations and unknown values, per thread */
    struct prove_cell *cells;
    uint32_t cell_count;
    int64_t offset[2]; /* bytes into the array */
    uint64_t size[2];
    bool has_value[2];
    uint64_t value[2];
    const char *precondition; /* NULL: a natural witness */
    const struct prove_condition *conditions;
    uint32_t condition_count; /* the precondition, if it is proved to exclude the
                                 violation; else none: the text only says why the witness is not natural */
    const struct prove_condition *suggested;
    uint32_t suggested_count; /* PROVE_UNKNOWN: conditions on sizes that the indices suggest, whether or not they suffice */
};

/* An access out of bounds, or an assertion that fails. */
struct prove_violation {
    uint32_t at;    /* bounds: protocol_access; assertions: index of the assertion */
    uint32_t claim; /* bounds: the dimension that is left, a claim; PROTOCOL_NONE: the whole array */
    enum prove_outcome outcome;
    enum reason_kind reason;
    const char *approximation;
    struct prove_witness witness; /* PROVE_MODEL; both threads are the one that does it, unless it is about two.
                                     REASON_NEEDS_PRECONDITION: only its conditions, which exclude the violation */
    bool about_two, is_absent;    /* assertions: about every two threads; the second does not get there */
};

struct prove_conflict {
    uint32_t item[2];
    bool between_blocks;
    enum prove_outcome outcome;
    enum reason_kind reason;      /* PROVE_UNKNOWN */
    bool same_value;              /* PROVE_MODEL: the two writes store the same value, proved */
    const char *approximation;    /* names what is not known exactly, or NULL */
    struct prove_witness witness; /* PROVE_MODEL; REASON_NEEDS_PRECONDITION: only its conditions, which exclude the conflict */
};

struct prove_divergence {
    uint32_t item;
    enum prove_outcome outcome;
    enum reason_kind reason;
    enum finding_kind kind;
    const char *approximation;
    struct prove_witness witness;
};

/* Conditions that together exclude every violation of a property that is not proved. Count 0: there is none, or no conditions
   are known. */
struct prove_contract {
    const struct prove_condition *conditions;
    uint32_t count;
    const char *text;
};

/* All of the conditions, each once, without those that another one implies. One without a term is only its text. */
struct prove_contract prove_join(struct arena *arena, const struct term_table *terms, const struct prove_condition *conditions, uint32_t count);
/* The conditions of a text "a && b", without terms; none of NULL. */
struct prove_contract prove_parts(struct arena *arena, const char *text);

/* Accesses of one array that are not proved to stay in it and may reach another of the same memory. */
struct prove_stray {
    uint32_t at;           /* one of them, an item */
    uint32_t other;        /* an array that it may reach */
    bool reaches_contents; /* divergence proofs rest on the contents of an array that it may write to */
    bool has_conditions;   /* the conditions, which `text` joins, keep all of them inside */
    struct prove_condition *conditions;
    uint32_t condition_count;
    const char *text;
};

struct prove_assumption {
    enum assumption_kind kind;
    const char *text;
};
struct prove_assumptions {
    struct prove_assumption *list;
    uint32_t count;
};

/* A place with barriers; all items of the place go together. */
struct prove_barrier {
    uint32_t item;  /* one of them */
    bool redundant; /* without it alone, everything proved stays proved */
    bool together;  /* and in the set, chosen in source order, that can go at once */
};

struct prove_stats {
    uint64_t pairs, structural, algebra, queries, repeated, steps; /* repeated: queries that were answered before */
    uint64_t formulas, conjuncts;                                  /* those of `dumps`, made or not: of items, and asked of pairs and barriers */
    uint64_t intervals;                                            /* places where a barrier interval begins: the entry and barriers of the block */
    uint64_t flows;                                                /* most groups of threads that conditions tell apart between two such barriers */
};

struct prove_report {
    struct prove_conflict *conflicts;
    uint32_t conflict_count; /* not the proved ones */
    struct prove_divergence *divergences;
    uint32_t divergence_count; /* likewise */
    struct prove_violation *bounds;
    uint32_t bound_count; /* likewise; arrays of unknown extent are left out */
    struct prove_violation *asserts;
    uint32_t assert_count; /* likewise */
    bool *comes_back;      /* by array, in shared memory: stray_comes_back */
    struct prove_stray *strays;
    uint32_t stray_count;   /* what races, and divergence where it reaches contents, are not proved without */
    bool has_demands;       /* proofs hold for launches that satisfy conditions on sizes (demand.h) */
    uint32_t contradiction; /* an assumption of the program that cannot be used (index of a claim), or PROTOCOL_NONE */
    bool is_contradictory;  /* it contradicts others; else that was not excluded */
    uint32_t broken;        /* an assumption of the program that no launch in scope keeps, where no proof needs it; or PROTOCOL_NONE */
    struct prove_assumption *assumptions;
    uint32_t assumption_count;                     /* what proofs rested on */
    struct prove_assumptions rests_on[PROP_COUNT]; /* the same of each property that was asked for */
    bool *unmodelled;                              /* by item: barriers that order nothing here because who takes part is not known */
    struct prove_barrier *barriers;
    uint32_t barrier_count; /* if advice is asked for, in source order */
    struct prove_assumption *advice_assumptions;
    uint32_t advice_assumption_count;                                /* what `redundant` rests on beyond that */
    struct prove_contract race, divergence, in_bounds, asserts_hold; /* set only if the condition excludes every violation of the
                                     property that is not proved */
    bool has_example;
    struct prove_witness example; /* block, grid and parameters of a launch that satisfies what is required */
    bool impossible;              /* no launch is known that satisfies the requirements: nothing was decided */
    bool aligned;                 /* every barrier is passed by all threads of its block or by none, exited threads aside */
    bool exited;                  /* some thread may have left before a barrier */
    bool is_counted[6];           /* by axis of the block, then of the grid: it only numbers threads, or blocks, with the axes before it */
    struct prove_stats stats;
    const char *dump; /* what `dumps` asks for, or NULL */
};

/* How the assumption about pointers that memory holds begins; others of its kind are about arguments. */
extern const char prove_held_apart[];

/* Decides the properties asked for (PROPERTY_ bits). What the program assumes is
   used, and listed, if something is not proved without it. All results live in `arena`. */
struct prove_report *prove_protocol(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, unsigned properties);

/* Two items of one block. */
struct prove_pair {
    uint32_t item[2];
    bool excluded;
};

/* Which of the pairs never race. False if none, or if it is not proved that all
   threads reach every barrier. `steps`: solver steps used. */
bool prove_pairs(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, struct prove_pair *pairs, uint32_t count,
                 uint64_t *steps);

#endif

/* Terms: hash-consed bit-vector expressions.

   A term is an index into one table; a child's index is smaller than its
   parent's, so a pass over terms is a loop with a side array. Equal terms
   have equal indices. The builders fold and normalise; there is no other way
   to make a term. Bit-vector semantics are those of LLVM without poison: a
   wrap flag records that the source language makes wrapping undefined (or
   that LLVM proved it absent) and never changes the value. Division by zero
   and over-wide shifts have the value SMT-LIB gives them.

   Every term carries the set of things it depends on (struct term_deps):
   SESA's taint (Li, Li, Gopalakrishnan, SC 2014, section V), BabyCUDA's typing
   environment (PLACES 2022, section 3) and the uniformity analysis are all
   questions about that set.

   Hashing uses children's indices, never addresses: the table is the same in
   every run. */
#ifndef WP_TERM_TERM_H
#define WP_TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"

typedef struct {
    uint32_t id;
} term_ref;
typedef struct {
    uint32_t id;
} symbol_ref;

/* The absent term; table entry 0 is never a term. */
#define TERM_NONE ((term_ref){0})
static inline bool term_is_none(term_ref t) {
    return t.id == 0;
}
static inline bool term_same(term_ref a, term_ref b) {
    return a.id == b.id;
}

enum term_op {
#define TERM_OP(name, text, arity) TERM_##name,
#include "term/ops.def"
#undef TERM_OP
    TERM_OP_COUNT
};

/* Wrap flags of ADD, MUL and SHL: this one operation, on the values of its two
   operands, does not wrap as a signed (unsigned) one. Folding keeps a flag only
   where that follows from the flags of what is folded; a sum with flags keeps its
   shape (tests/unit/test_term_fold.c checks this for all small cases). */
enum { TERM_NSW = 1, TERM_NUW = 2 };

/* What a term depends on. */
enum {
    DEP_THREAD = 1u << 0,  /* threadIdx, or a thread-private symbol */
    DEP_BLOCK = 1u << 1,   /* blockIdx, or a block-private symbol */
    DEP_LAUNCH = 1u << 2,  /* blockDim, gridDim */
    DEP_INPUT = 1u << 3,   /* scalar parameters */
    DEP_COUNTER = 1u << 4, /* ordinals of loop iterations */
    DEP_MEMORY = 1u << 5,  /* contents of memory, exact or not */
    DEP_APPROX = 1u << 6   /* a value the analysis does not know */
};

/* Roles of symbols. */
enum symbol_role {
    SYMBOL_TID,
    SYMBOL_BID,
    SYMBOL_BDIM,
    SYMBOL_GDIM,    /* axis 0..2; width 32 */
    SYMBOL_PARAM,   /* scalar kernel parameter, or a scalar field of one */
    SYMBOL_COUNTER, /* 0-based ordinal of an iteration of a loop */
    SYMBOL_FINAL,   /* ordinal of the iteration in which a loop was left */
    SYMBOL_VALUE    /* anything else: a value read from memory, an atomic's
                     result, a loop-carried value without closed form */
};

/* Who shares the value of a symbol. */
enum symbol_scope {
    SCOPE_UNIFORM, /* one value for the whole launch */
    SCOPE_BLOCK,   /* one value per block */
    SCOPE_THREAD   /* one value per thread */
};

struct symbol {
    const char *name;   /* unique in the table; an identifier that may contain dots */
    uint8_t width_bits; /* 1..64 */
    enum symbol_role role;
    enum symbol_scope scope;
    uint8_t axis;       /* of TID..GDIM: 0 x, 1 y, 2 z */
    bool approximate;   /* its value stands for "unknown" */
    const char *reason; /* of an approximate symbol: what it stands for; else NULL */
    uint32_t loop;      /* of COUNTER and FINAL: the protocol's loop; else 0 */
    uint32_t in_loop;   /* of a FINAL or VALUE that threads share: 1 + the innermost
                              loop of which it has one value per iteration; 0 none */
    uint32_t location;  /* index of a source location, 0 if none; opaque here */
};

struct term {
    uint8_t op;         /* enum term_op */
    uint8_t width_bits; /* 1..64 */
    uint8_t flags;      /* TERM_NSW, TERM_NUW */
    uint8_t arity;
    uint16_t deps;  /* DEP_ bits */
    uint32_t first; /* children: term_child(t, i) */
    uint64_t value; /* CONST: zero-extended value; SYMBOL: symbol id; APPLY: function id;
                         of other operators private to this room */
};

struct term_table;

struct term_table *term_table_create(void);
void term_table_destroy(struct term_table *table);

/* Widens the built-in ranges of threadIdx and blockDim to blocks of up to
   max_threads threads along every axis (never narrows them). Call it before
   terms are built: what was folded before stays as it was. */
void term_table_set_max_block(struct term_table *table, uint32_t max_threads);

/* Number of terms + 1; every valid id is below it. */
uint32_t term_count(const struct term_table *table);
/* The pointer stays valid for as long as the table lives. */
const struct term *term_get(const struct term_table *table, term_ref t);
term_ref term_child(const struct term_table *table, term_ref t, uint32_t index);
static inline enum term_op term_op_of(const struct term *t) {
    return (enum term_op)t->op;
}

/* Symbols. The name is copied; a name already in use gets a suffix ".1", ".2", ...
   term_symbol gives the term that stands for a symbol. */
symbol_ref symbol_create(struct term_table *table, const struct symbol *symbol);
const struct symbol *symbol_get(const struct term_table *table, symbol_ref s);
uint32_t symbol_count(const struct term_table *table); /* ids are 0..count-1 */
bool symbol_find(const struct term_table *table, const char *name, symbol_ref *found);
term_ref term_symbol(struct term_table *table, symbol_ref s);

/* A fact is a Boolean term that holds whenever the symbol has a value
   (0 <= tid < bdim, the range of a fresh value, a loop's exit condition). */
void symbol_add_fact(struct term_table *table, symbol_ref s, term_ref fact);
uint32_t symbol_fact_count(const struct term_table *table, symbol_ref s);
term_ref symbol_fact(const struct term_table *table, symbol_ref s, uint32_t index);

/* Uninterpreted functions, found or made by name: contents of a read-only
   array, floating-point operations, pure math functions. `deps` is added to
   the dependencies of every application; applications with equal arguments are
   equal values. `approximate` functions add DEP_APPROX. Congruent across
   threads: the same arguments give the same value in every thread. */
uint32_t function_intern(struct term_table *table, const char *name, uint16_t deps);
const char *function_name(const struct term_table *table, uint32_t function);
uint16_t function_deps(const struct term_table *table, uint32_t function);
uint32_t function_count(const struct term_table *table);
term_ref term_apply(struct term_table *table, uint32_t function, uint8_t width_bits, const term_ref *arguments, uint32_t count);

/* Builders. Operand widths must agree; asserted. */
term_ref term_const(struct term_table *table, uint8_t width_bits, uint64_t value);
term_ref term_true(struct term_table *table);
term_ref term_false(struct term_table *table);
term_ref term_add(struct term_table *table, term_ref a, term_ref b, uint8_t flags);
term_ref term_sub(struct term_table *table, term_ref a, term_ref b,
                  uint8_t flags); /* a + (-1)*b; NUW dropped; NSW kept if a >= 0 or b > least number by their ranges */
term_ref term_neg(struct term_table *table, term_ref a);
term_ref term_mul(struct term_table *table, term_ref a, term_ref b, uint8_t flags);
term_ref term_binary(struct term_table *table, enum term_op op, term_ref a, term_ref b); /* any two-operand op; flags 0 */
term_ref term_shl(struct term_table *table, term_ref a, term_ref b, uint8_t flags);      /* by a constant: becomes MUL */
term_ref term_eq(struct term_table *table, term_ref a, term_ref b);
term_ref term_ne(struct term_table *table, term_ref a, term_ref b);
term_ref term_ult(struct term_table *table, term_ref a, term_ref b);
term_ref term_ule(struct term_table *table, term_ref a, term_ref b);
term_ref term_slt(struct term_table *table, term_ref a, term_ref b);
term_ref term_sle(struct term_table *table, term_ref a, term_ref b);
term_ref term_not(struct term_table *table, term_ref a); /* bitwise complement (of a Boolean: negation); XOR with all ones */
term_ref term_and(struct term_table *table, term_ref a, term_ref b);
term_ref term_or(struct term_table *table, term_ref a, term_ref b);
term_ref term_implies(struct term_table *table, term_ref a, term_ref b);
term_ref term_ite(struct term_table *table, term_ref c, term_ref a, term_ref b);
term_ref term_zext(struct term_table *table, term_ref a, uint8_t width_bits); /* same width: a itself */
term_ref term_sext(struct term_table *table, term_ref a, uint8_t width_bits);
term_ref term_trunc(struct term_table *table, term_ref a, uint8_t width_bits);

bool term_is_const(const struct term_table *table, term_ref t, uint64_t *value);
bool term_is_true(const struct term_table *table, term_ref t);
bool term_is_false(const struct term_table *table, term_ref t);
uint16_t term_deps(const struct term_table *table, term_ref t);
uint8_t term_width(const struct term_table *table, term_ref t);

/* Replaces symbols: `map(context, symbol)` gives the replacement (same width)
   or TERM_NONE to keep it. Rebuilds through the builders. A substitution
   object memoises over many terms for as long as the map does not change.
   Facts of symbols are not touched. Folding may have used a symbol's built-in
   range (term_range_of), so a replacement's values must lie in it too. */
struct substitution;
typedef term_ref (*substitution_map)(void *context, symbol_ref symbol);
struct substitution *substitution_create(struct term_table *table, substitution_map map, void *context);
/* Replaces nothing, and takes the wrap flags off sums and products of 64 bits. */
struct substitution *substitution_create_wrapping(struct term_table *table);
void substitution_destroy(struct substitution *substitution);
term_ref substitution_apply(struct substitution *substitution, term_ref t);
/* Replaces the term `from` (same width) as a whole, wherever it occurs in what is
   applied from now on. */
void substitution_fix(struct substitution *substitution, term_ref from, term_ref to);

/* t with the symbol replaced. */
term_ref term_replace(struct term_table *table, term_ref t, symbol_ref symbol, term_ref by);

/* Calls visit once for each distinct symbol below t, in ascending symbol id order. */
void term_visit_symbols(const struct term_table *table, term_ref t, void (*visit)(void *context, symbol_ref symbol), void *context);
bool term_has_symbol(const struct term_table *table, term_ref t, symbol_ref symbol);

/* Evaluates t exactly. `symbol` gives a symbol's value, `apply` an
   application's (arguments evaluated, zero-extended); results are masked to
   the width. Memoised per evaluation object. */
struct term_model {
    void *context;
    uint64_t (*symbol)(void *context, symbol_ref symbol);
    uint64_t (*apply)(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count);
};
struct evaluation;
struct evaluation *evaluation_create(const struct term_table *table, const struct term_model *model);
void evaluation_destroy(struct evaluation *evaluation);
uint64_t evaluation_value(struct evaluation *evaluation, term_ref t);
/* Whether a sum or product has wrapped, in any value so far, whose flags say that it does not. */
bool evaluation_has_wrapped(const struct evaluation *evaluation);
/* The model's answers have changed: forgets all values. */
void evaluation_restart(struct evaluation *evaluation);
/* For loops over the values of a few symbols: `layer` tells how deep each symbol changes, 0 (without
   it, all) the least often; then only what rests on a symbol of that layer or a deeper one is forgotten. */
enum { EVALUATION_LAYERS = 4 };
void evaluation_use_layers(struct evaluation *evaluation, uint32_t (*layer)(void *context, symbol_ref symbol));
void evaluation_restart_layer(struct evaluation *evaluation, uint32_t layer);

/* Unsigned and signed bounds of t's value from its structure and its symbols'
   built-in ranges (threadIdx < 1024, ...); conservative, wrap-aware. */
struct term_range {
    uint64_t umin, umax;
    int64_t smin, smax;
};
struct term_range term_range_of(struct term_table *table, term_ref t);

/* Text form (docs/protocol-language.md). Infix, fully parenthesised where an
   operator is nested; width-32 constants are bare decimals (signed when the
   top bit is set and the magnitude is small), others carry ":width"; Booleans
   are `true` and `false`; wrap flags are suffixes of the operator: `+s` nsw,
   `+u` nuw, `+su` both (same for `*`); `zext64(x)`, `sext64(x)`, `trunc8(x)`,
   `ite(c, a, b)`, `!b` for a Boolean complement, `~x` for a wider one, applications
   `"name":width(args)`. Printing then parsing gives the same term. */
void term_print(const struct term_table *table, term_ref t, struct buffer *out);
/* Shared sub-terms are repeated in the text. If it would have more than
   max_nodes nodes nothing is appended and false returned; term_print has a
   limit of 100,000 and then prints a remark that does not parse. */
bool term_print_limited(const struct term_table *table, term_ref t, struct buffer *out, uint32_t max_nodes);
/* Behind the name of a symbol: letters, digits, '_', '.', '$', and subscripts such as "[3]". */
const char *term_name_end(const char *start);
/* Parses one term from *text and advances it. Symbols must exist. On error
   returns TERM_NONE and sets *error (a static or arena string naming what was
   expected) and *text to the offending place. */
term_ref term_parse(struct term_table *table, const char **text, struct arena *arena, const char **error);
/* The same, where "$1" to "$count" stand for the terms named[0] to named[count - 1]. */
term_ref term_parse_named(struct term_table *table, const char **text, struct arena *arena, const char **error, const term_ref *named,
                          uint32_t count);

#endif

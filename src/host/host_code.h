/* What host code says of its launches, before it is put into words: each launch with its sizes and arguments as whole numbers over
   values that the host code does not tell (symbols). Plain data: src/llvm/host_*.c fills it, facts.c makes launch sites of it.

   A value is a whole number, not a bit pattern: where the host's arithmetic could wrap, the value says so (a remainder) or is a
   symbol. Every value, and every value within it, lies in [least, most], which fits 64 bits. */
#ifndef WP_HOST_HOST_CODE_H
#define WP_HOST_HOST_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "kernel/type_fact.h"

enum host_op { HOST_NUMBER, HOST_SYMBOL, HOST_ADD, HOST_SUB, HOST_MUL, HOST_DIV, HOST_REM, HOST_MIN, HOST_MAX };

struct host_value {
    enum host_op op;
    const struct host_value *a, *b;
    int64_t number;  /* HOST_NUMBER */
    uint32_t symbol; /* HOST_SYMBOL: an index of host_code.symbols */
    int64_t least, most;
    bool is_claimed; /* the program does not guarantee [least, most]: that no sum or product of unsigned numbers wraps there is a claim */
};

enum host_compare { HOST_EQ, HOST_NE, HOST_LT, HOST_LE };

struct host_condition {
    enum host_compare op;
    const struct host_value *a, *b;
    bool is_power; /* instead: a is a power of two */
    bool is_shown; /* it follows from what loops do: nothing is decided by it */
    bool is_exit;  /* it holds where a loop is left; told of programs that get no input */
};

/* A value that is not understood, and why: "the result of atoi (main.cu:7)". */
struct host_symbol {
    const char *what;
    bool is_packed;  /* the program takes its bits apart: it may be several numbers in one */
    bool is_input;   /* from outside of the program: any value may come */
    bool is_counter; /* of a loop, which adds a constant in each round */
    uint64_t bits;   /* not 0, and the same: readings of one value, the signed one, the unsigned one, or of its low bits */
    uint64_t text;   /* not 0, and the same: numbers that one text is read as, in whatever ways */
    /* A member of a struct, of which host_code.type_facts say something: */
    uint32_t object;           /* which struct, from 1 on; 0: it is none, or another reading of the member than the one that facts are about */
    const char *type, *member; /* NULL: it is none */
};

/* The largest sizes of a launch that any device takes (CUDA C++ Programming Guide, "Compute Capabilities"). */
enum { HOST_THREADS_MOST = 1024, HOST_SHARED_MOST = 227 * 1024 };
extern const int64_t host_grid_most[3], host_block_most[3];

struct host_argument {
    const char *name; /* the parameter's; "p.8" for a member of a struct */
    uint32_t param;   /* its number */
    bool is_pointer, is_float;
    const double *real;             /* of floating-point ones, where it is a constant */
    bool is_computed;               /* a floating-point number that is neither a constant nor an input of the program */
    const struct host_value *value; /* an integer; read as the kernel's name has the parameter's type */
    const char *reading;            /* what it is in expressions: its name; of a member that may be negative "signed(p.8)" */
    /* A pointer: */
    const struct host_value *size_bytes, *offset_bytes; /* of its allocation; size NULL: not known */
    bool is_least;                                      /* size_bytes: which of several allocations it is decides, and none is smaller */
    bool is_null;                                       /* it is the null pointer */
    const char *origin;                                 /* where the allocation is made, or what the pointer is, in words */
};

/* Argument `name` points `bytes` behind argument `of`; each `of` is the `name` of none. */
struct host_alias {
    uint32_t name, of; /* indexes of arguments */
    const struct host_value *bytes;
};

enum host_content_kind { HOST_ZERO, HOST_IN_RANGE, HOST_DISTINCT, HOST_INCREASING, HOST_SORTED };

/* What an array holds before the launch, as --requires has it. */
struct host_content {
    enum host_content_kind kind;
    const char *name;                       /* of the parameter, or the variable */
    const struct host_value *low, *high;    /* HOST_IN_RANGE: low <= element < high */
    const struct host_value *first, *count; /* of the elements first (NULL: 0) to count - 1; count NULL: of all */
};

/* Textures of the program, and the memory that the launch gets pointers to: none is in it; not known; one is. */
enum host_textures { HOST_TEXTURES_APART, HOST_TEXTURES_UNKNOWN, HOST_TEXTURES_SHARED };

struct host_launch {
    const char *kernel; /* mangled; NULL: any kernel of the program */
    const char *display;
    const char *file;
    uint32_t line;
    const char *via; /* the calls that lead there, innermost first: "main.cu:80, main.cu:12"; NULL: none */
    const struct host_value *grid[3], *block[3], *shared;
    struct host_argument *arguments;
    uint32_t argument_count;
    struct host_condition *conditions;
    uint32_t condition_count;
    const uint32_t *each;
    uint32_t each_count; /* symbols that have each value that the conditions and their own bounds let them have */
    const char *(*overlaps)[2];
    uint32_t overlap_count; /* names of pointers that may point into one allocation */
    struct host_alias *aliases;
    uint32_t alias_count; /* those among them that do, a known distance apart */
    struct host_content *contents;
    uint32_t content_count;
    const char **summaries; /* names of arrays of which contents tell properties, where the program computes each element */
    uint32_t summary_count;
    const char **stored; /* names of arrays that other kernels of the program may have stored to */
    uint32_t stored_count;
    const char **given; /* names of arrays of which the program reads in elements, or draws them at random */
    uint32_t given_count;
    const char *const *initial;
    uint32_t initial_count; /* variables of the device that hold what they are initialised with, by the names that the linker knows */
    bool is_plain;          /* by <<<...>>>: not cooperative */
    enum host_textures textures;
    bool has_pointers_apart; /* each pointer in memory that the launch gets leads to memory of its own, unless kernels write there */
    const char *const *held; /* variables of the device whose pointers do, by the names that the linker knows */
    uint32_t held_count;
    bool is_cooperative; /* by cudaLaunchCooperativeKernel, or as an attribute says */
    bool all_distinct;   /* every two pointers point into different allocations */
    const char *omitted; /* a condition that holds there and is not told, in words; NULL: none */
    bool is_general;     /* nothing is known: `why` says for what reason */
    const char *why;
    const char *const *program;
    uint32_t program_count;             /* the files whose kernels it may be of; none: all files */
    const struct host_launch *claiming; /* the same launch, with values that rest on claims; NULL: none does */
};

struct host_code {
    const struct type_fact *type_facts; /* to be set before host code is read */
    uint32_t type_fact_count;
    uint32_t objects; /* structs behind pointers that symbols are members of */
    VEC(struct host_symbol) symbols;
    VEC(struct host_launch) launches;
    VEC(const char *) notes; /* what holds of all launches, a line each: why functions may be called from elsewhere */
};

void host_code_release(struct host_code *code);

/* The two are readings of one value, or of one text. */
bool host_is_one_source(const struct host_symbol *a, const struct host_symbol *b);

const struct host_value *host_number(struct arena *arena, int64_t number);
const struct host_value *host_symbol_value(struct arena *arena, uint32_t symbol, int64_t least, int64_t most);
/* NULL if some value of the operation may not fit 64 bits, or may be a division by zero. */
const struct host_value *host_combine(struct arena *arena, enum host_op op, const struct host_value *a, const struct host_value *b);
/* The same value, known to lie in [least, most]. */
const struct host_value *host_within(struct arena *arena, const struct host_value *value, int64_t least, int64_t most);
/* The same value, claimed to lie in [least, most], which is not empty. */
const struct host_value *host_claim(struct arena *arena, const struct host_value *value, int64_t least, int64_t most);
/* As host_combine, for operands that are not negative, and claimed to be at most `most` where it may be more. */
const struct host_value *host_combine_claimed(struct arena *arena, enum host_op op, const struct host_value *a, const struct host_value *b,
                                              int64_t most);
/* Whether launches of ordinary size (symbols up to 2^10) keep the value at or below `most`. */
bool host_is_ordinary(const struct host_value *value, int64_t most);
/* Whether the value rests on a claim. */
bool host_has_claim(const struct host_value *value);
/* Whether the symbol is part of the value, which may be NULL. */
bool host_mentions(const struct host_value *value, uint32_t symbol);
bool host_value_is_same(const struct host_value *a, const struct host_value *b);

#endif

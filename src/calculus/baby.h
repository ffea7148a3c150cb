/* BabyCUDA: programs of the core calculus of Liew, Cogumbreiro and Lange, "Provable GPU Data-Races
   in Static Race Detection" (PLACES 2022), Figure 5, with the synchronised fragment that the paper
   leaves out.

     b ::= skip | A[n] := m | let y = A[n] in b | b; b | if c {b} else {b} | for x in n..m {b} |
   sync

   Numbers are naturals below 2^32; operators are total functions on them (modulo 2^32; x / 0 and
   x % 0 as in SMT-LIB), as the paper's "binary operation on naturals yielding a natural" asks. A
   program has any number of arrays; the paper's has one. `ntid` is the number of threads, |T|.

   The same nodes hold memory access protocols (Figure 2): there an access is BABY_RD or BABY_WR
   without data, and `let` is gone.

   A program is two tables, expressions and statements; children have lower indices than their
   parents. Binders are distinct along every path from the root, so a variable is an index into the
   table of names, and an environment is an array by name. */
#ifndef WP_CALCULUS_BABY_H
#define WP_CALCULUS_BABY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/vec.h"

#define BABY_NONE UINT32_MAX

enum {
    BABY_DEPTH_MAX = 300, /* blocks, binders, parentheses and operators inside each other */
    BABY_TEXT_BYTES_MAX = 1 << 20,
    BABY_NODES_MAX = 1 << 18, /* expressions and statements of a program */
    BABY_NAMES_MAX = 4096,
    BABY_ARRAYS_MAX = 64,
    BABY_PROGRAMS_MAX = 1024
};

enum baby_op {
#define OP(suffix, text, arity, precedence, operands, result) BABY_##suffix,
#include "calculus/ops.def"
#undef OP
    BABY_OP_COUNT
};

enum baby_sort { BABY_SORT_N, BABY_SORT_C }; /* a number, a condition */

struct baby_op_info {
    const char *text;
    uint8_t arity, precedence;
    enum baby_sort operands, result; /* a choice's first operand is a condition */
};
const struct baby_op_info *baby_op_info(enum baby_op op);

struct baby_place {
    uint32_t line, column;
};

struct baby_expr {
    enum baby_op op;
    uint32_t value; /* NUMBER: the number; VARIABLE: index of the name */
    uint32_t child[3];
    uint32_t depth; /* 1 for a leaf */
    struct baby_place place;
};

enum baby_stmt_kind {
    BABY_SKIP,
    BABY_SYNC,
    BABY_WRITE, /* array[index] := value */
    BABY_READ,  /* let name = array[index] in body */
    BABY_IF,    /* if condition { body } else { other } */
    BABY_FOR,   /* for name in from..to { body } */
    BABY_RD,    /* of protocols: rd array[index] */
    BABY_WR     /* of protocols: wr array[index] */
};

/* A block b1; b2; ... is a list through `next`. */
struct baby_stmt {
    enum baby_stmt_kind kind;
    bool has_sync;        /* a barrier stands in it */
    uint32_t next;        /* BABY_NONE: the last of its block */
    uint32_t body, other; /* first statements of blocks; BABY_NONE if there is none */
    uint32_t array, name;
    uint32_t index, value; /* expressions; of a loop `from` and `to` */
    uint32_t condition;
    struct baby_place place;
};

enum baby_name_kind { BABY_TID, BABY_NTID, BABY_PARAM, BABY_COUNTER, BABY_LOCAL };

struct baby_name {
    const char *text;
    enum baby_name_kind kind;
    uint32_t array; /* LOCAL: what it is read from */
    struct baby_place place;
};

struct baby_array {
    const char *name;
    bool is_written;
};

struct baby_program {
    const char *name, *file;
    struct baby_place place;
    VEC(struct baby_expr) exprs;
    VEC(struct baby_stmt) stmts;
    VEC(struct baby_name) names; /* 0 tid, 1 ntid, then parameters, then binders */
    VEC(struct baby_array) arrays;
    uint32_t param_count;
    uint32_t body; /* BABY_NONE: empty, skip */
};

enum { BABY_NAME_TID, BABY_NAME_NTID, BABY_NAME_PARAMS };

/* The program without anything in it; its tables are on the heap. */
struct baby_program *baby_program_create(struct arena *arena, const char *name, const char *file);
void baby_program_destroy(struct baby_program *program);

/* ---- building; has_sync and is_written follow ---- */

uint32_t baby_add_name(struct baby_program *program, const char *text, enum baby_name_kind kind, struct baby_place place);
uint32_t baby_add_array(struct baby_program *program, const char *name);
/* The array of that name, or BABY_NONE. */
uint32_t baby_find_array(const struct baby_program *program, const char *name);
uint32_t baby_number(struct baby_program *program, uint32_t value);
uint32_t baby_variable(struct baby_program *program, uint32_t name);
/* Operands that the operator lacks are BABY_NONE. */
uint32_t baby_expr(struct baby_program *program, enum baby_op op, uint32_t a, uint32_t b, uint32_t c);
uint32_t baby_add_stmt(struct baby_program *program, const struct baby_stmt *stmt);

/* ---- the rules' names ---- */

enum baby_file_rule {
#define FILE_RULE(suffix, name, asks) BABY_RULE_##suffix,
#include "calculus/rules.def"
#undef FILE_RULE
    BABY_FILE_RULE_COUNT
};
enum baby_typing_rule {
#define TYPING_RULE(suffix, name, asks) BABY_RULE_##suffix,
#include "calculus/rules.def"
#undef TYPING_RULE
    BABY_TYPING_RULE_COUNT
};
const char *baby_file_rule_name(enum baby_file_rule rule);
const char *baby_typing_rule_name(enum baby_typing_rule rule);
/* What the rule asks for: its premise. */
const char *baby_typing_rule_premise(enum baby_typing_rule rule);

/* ---- text ---- */

struct baby_programs {
    struct baby_program **programs;
    uint32_t count;
};

/* Every program of a text of `size` bytes; the grammar is in docs/calculus.md. On error: no
   programs, and *error = "file:line:column: error: ... [rule]" in the arena. */
struct baby_programs baby_parse(struct arena *arena, const char *text, size_t size, const char *file, const char **error);

/* An expression as it is written in a file, with the fewest parentheses. */
void baby_print_expr(const struct baby_program *program, uint32_t expr, struct buffer *out);
/* A program, or a protocol (which ends up in the paper's notation); reads back to an equal one if
   it is a program. `remark`, or NULL, gives the comment behind a statement that is an access. */
typedef const char *(*baby_remark)(void *context, uint32_t stmt);
void baby_print(const struct baby_program *program, baby_remark remark, void *context, struct buffer *out);

#endif

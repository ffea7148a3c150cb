/* Assignments that satisfied earlier queries of integers, and the shapes of formulas that they are tried on (reuse.c). Knows nothing of Z3. */
#ifndef WP_SMT_REUSE_H
#define WP_SMT_REUSE_H

#include "base/map.h"
#include "base/vec.h"
#include "smt/smt.h"

__extension__ typedef __int128 smt_wide;

enum smt_shape_kind {
    SMT_SHAPE_OTHER, /* not evaluated: terms of bit-vectors */
    SMT_SHAPE_VARIABLE,
    SMT_SHAPE_LE, /* sum of the parts + constant, compared with 0 */
    SMT_SHAPE_EQ,
    SMT_SHAPE_AND, /* of no parts: true */
    SMT_SHAPE_OR,  /* of no parts: false */
    SMT_SHAPE_NOT,
    SMT_SHAPE_ITE
};

/* `of`: in a sum the number of a variable, else an expression. */
struct smt_part {
    int64_t coefficient;
    uint32_t of;
};

struct smt_shape {
    enum smt_shape_kind kind;
    uint32_t first, count; /* parts; of a variable: `first` is its number */
    int64_t constant;
};

enum smt_holds { SMT_NOT_ASKED, SMT_FAILS, SMT_HOLDS, SMT_HOLDS_UNKNOWN };

struct smt_assignment {
    VEC(int64_t) values; /* by number of the variable; of Booleans 0 or 1 */
};

struct smt_reuse {
    VEC(struct smt_shape) shapes; /* by expression */
    VEC(struct smt_part) parts;
    struct map variables;                   /* from names (the solver's) to numbers */
    VEC(struct smt_assignment) assignments; /* the one used last at the end */
    VEC(uint8_t) verdicts;                  /* enum smt_holds by expression, under the assignment that is tried */
    VEC(uint32_t) stack;
};

void smt_reuse_release(struct smt_reuse *reuse);

/* What `made` is. Expressions not told are of SMT_SHAPE_OTHER. One `name` is one variable. */
void smt_reuse_variable(struct smt_reuse *reuse, smt_ref variable, uint64_t name);
void smt_reuse_linear(struct smt_reuse *reuse, smt_ref made, enum smt_shape_kind kind, const int64_t *coefficients, const smt_ref *variables,
                      size_t count, int64_t constant);
void smt_reuse_join(struct smt_reuse *reuse, smt_ref made, enum smt_shape_kind kind, const smt_ref *parts, size_t count);

/* Whether a kept assignment satisfies all formulas; it is then the last one. */
bool smt_reuse_find(struct smt_reuse *reuse, const smt_ref *asserted, uint32_t count);

/* A new last assignment, all variables 0, in place of the one that was not used for longest if there are many; its
   values; or that it is given up. */
void smt_reuse_begin(struct smt_reuse *reuse);
void smt_reuse_set(struct smt_reuse *reuse, uint64_t name, int64_t value);
void smt_reuse_drop(struct smt_reuse *reuse);

/* The variable's value in the last assignment. */
int64_t smt_reuse_value(struct smt_reuse *reuse, smt_ref variable);

#endif

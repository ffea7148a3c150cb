/* Linear integer arithmetic and the Boolean connectives.

   A linear form is handed to Z3 as sum <= constant with the zero coefficients left
   out; everything else (tightening by the gcd, bounds) is Z3's own business. */
#include "smt/context.h"

/* Two expressions of one name are one variable of the solver, told by its declaration. */
static smt_ref variable_of(struct smt *smt, Z3_ast variable, unsigned uses) {
    smt_ref made = smt_expr_add(smt, variable, uses);
    if (!smt->has_failed) {
        smt_reuse_variable(&smt->reuse, made, smt_declaration(smt->context, variable));
    }
    return made;
}

smt_ref smt_int_variable(struct smt *smt, const char *name) {
    Z3_context c = smt_context(smt);
    Z3_ast variable = Z3_mk_const(c, smt_symbol(smt, name, ""), Z3_mk_int_sort(c));
    return variable_of(smt, variable, SMT_USES_INTEGERS);
}

smt_ref smt_bool_variable(struct smt *smt, const char *name) {
    Z3_context c = smt_context(smt);
    return variable_of(smt, Z3_mk_const(c, smt_symbol(smt, name, "?"), Z3_mk_bool_sort(c)), 0);
}

static smt_ref note_join(struct smt *smt, smt_ref made, enum smt_shape_kind kind, const smt_ref *parts, size_t count) {
    smt_reuse_join(&smt->reuse, made, kind, parts, count);
    return made;
}

smt_ref smt_true(struct smt *smt) {
    return note_join(smt, smt_expr_add(smt, Z3_mk_true(smt_context(smt)), 0), SMT_SHAPE_AND, NULL, 0);
}

smt_ref smt_false(struct smt *smt) {
    return note_join(smt, smt_expr_add(smt, Z3_mk_false(smt_context(smt)), 0), SMT_SHAPE_OR, NULL, 0);
}

/* The sum of the products whose coefficient is not 0; its constant, which may not
   be negatable, is added to the side where it is positive. */
static smt_ref linear(struct smt *smt, const int64_t *coefficients, const smt_ref *variables, size_t count, int64_t constant,
                      enum smt_shape_kind kind) {
    Z3_context c = smt_context(smt);
    Z3_sort sort = Z3_mk_int_sort(c);
    VEC(Z3_ast) parts = {0};
    for (size_t i = 0; i < count; i++) {
        const struct smt_expr *variable = smt_expr_get(smt, variables[i]);
        assert(variable->uses == SMT_USES_INTEGERS);
        if (coefficients[i] == 1) {
            vec_push(&parts, variable->ast);
        } else if (coefficients[i] != 0) {
            Z3_ast factors[] = {Z3_mk_int64(c, coefficients[i], sort), variable->ast};
            vec_push(&parts, Z3_mk_mul(c, 2, factors));
        }
    }
    Z3_ast right = Z3_mk_int64(c, constant < 0 && constant > INT64_MIN ? -constant : 0, sort);
    if (constant > 0 || constant == INT64_MIN || parts.size == 0) {
        vec_push(&parts, Z3_mk_int64(c, constant < 0 && constant > INT64_MIN ? 0 : constant, sort));
    }
    Z3_ast left = parts.size == 1 ? parts.data[0] : Z3_mk_add(c, parts.size, parts.data);
    vec_release(&parts);
    smt_ref made = smt_expr_add(smt, kind == SMT_SHAPE_LE ? Z3_mk_le(c, left, right) : Z3_mk_eq(c, left, right), SMT_USES_INTEGERS);
    if (!smt->has_failed) {
        smt_reuse_linear(&smt->reuse, made, kind, coefficients, variables, count, constant);
    }
    return made;
}

smt_ref smt_linear_le(struct smt *smt, const int64_t *coefficients, const smt_ref *variables, size_t count, int64_t constant) {
    return linear(smt, coefficients, variables, count, constant, SMT_SHAPE_LE);
}

smt_ref smt_linear_eq(struct smt *smt, const int64_t *coefficients, const smt_ref *variables, size_t count, int64_t constant) {
    return linear(smt, coefficients, variables, count, constant, SMT_SHAPE_EQ);
}

smt_ref smt_not(struct smt *smt, smt_ref a) {
    const struct smt_expr *expr = smt_expr_get(smt, a);
    return note_join(smt, smt_expr_add(smt, Z3_mk_not(smt_context(smt), expr->ast), expr->uses), SMT_SHAPE_NOT, &a, 1);
}

/* Only called with two parts or more. */
static smt_ref join(struct smt *smt, const smt_ref *parts, size_t count, enum smt_shape_kind kind) {
    VEC(Z3_ast) asts = {0};
    vec_reserve(&asts, count);
    unsigned uses = 0;
    for (size_t i = 0; i < count; i++) {
        const struct smt_expr *part = smt_expr_get(smt, parts[i]);
        vec_push(&asts, part->ast);
        uses |= part->uses;
    }
    Z3_context c = smt_context(smt);
    Z3_ast joined = kind == SMT_SHAPE_AND ? Z3_mk_and(c, asts.size, asts.data) : Z3_mk_or(c, asts.size, asts.data);
    vec_release(&asts);
    return note_join(smt, smt_expr_add(smt, joined, uses), kind, parts, count);
}

smt_ref smt_and(struct smt *smt, const smt_ref *parts, size_t count) {
    if (count < 2) {
        return count == 1 ? parts[0] : smt_true(smt);
    }
    return join(smt, parts, count, SMT_SHAPE_AND);
}

smt_ref smt_or(struct smt *smt, const smt_ref *parts, size_t count) {
    if (count < 2) {
        return count == 1 ? parts[0] : smt_false(smt);
    }
    return join(smt, parts, count, SMT_SHAPE_OR);
}

smt_ref smt_ite(struct smt *smt, smt_ref condition, smt_ref then, smt_ref otherwise) {
    const struct smt_expr *c = smt_expr_get(smt, condition);
    const struct smt_expr *a = smt_expr_get(smt, then);
    const struct smt_expr *b = smt_expr_get(smt, otherwise);
    unsigned uses = (unsigned)c->uses | a->uses | b->uses;
    smt_ref made = smt_expr_add(smt, Z3_mk_ite(smt_context(smt), c->ast, a->ast, b->ast), uses);
    return note_join(smt, made, SMT_SHAPE_ITE, (smt_ref[]){condition, then, otherwise}, 3);
}

/* Terms as Z3 expressions over bit-vectors and uninterpreted functions.

   Term and SMT-LIB agree on every operator (SMT-LIB 2.6, theories FixedSizeBitVectors
   and QF_BV; division by zero included), so this is a table. The exception is width
   1, where terms are Booleans and every operator is written with connectives: over
   {0, 1}, signed -1 being 1, ADD is XOR, x / y is x or not y, x % y and the logical
   shifts are x and not y. A function symbol stands for (function, widths of the
   arguments, width of the result): Z3 keeps declarations of one name and different
   sorts apart. */
#include "smt/context.h"

static Z3_sort sort_of_width(Z3_context c, uint8_t width_bits) {
    return width_bits == 1 ? Z3_mk_bool_sort(c) : Z3_mk_bv_sort(c, width_bits);
}

static Z3_ast numeral(Z3_context c, uint8_t width_bits, uint64_t value) {
    if (width_bits == 1) {
        return value & 1 ? Z3_mk_true(c) : Z3_mk_false(c);
    }
    return Z3_mk_unsigned_int64(c, value, Z3_mk_bv_sort(c, width_bits));
}

/* Of commutative operators the second operand, which is the younger, goes first:
   Z3's table of expressions degenerates on chains x + (x + (x + ...)), not on
   ((... + x) + x) + x. */
static Z3_ast both(Z3_context c, Z3_ast a, Z3_ast b) {
    return Z3_mk_and(c, 2, (Z3_ast[]){b, a});
}

static Z3_ast either(Z3_context c, Z3_ast a, Z3_ast b) {
    return Z3_mk_or(c, 2, (Z3_ast[]){b, a});
}

Z3_ast smt_apply(struct smt *smt, const struct term_table *table, term_ref t, const Z3_ast *arguments) {
    Z3_context c = smt_context(smt);
    const struct term *term = term_get(table, t);
    VEC(Z3_sort) domain = {0};
    for (uint32_t i = 0; i < term->arity; i++) {
        vec_push(&domain, sort_of_width(c, term_width(table, term_child(table, t, i))));
    }
    Z3_symbol name = smt_symbol(smt, function_name(table, (uint32_t)term->value), "()");
    Z3_func_decl function = Z3_mk_func_decl(c, name, term->arity, domain.data, sort_of_width(c, term->width_bits));
    vec_release(&domain);
    return Z3_mk_app(c, function, term->arity, arguments);
}

/* Operators of two operands of width 1. */
Z3_ast smt_boolean_operator(Z3_context c, enum term_op op, Z3_ast a, Z3_ast b) {
    switch (op) {
    case TERM_ADD:
    case TERM_XOR: return Z3_mk_xor(c, b, a);
    case TERM_MUL:
    case TERM_AND: return both(c, a, b);
    case TERM_OR: return either(c, a, b);
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_SLE: return either(c, a, Z3_mk_not(c, b));
    case TERM_UREM:
    case TERM_SREM:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_SLT: return both(c, a, Z3_mk_not(c, b));
    case TERM_ASHR: return a;
    case TERM_EQ: return Z3_mk_iff(c, b, a);
    case TERM_ULT: return both(c, Z3_mk_not(c, a), b);
    case TERM_ULE: return either(c, Z3_mk_not(c, a), b);
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_ITE:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC:
    case TERM_APPLY:
    case TERM_OP_COUNT: break;
    }
    assert(false);
    return NULL;
}

Z3_ast smt_vector_operator(Z3_context c, enum term_op op, Z3_ast a, Z3_ast b) {
    switch (op) {
    case TERM_ADD: return Z3_mk_bvadd(c, b, a);
    case TERM_MUL: return Z3_mk_bvmul(c, b, a);
    case TERM_UDIV: return Z3_mk_bvudiv(c, a, b);
    case TERM_SDIV: return Z3_mk_bvsdiv(c, a, b);
    case TERM_UREM: return Z3_mk_bvurem(c, a, b);
    case TERM_SREM: return Z3_mk_bvsrem(c, a, b);
    case TERM_AND: return Z3_mk_bvand(c, b, a);
    case TERM_OR: return Z3_mk_bvor(c, b, a);
    case TERM_XOR: return Z3_mk_bvxor(c, b, a);
    case TERM_SHL: return Z3_mk_bvshl(c, a, b);
    case TERM_LSHR: return Z3_mk_bvlshr(c, a, b);
    case TERM_ASHR: return Z3_mk_bvashr(c, a, b);
    case TERM_EQ: return Z3_mk_eq(c, b, a);
    case TERM_ULT: return Z3_mk_bvult(c, a, b);
    case TERM_ULE: return Z3_mk_bvule(c, a, b);
    case TERM_SLT: return Z3_mk_bvslt(c, a, b);
    case TERM_SLE: return Z3_mk_bvsle(c, a, b);
    case TERM_CONST:
    case TERM_SYMBOL:
    case TERM_ITE:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC:
    case TERM_APPLY:
    case TERM_OP_COUNT: break;
    }
    assert(false);
    return NULL;
}

/* ZEXT, SEXT and TRUNC from one width to another. */
static Z3_ast resize(Z3_context c, enum term_op op, Z3_ast a, uint8_t from, uint8_t to) {
    if (from == to) {
        return a;
    }
    if (op == TERM_TRUNC) {
        Z3_ast low = Z3_mk_extract(c, to - 1u, 0, a);
        return to == 1 ? Z3_mk_eq(c, low, Z3_mk_unsigned_int64(c, 1, Z3_mk_bv_sort(c, 1))) : low;
    }
    bool is_signed = op == TERM_SEXT;
    if (from == 1) {
        uint64_t ones = is_signed ? UINT64_MAX >> (64 - to) : 1;
        return Z3_mk_ite(c, a, numeral(c, to, ones), numeral(c, to, 0));
    }
    unsigned more = (unsigned)to - from;
    return is_signed ? Z3_mk_sign_ext(c, more, a) : Z3_mk_zero_ext(c, more, a);
}

static Z3_ast child_ast(const struct smt *smt, const struct term_table *table, term_ref t, uint32_t index) {
    return smt->exprs.data[smt->term_exprs.data[term_child(table, t, index).id]].ast;
}

/* Requires that the children are translated. */
static Z3_ast translate(struct smt *smt, const struct term_table *table, term_ref t) {
    Z3_context c = smt_context(smt);
    const struct term *term = term_get(table, t);
    enum term_op op = term_op_of(term);
    if (op == TERM_CONST) {
        return numeral(c, term->width_bits, term->value);
    }
    if (op == TERM_SYMBOL) {
        const char *name = symbol_get(table, (symbol_ref){(uint32_t)term->value})->name;
        return Z3_mk_const(c, smt_symbol(smt, name, ""), sort_of_width(c, term->width_bits));
    }
    VEC(Z3_ast) children = {0};
    for (uint32_t i = 0; i < term->arity; i++) {
        vec_push(&children, child_ast(smt, table, t, i));
    }
    Z3_ast *child = children.data;
    Z3_ast result;
    if (op == TERM_APPLY) {
        result = smt_apply(smt, table, t, child);
    } else if (op == TERM_ITE) {
        result = Z3_mk_ite(c, child[0], child[1], child[2]);
    } else {
        uint8_t from = term_width(table, term_child(table, t, 0));
        if (op == TERM_ZEXT || op == TERM_SEXT || op == TERM_TRUNC) {
            result = resize(c, op, child[0], from, term->width_bits);
        } else if (from == 1) {
            result = smt_boolean_operator(c, op, child[0], child[1]);
        } else {
            result = smt_vector_operator(c, op, child[0], child[1]);
        }
    }
    vec_release(&children);
    return result;
}

/* Pushes the children of t that are not translated yet. */
static bool push_children(struct smt *smt, const struct term_table *table, term_ref t) {
    bool any = false;
    for (uint32_t i = 0; i < term_get(table, t)->arity; i++) {
        uint32_t child = term_child(table, t, i).id;
        if (!smt->term_exprs.data[child]) {
            vec_push(&smt->pending, child);
            any = true;
        }
    }
    return any;
}

static uint32_t term_expr(struct smt *smt, const struct term_table *table, term_ref t) {
    assert(!smt->table || smt->table == table);
    assert(t.id > 0 && t.id < term_count(table));
    smt->table = table;
    if (smt->term_exprs.size < term_count(table)) {
        vec_resize_zero(&smt->term_exprs, term_count(table));
    }
    if (!smt->term_exprs.data[t.id]) {
        vec_push(&smt->pending, t.id);
    }
    while (smt->pending.size > 0) {
        term_ref top = {vec_last(&smt->pending)};
        if (!smt->term_exprs.data[top.id]) {
            if (push_children(smt, table, top)) {
                continue;
            }
            smt_ref made = smt_expr_add(smt, translate(smt, table, top), SMT_USES_BITVECTORS);
            smt->term_exprs.data[top.id] = made.id;
        }
        (void)vec_pop(&smt->pending);
    }
    return smt->term_exprs.data[t.id];
}

smt_ref smt_term_bool(struct smt *smt, const struct term_table *table, term_ref t) {
    assert(term_width(table, t) == 1);
    return (smt_ref){term_expr(smt, table, t)};
}

/* Substitution of symbols, bottom up with a memo and a stack of its own: every term
 * is rebuilt at most once per substitution object. */
#include "term/table.h"

struct substitution {
    struct term_table *table;
    substitution_map map;
    void *context;
    bool wraps;          /* drops the flags of 64-bit sums and products */
    struct memo results; /* of uint32_t, 0: not known */
    VEC(uint32_t) stack;
};

struct substitution *substitution_create(struct term_table *table, substitution_map map, void *context) {
    struct substitution *substitution = mem_alloc(sizeof *substitution);
    *substitution = (struct substitution){.table = table, .map = map, .context = context, .results.entry_bytes = sizeof(uint32_t)};
    return substitution;
}

static term_ref keep_symbol(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

struct substitution *substitution_create_wrapping(struct term_table *table) {
    struct substitution *substitution = substitution_create(table, keep_symbol, NULL);
    substitution->wraps = true;
    return substitution;
}

void substitution_destroy(struct substitution *substitution) {
    if (!substitution)
        return;
    memo_release(&substitution->results);
    vec_release(&substitution->stack);
    mem_free(substitution, sizeof *substitution);
}

term_ref table_rebuild(struct term_table *table, term_ref t, const term_ref *children) {
    struct term term = *table_at(table, t.id);
    switch (term_op_of(&term)) {
    case TERM_CONST:
    case TERM_SYMBOL: return t;
    case TERM_ADD: return term_add(table, children[0], children[1], term.flags);
    case TERM_MUL: return term_mul(table, children[0], children[1], term.flags);
    case TERM_SHL: return term_shl(table, children[0], children[1], term.flags);
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_LSHR:
    case TERM_ASHR:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE: return term_binary(table, term_op_of(&term), children[0], children[1]);
    case TERM_ITE: return term_ite(table, children[0], children[1], children[2]);
    case TERM_ZEXT: return term_zext(table, children[0], term.width_bits);
    case TERM_SEXT: return term_sext(table, children[0], term.width_bits);
    case TERM_TRUNC: return term_trunc(table, children[0], term.width_bits);
    case TERM_APPLY: return term_apply(table, (uint32_t)term.value, term.width_bits, children, term.arity);
    case TERM_OP_COUNT: break;
    }
    assert(false && "an operator");
    return TERM_NONE;
}

static uint32_t *result_of(struct substitution *substitution, uint32_t id) {
    return memo_at(&substitution->results, id);
}

void substitution_fix(struct substitution *substitution, term_ref from, term_ref to) {
    assert(table_width(substitution->table, from) == table_width(substitution->table, to));
    *result_of(substitution, from.id) = to.id;
}

static term_ref replace_symbol(struct substitution *substitution, term_ref t) {
    struct term_table *table = substitution->table;
    symbol_ref symbol = {(uint32_t)table_at(table, t.id)->value};
    term_ref mapped = substitution->map(substitution->context, symbol);
    if (term_is_none(mapped))
        return t;
    assert(table_width(table, mapped) == table_width(table, t));
    return mapped;
}

static term_ref rebuild_wrapping(struct term_table *table, enum term_op op, const term_ref *children) {
    return op == TERM_ADD   ? term_add(table, children[0], children[1], 0)
           : op == TERM_MUL ? term_mul(table, children[0], children[1], 0)
                            : term_shl(table, children[0], children[1], 0);
}

/* The children's results are known. */
static term_ref rebuild(struct substitution *substitution, term_ref t) {
    struct term_table *table = substitution->table;
    const struct term *term = table_at(table, t.id);
    term_ref children[UINT8_MAX];
    bool is_changed = false;
    for (uint8_t i = 0; i < term->arity; i++) {
        term_ref child = table_child(table, term, i);
        children[i] = (term_ref){*result_of(substitution, child.id)};
        is_changed = is_changed || !term_same(child, children[i]);
    }
    if (substitution->wraps && term->flags && term->width_bits == 64)
        return rebuild_wrapping(table, term_op_of(term), children);
    return is_changed ? table_rebuild(table, t, children) : t;
}

term_ref substitution_apply(struct substitution *substitution, term_ref t) {
    struct term_table *table = substitution->table;
    uint32_t *wanted = result_of(substitution, t.id);
    if (*wanted)
        return (term_ref){*wanted};
    uint32_t base = substitution->stack.size;
    vec_push(&substitution->stack, t.id);
    while (substitution->stack.size > base) {
        term_ref top = {vec_last(&substitution->stack)};
        if (*result_of(substitution, top.id)) {
            (void)vec_pop(&substitution->stack);
            continue;
        }
        const struct term *term = table_at(table, top.id);
        bool is_ready = true;
        for (uint8_t i = 0; i < term->arity && term->deps != 0; i++) {
            uint32_t child = table_child(table, term, i).id;
            if (*result_of(substitution, child) == 0) {
                vec_push(&substitution->stack, child);
                is_ready = false;
            }
        }
        if (!is_ready)
            continue;
        term_ref result = term->deps == 0 ? top : term->op == TERM_SYMBOL ? replace_symbol(substitution, top) : rebuild(substitution, top);
        *result_of(substitution, top.id) = result.id;
        (void)vec_pop(&substitution->stack);
    }
    return (term_ref){*wanted};
}

struct replacement {
    symbol_ref symbol;
    term_ref by;
};

static term_ref replace_one(void *context, symbol_ref symbol) {
    const struct replacement *r = context;
    return symbol.id == r->symbol.id ? r->by : TERM_NONE;
}

term_ref term_replace(struct term_table *table, term_ref t, symbol_ref symbol, term_ref by) {
    struct replacement replacement = {symbol, by};
    struct substitution *one = substitution_create(table, replace_one, &replacement);
    term_ref result = substitution_apply(one, t);
    substitution_destroy(one);
    return result;
}

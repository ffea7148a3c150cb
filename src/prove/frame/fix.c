/* One symbol replaced in a query. */
#include "prove/frame/frame.h"

struct fixing {
    symbol_ref symbol;
    term_ref value;
};

static term_ref fixing_map(void *context, symbol_ref symbol) {
    const struct fixing *fixing = context;
    return symbol.id == fixing->symbol.id ? fixing->value : TERM_NONE;
}

term_ref fix_symbol(struct term_table *t, term_ref query, symbol_ref symbol, term_ref value) {
    struct fixing fixing = {symbol, value};
    struct substitution *fix = substitution_create(t, fixing_map, &fixing);
    term_ref result = substitution_apply(fix, query);
    substitution_destroy(fix);
    return result;
}

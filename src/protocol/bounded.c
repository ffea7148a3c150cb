/* Bounds of loop-carried values without a closed form: 2^b is one if what enters
   the loop is below it, and so is what comes next whenever all values that are
   carried are below theirs. Induction over the iterations. */
#include "protocol/closed.h"

#define ROUNDS_MAX 8u

static uint8_t bits_of(uint64_t value) {
    uint8_t bits = 1;
    while (bits < 64 && value >> bits != 0)
        bits++;
    return bits;
}

/* Any value of so many bits. */
static term_ref any_value(struct loop_work *work, const struct carried *c) {
    struct term_table *t = work->inf->terms;
    uint8_t width = term_width(t, c->placeholder);
    if (c->bits >= width)
        return TERM_NONE;
    struct symbol symbol = {
        .name = arena_printf(work->inf->arena, "phi%u.%u", c->phi.id, c->bits), .width_bits = c->bits, .role = SYMBOL_VALUE, .scope = SCOPE_THREAD};
    return term_zext(t, term_symbol(t, symbol_create(t, &symbol)), width);
}

static term_ref below_bounds(void *context, symbol_ref symbol) {
    const struct loop_work *work = context;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        const struct carried *c = &work->carried.data[i];
        if (!term_is_none(c->placeholder) && c->symbol.id == symbol.id)
            return term_is_none(c->closed) ? c->any : c->closed;
    }
    return TERM_NONE;
}

static bool is_open(const struct carried *c) {
    return term_is_none(c->closed) && !term_is_none(c->placeholder) && !term_is_none(c->init) && !term_is_none(c->next);
}

static bool grow(struct loop_work *work, bool give_up) {
    struct term_table *t = work->inf->terms;
    bool changed = false;
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (is_open(&work->carried.data[i]))
            work->carried.data[i].any = any_value(work, &work->carried.data[i]);
    struct substitution *s = substitution_create(t, below_bounds, work);
    for (uint32_t i = 0; i < work->carried.size; i++) {
        struct carried *c = &work->carried.data[i];
        if (!is_open(c) || c->bits >= term_width(t, c->placeholder))
            continue;
        uint8_t bits = bits_of(term_range_of(t, substitution_apply(s, c->next)).umax);
        if (bits <= c->bits)
            continue;
        c->bits = give_up ? term_width(t, c->placeholder) : bits;
        changed = true;
    }
    substitution_destroy(s);
    return changed;
}

void loop_bound_values(struct loop_work *work) {
    struct term_table *t = work->inf->terms;
    bool any = false;
    for (uint32_t i = 0; i < work->carried.size; i++) {
        struct carried *c = &work->carried.data[i];
        c->bits = term_is_none(c->init) ? 64 : bits_of(term_range_of(t, c->init).umax);
        any |= is_open(c) && c->bits < term_width(t, c->placeholder);
    }
    for (uint32_t round = 0; any; round++)
        any = grow(work, round >= ROUNDS_MAX);
    for (uint32_t i = 0; i < work->carried.size; i++)
        if (!is_open(&work->carried.data[i]))
            work->carried.data[i].bits = 64;
}

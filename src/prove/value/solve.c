/* See solve.h. Both offsets are read as sums of multiples; the multiple of
   threadIdx.a in the access is compared with those of the same size in the
   cell, larger multiples first, as in a number of mixed radix. */
#include "prove/value/solve.h"

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

#define MULTIPLES_MAX 12u
#define CONJUNCTS_MAX 16u

struct multiple {
    term_ref base;
    int64_t factor;
};

struct sum {
    struct multiple items[MULTIPLES_MAX];
    uint32_t count;
    int64_t constant;
    bool failed;
};

static void flatten(const struct term_table *t, term_ref term, int64_t factor, struct sum *sum) {
    uint64_t value;
    enum term_op op = term_op_of(term_get(t, term));
    if (term_is_const(t, term, &value)) {
        sum->constant += factor * (int64_t)value;
    } else if (op == TERM_ADD) {
        flatten(t, term_child(t, term, 0), factor, sum);
        flatten(t, term_child(t, term, 1), factor, sum);
    } else if (op == TERM_MUL && term_is_const(t, term_child(t, term, 1), &value)) {
        flatten(t, term_child(t, term, 0), factor * (int64_t)value, sum);
    } else if (sum->count < MULTIPLES_MAX) {
        sum->items[sum->count++] = (struct multiple){term, factor};
    } else {
        sum->failed = true;
    }
}

struct axes {
    struct prover *prover;
    uint32_t found;
};

static void note_axis(void *context, symbol_ref symbol) {
    struct axes *axes = context;
    const struct symbol *s = symbol_get(axes->prover->terms, symbol);
    if (s->role == SYMBOL_TID)
        axes->found |= 1u << s->axis;
}

/* The axes of threadIdx that the term speaks about, as bits. */
static uint32_t axes_of(struct prover *prover, term_ref t) {
    struct axes axes = {prover, 0};
    term_visit_symbols(prover->terms, t, note_axis, &axes);
    return axes.found;
}

static term_ref bare(struct term_table *t, term_ref term) {
    while (term_op_of(term_get(t, term)) == TERM_ZEXT || term_op_of(term_get(t, term)) == TERM_SEXT)
        term = term_child(t, term, 0);
    return term_width(t, term) > 32 ? term_trunc(t, term, 32) : term_zext(t, term, 32);
}

/* The value of threadIdx for which `side`, 32 bits wide, is `equal`; TERM_NONE.
   Calculated in 64 bits, where nothing wraps and nobody need assume it. */
static term_ref invert(struct prover *prover, term_ref side, term_ref equal) {
    struct term_table *t = prover->terms;
    while (term_op_of(term_get(t, side)) != TERM_SYMBOL) {
        enum term_op op = term_op_of(term_get(t, side));
        if (term_get(t, side)->arity != 2 || term_width(t, side) != 32)
            return TERM_NONE;
        term_ref a = term_child(t, side, 0), b = term_child(t, side, 1);
        if (axes_of(prover, a) != 0 && axes_of(prover, b) != 0)
            return TERM_NONE;
        bool in_a = axes_of(prover, a) != 0;
        term_ref inner = in_a ? a : b, other = term_zext(t, in_a ? b : a, 64);
        uint64_t value;
        if (op == TERM_ADD)
            equal = term_sub(t, equal, other, 0);
        else if (op == TERM_XOR)
            equal = term_binary(t, TERM_XOR, equal, other);
        else if (op == TERM_MUL && term_is_const(t, other, &value) && value == UINT32_MAX)
            equal = term_neg(t, equal);
        else
            return TERM_NONE;
        side = inner;
    }
    return term_trunc(t, equal, 32);
}

/* Takes from the cell what is a multiple of the factor, divided by it. */
static term_ref take_multiples(struct prover *prover, struct sum *cell, int64_t factor) {
    struct term_table *t = prover->terms;
    term_ref taken = term_const(t, 64, (uint64_t)(cell->constant / factor));
    cell->constant %= factor;
    for (uint32_t i = 0; i < cell->count; i++) {
        struct multiple *m = &cell->items[i];
        if (m->factor == 0 || m->factor % factor != 0)
            continue;
        taken = term_add(t, taken, term_mul(t, m->base, term_const(t, 64, (uint64_t)(m->factor / factor)), 0), 0);
        m->factor = 0;
    }
    return taken;
}

static int64_t size_of_factor(int64_t factor) {
    return factor < 0 ? -factor : factor;
}

/* The multiple of threadIdx with the largest factor that is left. */
static struct multiple *largest(struct prover *prover, struct sum *offset) {
    struct multiple *found = NULL;
    for (uint32_t i = 0; i < offset->count; i++) {
        struct multiple *m = &offset->items[i];
        if (m->factor != 0 && axes_of(prover, m->base) != 0 && (!found || size_of_factor(m->factor) > size_of_factor(found->factor)))
            found = m;
    }
    return found;
}

static uint32_t axis_of_bit(uint32_t bits) {
    return bits == 1 ? 0 : bits == 2 ? 1 : bits == 4 ? 2 : 3;
}

static bool solve_offset(struct prover *prover, term_ref offset, term_ref cell, term_ref threads[3]) {
    struct sum own = {.constant = 0}, wanted = {.constant = 0};
    const struct term_table *t = prover->terms;
    flatten(t, offset, 1, &own);
    flatten(t, cell, 1, &wanted);
    for (uint32_t i = 0; i < own.count; i++) { /* cell less the rest of the offset */
        if (axes_of(prover, own.items[i].base) != 0)
            continue;
        if (wanted.count == MULTIPLES_MAX)
            return false;
        wanted.items[wanted.count++] = (struct multiple){own.items[i].base, -own.items[i].factor};
    }
    wanted.constant -= own.constant;
    if (own.failed || wanted.failed)
        return false;
    for (struct multiple *m = largest(prover, &own); m; m = largest(prover, &own)) {
        uint32_t axis = axis_of_bit(axes_of(prover, m->base));
        if (axis > 2 || !term_is_none(threads[axis]))
            return false;
        threads[axis] = invert(prover, bare(prover->terms, m->base), take_multiples(prover, &wanted, m->factor));
        if (term_is_none(threads[axis]))
            return false;
        m->factor = 0;
    }
    return true;
}

/* threadIdx.a = e in the guard. */
static void solve_guard(struct prover *prover, term_ref guard, term_ref threads[3]) {
    struct term_table *t = prover->terms;
    term_ref pending[CONJUNCTS_MAX] = {guard};
    for (uint32_t count = 1; count > 0;) {
        term_ref c = pending[--count];
        enum term_op op = term_op_of(term_get(t, c));
        if (op == TERM_AND && count + 2 <= CONJUNCTS_MAX) {
            pending[count++] = term_child(t, c, 0);
            pending[count++] = term_child(t, c, 1);
        }
        if (op != TERM_EQ)
            continue;
        for (uint32_t side = 0; side < 2; side++) {
            term_ref own = term_child(t, c, side), other = term_child(t, c, 1 - side);
            uint32_t axis = axis_of_bit(axes_of(prover, own));
            if (axis < 3 && term_is_none(threads[axis]) && axes_of(prover, other) == 0 && term_width(t, own) == 32)
                threads[axis] = invert(prover, own, term_zext(t, other, 64));
        }
    }
}

bool solve_thread(struct prover *prover, const struct scoped_item *access, term_ref cell, term_ref threads[3]) {
    threads[0] = threads[1] = threads[2] = TERM_NONE;
    if (!solve_offset(prover, access->offset, cell, threads))
        return false;
    solve_guard(prover, access->guard, threads);
    for (uint32_t axis = 0; axis < 3; axis++)
        if (term_is_none(threads[axis]))
            threads[axis] = term_const(prover->terms, 32, 0);
    return true;
}

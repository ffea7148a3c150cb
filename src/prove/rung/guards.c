/* The comparisons that bound sums: of the query, and by induction of the loops around a sum
 * (bounding.h). */
#include "integer/polynomial.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/bounding.h"
#include "prove/rung/demand.h"

/* All leaves are at least 0 whatever the sizes are. */
static bool is_natural(const struct bounding *b, const struct polynomial *p) {
    bool natural = !bounding_has_negative(p);
    for (uint32_t i = 0; i < p->count && natural; i++)
        for (uint32_t a = 0; a < p->terms[i].degree; a++)
            natural = natural && !b->leaves[p->terms[i].atoms[a]].is_signed && !b->leaves[p->terms[i].atoms[a]].needs_sign;
    return natural;
}

/* c * X <= c * P + d with X >= 0 says X <= P + d / c. (What another bound says of c * X bounds X, too: use_raised.) */
static void scale(const struct bounding *b, struct upper_bound *g) {
    int64_t divisor = polynomial_content(&g->of), constant = polynomial_constant_of(&g->bound);
    if (divisor <= 1 || !is_natural(b, &g->of))
        return;
    const struct polynomial minus = polynomial_constant(-constant);
    const struct polynomial least = polynomial_constant(constant / divisor - (constant % divisor < 0));
    struct polynomial rest = g->bound;
    if (!polynomial_add(&rest, 1, &minus) || (rest.count > 0 && polynomial_content(&rest) % divisor != 0))
        return;
    for (uint32_t i = 0; i < g->of.count; i++)
        g->of.terms[i].coefficient /= divisor;
    for (uint32_t i = 0; i < rest.count; i++)
        rest.terms[i].coefficient /= divisor;
    if (polynomial_add(&rest, 1, &least))
        g->bound = rest;
}

static void add_guard(struct bounding *b, term_ref x, term_ref e, bool is_signed, int64_t less, const struct polynomial *step) {
    struct term_table *t = b->prover->terms;
    struct upper_bound g = {.term = x, .by = e, .is_signed = is_signed, .is_inductive = step != NULL};
    if (b->guard_count == GUARDS_MAX || bounding_is_size(t, x) || !bounding_flatten(b, x, is_signed, 0, &g.of) ||
        !bounding_flatten(b, e, is_signed, 0, &g.bound))
        return;
    g.is_of_sizes = bounding_is_of_sizes(b, &g.bound);
    if (!g.is_of_sizes && term_is_const(t, x, NULL))
        return;
    const struct polynomial one = polynomial_constant(less);
    if (!polynomial_add(&g.bound, -1, &one) || (step && !polynomial_add(&g.bound, 1, step)))
        return;
    scale(b, &g);
    for (uint32_t i = 0; i < b->guard_count; i++) { /* of two bounds of one sum that differ by a constant the lower one counts */
        struct upper_bound *old = &b->guards[i];
        struct polynomial apart = g.bound;
        if (old->is_inductive != g.is_inductive || old->is_of_sizes != g.is_of_sizes || !polynomial_equal(&old->of, &g.of) ||
            !polynomial_add(&apart, -1, &old->bound) || !polynomial_is_constant(&apart))
            continue;
        if (polynomial_constant_of(&apart) < 0 && old->term.id >= g.term.id)
            *old = g;
        if (polynomial_constant_of(&apart) >= 0 && old->term.id <= g.term.id)
            return;
    }
    b->guards[b->guard_count++] = g;
    bool is_atom = g.is_of_sizes && e.id != 0 && g.bound.count > 0 && is_natural(b, &g.of);
    for (uint32_t i = 0; i < b->leaf_count && is_atom; i++)
        b->leaves[i].is_natural |= term_same(b->leaves[i].term, e) && !bounding_is_unsigned(b->prover, e);
}

static bool take_comparison(const struct term_table *t, term_ref r, term_ref *x, term_ref *e, bool *is_signed, int64_t *less) {
    enum term_op op = term_op_of(term_get(t, r));
    if (op != TERM_ULT && op != TERM_ULE && op != TERM_SLT && op != TERM_SLE)
        return false;
    *x = term_child(t, r, 0);
    *e = term_child(t, r, 1);
    *is_signed = op == TERM_SLT || op == TERM_SLE;
    *less = op == TERM_ULT || op == TERM_SLT;
    return true;
}

void bounding_collect_guards(struct bounding *b, term_ref condition) {
    struct term_table *t = b->prover->terms;
    VEC(term_ref) pending = {0};
    vec_push(&pending, condition);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending), x, e;
        bool is_signed;
        int64_t less;
        enum term_op op = term_op_of(term_get(t, r));
        if (op == TERM_AND && term_width(t, r) == 1) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else if (take_comparison(t, r, &x, &e, &is_signed, &less)) {
            add_guard(b, x, e, is_signed, less, NULL);
        } else if (op == TERM_EQ && term_width(t, term_child(t, r, 0)) > 1) {
            for (uint32_t side = 0; side < 2; side++)
                if (bounding_is_size(t, term_child(t, r, 1 - side)))
                    add_guard(b, term_child(t, r, side), term_child(t, r, 1 - side), false, 0, NULL);
        }
    }
    vec_release(&pending);
}

/* A loop's condition as the claim's thread sees it: its symbols are those of the claim, or of the
 * context. */
struct viewpoint {
    struct prover *prover;
    term_ref seen;
    symbol_ref wanted, found;
};

static void find_copy(void *context, symbol_ref symbol) {
    struct viewpoint *view = context;
    term_ref original = demand_original_symbol(view->prover, symbol);
    symbol_ref own = term_is_none(original) ? symbol : (symbol_ref){(uint32_t)term_get(view->prover->terms, original)->value};
    const struct symbol *s = symbol_get(view->prover->terms, own), *wanted = symbol_get(view->prover->terms, view->wanted);
    bool is_last = s->role == SYMBOL_FINAL && wanted->role == SYMBOL_COUNTER && s->loop == wanted->loop; /* the iteration that left the loop */
    if ((own.id == view->wanted.id || is_last) && view->found.id == UINT32_MAX)
        view->found = symbol;
}

static term_ref seen_map(void *context, symbol_ref symbol) {
    struct viewpoint *view = context;
    const struct symbol *s = symbol_get(view->prover->terms, symbol);
    if (s->scope == SCOPE_UNIFORM && s->role != SYMBOL_COUNTER && s->role != SYMBOL_FINAL)
        return TERM_NONE;
    view->wanted = symbol;
    view->found.id = UINT32_MAX;
    term_visit_symbols(view->prover->terms, view->seen, find_copy, view);
    return view->found.id == UINT32_MAX || view->found.id == symbol.id ? TERM_NONE : term_symbol(view->prover->terms, view->found);
}

/* By how much x grows from one iteration to the next: what the counter is multiplied with; false if
 * x is not linear in it. */
static bool step_of(const struct bounding *b, const struct polynomial *x, uint32_t counter, struct polynomial *step) {
    *step = polynomial_constant(0);
    for (uint32_t i = 0; i < x->count; i++) {
        const struct power_product *m = &x->terms[i];
        struct power_product rest = {.coefficient = m->coefficient};
        uint32_t times = 0;
        for (uint32_t a = 0; a < m->degree; a++) {
            times += m->atoms[a] == counter;
            if (m->atoms[a] != counter)
                rest.atoms[rest.degree++] = m->atoms[a];
        }
        const struct polynomial one = polynomial_constant(1);
        if (times > 1 || (times == 1 && (m->coefficient < 0 || !polynomial_add_product(step, rest.coefficient, &rest, &one))))
            return false;
    }
    return step->count > 0 && bounding_is_of_sizes(b, step);
}

/* The loop went on in the iteration before: X(k - 1) < E, so X(k) <= E - 1 + step. */
void bounding_add_induction(struct bounding *b, uint32_t loop, uint32_t counter) {
    struct prover *prover = b->prover;
    struct term_table *t = prover->terms;
    term_ref proceeds = prover->protocol->loops[loop].proceeds;
    if (term_is_none(proceeds))
        return;
    struct viewpoint view = {.prover = prover, .seen = b->about};
    struct substitution *s = substitution_create(t, seen_map, &view);
    VEC(term_ref) pending = {0};
    vec_push(&pending, demand_with_sizes(prover, substitution_apply(s, prover_scoped(prover, proceeds))));
    substitution_destroy(s);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending), x, e;
        bool is_signed;
        int64_t less;
        struct polynomial flat, step;
        if (term_op_of(term_get(t, r)) == TERM_AND && term_width(t, r) == 1) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else if (take_comparison(t, r, &x, &e, &is_signed, &less) && bounding_flatten(b, x, is_signed, 0, &flat) &&
                   step_of(b, &flat, counter, &step)) {
            add_guard(b, x, e, is_signed, less, &step);
        }
    }
    vec_release(&pending);
}

/* Counters of loops in the polynomial. */
uint32_t bounding_counters_of(const struct bounding *b, const struct polynomial *p, uint32_t counters[COUNTERS_MAX]) {
    uint32_t count = 0;
    for (uint32_t atom = 0; atom < b->leaf_count && count < COUNTERS_MAX; atom++) {
        bool has = false;
        for (uint32_t i = 0; i < p->count; i++)
            for (uint32_t a = 0; a < p->terms[i].degree; a++)
                has |= p->terms[i].atoms[a] == atom;
        if (has && bounding_is_counter(b->prover->terms, b->leaves[atom].term))
            counters[count++] = atom;
    }
    return count;
}

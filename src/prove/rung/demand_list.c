/* The list of demands, without those that others imply (demand.h). */
#include <string.h>

#include "integer/polynomial.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"
#include "prove/rung/bounding.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"

enum { LIMIT_SLACK = 1 << 16 };

static bool is_launch_dimension(const struct prover *prover, uint32_t atom) {
    const struct symbol *s;
    return bounding_symbol_of(prover->terms, (term_ref){atom}, &s) && (s->role == SYMBOL_BDIM || s->role == SYMBOL_GDIM);
}

/* y's factors are among x's, and x's others are at least 1. */
static bool is_within(const struct prover *prover, const struct power_product *y, const struct power_product *x) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->degree; i++) {
        if (at < y->degree && y->atoms[at] == x->atoms[i])
            at++;
        else if (!is_launch_dimension(prover, x->atoms[i]))
            return false;
    }
    return at == y->degree;
}

/* The largest limit up to a's own with which a implies b: each of b's summands is scaled to a
   summand of a that is no smaller; -1: there is none. */
static int64_t limit_implying(const struct prover *prover, const struct demand *a, const struct demand *b) {
    int64_t limit = a->limit;
    bool used[POLYNOMIAL_TERMS_MAX] = {false};
    for (uint32_t i = 0; i < b->sum.count; i++) {
        const struct power_product *y = &b->sum.terms[i];
        uint32_t j = 0;
        while (j < a->sum.count && (used[j] || !is_within(prover, y, &a->sum.terms[j])))
            j++;
        if (j == a->sum.count)
            return -1;
        used[j] = true;
        polynomial_value most = (polynomial_value)a->sum.terms[j].coefficient * b->limit / y->coefficient;
        limit = most < limit ? (int64_t)most : limit;
    }
    return limit;
}

/* What must not be negative for b must not be for a; false if that is too much. */
static bool take_signs(struct demand *a, const struct demand *b) {
    struct demand both = *a;
    for (uint32_t i = 0; i < b->sign_count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < both.sign_count; j++)
            found |= both.signs[j] == b->signs[i];
        if (!found && both.sign_count == DEMAND_SIGNS_MAX)
            return false;
        if (!found)
            both.signs[both.sign_count++] = b->signs[i];
    }
    *a = both;
    return true;
}

/* The weaker demand goes. One that a slightly smaller limit makes the stronger one gets that: `n +
   g <= 2^31` beside `g < 2^31` becomes `n + g < 2^31`. */
static void add_strongest(const struct prover *prover, const struct demand *d, struct demand_list *list) {
    struct demand added = *d;
    for (uint32_t i = 0; i < list->all.size; i++) {
        struct demand *old = &list->all.data[i];
        int64_t limit = limit_implying(prover, old, &added);
        if (limit < 0 || limit < old->limit - old->limit / LIMIT_SLACK || !take_signs(old, &added))
            continue;
        old->limit = limit;
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->all.size; i++) {
        int64_t limit = limit_implying(prover, &added, &list->all.data[i]);
        if (limit >= 0 && limit >= added.limit - added.limit / LIMIT_SLACK && take_signs(&added, &list->all.data[i]))
            added.limit = limit;
        else
            list->all.data[kept++] = list->all.data[i];
    }
    list->all.size = kept;
    vec_push(&list->all, added);
}

static bool is_same(const struct demand *a, const struct demand *b) {
    bool is_same = a->kind == b->kind && a->limit == b->limit && a->sum.count == b->sum.count && a->sign_count == b->sign_count &&
                   memcmp(a->signs, b->signs, a->sign_count * sizeof *a->signs) == 0;
    for (uint32_t i = 0; i < a->sum.count && is_same; i++) {
        const struct power_product *x = &a->sum.terms[i], *y = &b->sum.terms[i];
        is_same = x->coefficient == y->coefficient && x->degree == y->degree && memcmp(x->atoms, y->atoms, x->degree * sizeof *x->atoms) == 0;
    }
    return is_same;
}

void demand_add(struct prover *prover, const struct demand *d) {
    struct demands *demands = prover->ledger->demands;
    add_strongest(prover, d, &demands->list);
    for (uint32_t i = 0; i < demands->needed.size; i++) {
        if (is_same(&demands->needed.data[i].demand, d)) {
            demands->needed.data[i].properties |= prover->ledger->asking;
            return;
        }
    }
    vec_push(&demands->needed, (struct needed_demand){*d, prover->ledger->asking});
}

void demand_select(struct prover *prover, unsigned properties, struct demand_list *out) {
    const struct demands *demands = prover->ledger->demands;
    for (uint32_t i = 0; i < demands->needed.size; i++)
        if (demands->needed.data[i].properties & properties)
            add_strongest(prover, &demands->needed.data[i].demand, out);
}

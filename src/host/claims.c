/* Claims that are not told, since an allocation shows them, or other claims say as much. */
#include <string.h>

#include "host/names.h"

/* `n >= 0` beside `0 <= n < 2^31`, and `0 <= n < 2^32` as well. */
static bool is_said_by_another(const struct host_names *n, const char *claim) {
    const char *end = strstr(claim, " >= 0"), *wider = strstr(claim, " < 2^32 (as it is passed: ");
    bool is_natural = end && strcmp(end, " >= 0") == 0, is_unsigned = wider && strncmp(claim, "0 <= ", 5) == 0;
    if (!is_natural && !is_unsigned)
        return false;
    const char *start = is_natural ? arena_printf(n->arena, "0 <= %.*s < ", (int)(end - claim), claim)
                                   : arena_printf(n->arena, "%.*s < 2^31", (int)(wider - claim), claim);
    for (uint32_t i = 0; i < n->claims.list.size; i++)
        if (strncmp(n->claims.list.data[i], start, strlen(start)) == 0)
            return true;
    return false;
}

/* An `int` passed as an unsigned number is claimed not to be negative; where an allocation shows it, that is no claim. */
static void drop_natural(struct host_names *n) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->claims.list.size; i++) {
        bool is_shown = false;
        for (uint32_t k = 0; k < n->natural.list.size; k++) {
            const char *claim = arena_printf(n->arena, "0 <= %s < 2^31 (as it is passed: ", n->natural.list.data[k]);
            is_shown |= strncmp(n->claims.list.data[i], claim, strlen(claim)) == 0;
        }
        is_shown |= is_said_by_another(n, n->claims.list.data[i]);
        if (!is_shown)
            n->claims.list.data[kept++] = n->claims.list.data[i];
    }
    n->claims.list.size = kept;
}

/* ---- bounds by other claims ---- */

__extension__ typedef __int128 wide;

enum { FACTORS_MOST = 6, DEPTH_MOST = 6 };

/* Not negative, and a product of at most FACTORS_MOST others; `number`: those that are known, multiplied. */
struct product {
    const struct host_value *factors[FACTORS_MOST];
    uint32_t count;
    wide number;
    bool fits;
};

static const wide huge = (wide)1 << 120;

static wide times(wide a, wide b) {
    return a > 0 && b > huge / a ? huge : a * b;
}

static void take_factors(const struct host_value *v, struct product *out) {
    if (v->op == HOST_MUL) {
        take_factors(v->a, out);
        take_factors(v->b, out);
    } else if (v->op == HOST_NUMBER && v->number >= 0) {
        out->number = times(out->number, v->number);
    } else {
        out->fits &= out->count < FACTORS_MOST && v->least >= 0;
        if (out->fits)
            out->factors[out->count++] = v;
    }
}

static struct product product_of(const struct host_value *v) {
    struct product p = {.number = 1, .fits = true};
    take_factors(v, &p);
    return p;
}

static wide most_of(const struct host_names *n, const struct host_value *v, uint32_t without, int depth);

/* Each of the factors of `part` is one of `whole`: `left` gets the others; false: that is not so. */
static bool take_out(const struct product *whole, const struct product *part, struct product *left) {
    bool used[FACTORS_MOST] = {false};
    for (uint32_t i = 0; i < part->count; i++) {
        bool is_found = false;
        for (uint32_t k = 0; k < whole->count && !is_found; k++)
            if (!used[k] && host_value_is_same(whole->factors[k], part->factors[i]))
                is_found = used[k] = true;
        if (!is_found)
            return false;
    }
    *left = (struct product){.number = whole->number, .fits = true};
    for (uint32_t k = 0; k < whole->count; k++)
        if (!used[k])
            left->factors[left->count++] = whole->factors[k];
    return true;
}

/* p by a limit of a larger product: none of the factors that it has beside is 0. `huge`: that tells nothing. */
static wide most_in_larger(const struct product *p, const struct product *larger, int64_t limit) {
    struct product left;
    wide least = larger->number;
    if (!take_out(larger, p, &left))
        return huge;
    for (uint32_t i = 0; i < left.count; i++)
        least = times(least, left.factors[i]->least);
    return least > 0 ? times(limit / least, p->number) : huge;
}

static wide most_of_product(const struct host_names *n, const struct product *p, uint32_t without, int depth) {
    wide most = p->number;
    for (uint32_t i = 0; i < p->count; i++)
        most = times(most, most_of(n, p->factors[i], without, depth + 1));
    for (uint32_t i = 0; i < n->claimed.size && depth < DEPTH_MOST; i++) {
        const struct host_value *v = n->claimed.data[i].value;
        int64_t limit = v->most;
        if (v->op == HOST_ADD && v->b->op == HOST_NUMBER && v->b->number >= 0) { /* x + c <= limit */
            limit -= v->b->number;
            v = v->a;
        }
        const struct product part = product_of(v);
        struct product left;
        if (i == without || v->op != HOST_MUL || limit < 0 || !part.fits || part.number < 1 || part.count == 0)
            continue;
        wide by =
            take_out(p, &part, &left) ? times(limit / part.number, most_of_product(n, &left, without, depth + 1)) : most_in_larger(p, &part, limit);
        most = by < most ? by : most;
    }
    return most;
}

/* The largest value that types and the claims but one leave; at most `huge`. */
static wide most_of(const struct host_names *n, const struct host_value *v, uint32_t without, int depth) {
    wide most = huge;
    if (depth > DEPTH_MOST)
        return most;
    if (v->op == HOST_NUMBER)
        return v->number;
    if (v->op == HOST_ADD)
        most = most_of(n, v->a, without, depth + 1) + most_of(n, v->b, without, depth + 1);
    else if (v->op == HOST_DIV && v->b->op == HOST_NUMBER && v->b->number > 0)
        most = most_of(n, v->a, without, depth + 1) / v->b->number;
    else if (v->op == HOST_MUL && product_of(v).fits) {
        const struct product p = product_of(v);
        most = most_of_product(n, &p, without, depth);
    } else if (!host_has_claim(v))
        most = v->most;
    for (uint32_t i = 0; i < n->claimed.size; i++)
        if (i != without && host_value_is_same(n->claimed.data[i].value, v) && n->claimed.data[i].value->most < most)
            most = n->claimed.data[i].value->most;
    return most < huge ? most : huge;
}

/* Those about products and sums of which others say as much go, those that say least first. */
static void drop_implied(struct host_names *n) {
    for (uint32_t round = n->claimed.size; round > 0; round--) {
        uint32_t widest = UINT32_MAX;
        for (uint32_t i = 0; i < n->claimed.size; i++) {
            const struct host_value *v = n->claimed.data[i].value;
            bool is_asked = !n->claimed.data[i].is_kept && v->op != HOST_SYMBOL && v->least >= 0;
            if (is_asked && (widest == UINT32_MAX || v->most > n->claimed.data[widest].value->most))
                widest = i;
        }
        if (widest == UINT32_MAX)
            return;
        n->claimed.data[widest].is_kept = true;
        if (most_of(n, n->claimed.data[widest].value, widest, 0) > n->claimed.data[widest].value->most)
            continue;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < n->claims.list.size; i++)
            if (n->claims.list.data[i] != n->claimed.data[widest].text)
                n->claims.list.data[kept++] = n->claims.list.data[i];
        n->claims.list.size = kept;
        n->claimed.data[widest] = n->claimed.data[--n->claimed.size];
    }
}

void host_drop_shown_claims(struct host_names *n) {
    drop_implied(n);
    drop_natural(n);
}

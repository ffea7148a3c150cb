/* Values of host code in words (see names.h). */
#include <inttypes.h>
#include <string.h>

#include "host/names.h"
#include "kernel/signature.h"

bool host_is_number(const struct host_value *v) {
    return v && v->op == HOST_NUMBER;
}

/* ---- values in words ---- */

static const char *const operators[] = {[HOST_ADD] = "+", [HOST_SUB] = "-", [HOST_MUL] = "*", [HOST_DIV] = "/", [HOST_REM] = "%"};

const char *host_compound_name(const struct host_names *n, const struct host_value *v) {
    for (uint32_t i = 0; i < n->compounds.size && !host_has_claim(v); i++)
        if (host_value_is_same(n->compounds.data[i].value, v))
            return n->compounds.data[i].name;
    return NULL;
}

/* Its text needs no parentheses. */
static bool is_atom(const struct host_names *n, const struct host_value *v) {
    return v->op < HOST_ADD || v->op >= HOST_MIN || host_compound_name(n, v) != NULL;
}

enum { FACTORS_MOST = 6 };

struct factors {
    int64_t number;
    const struct host_value *list[FACTORS_MOST];
    uint32_t count;
};

/* False: there are too many, or the number is too large. */
static bool add_factors(const struct host_names *n, const struct host_value *v, struct factors *f) {
    if (v->op == HOST_NUMBER)
        return v->number > 0 && !__builtin_mul_overflow(f->number, v->number, &f->number);
    if (v->op == HOST_MUL && !host_compound_name(n, v))
        return add_factors(n, v->a, f) && add_factors(n, v->b, f);
    if (f->count == FACTORS_MOST)
        return false;
    f->list[f->count++] = v;
    return true;
}

/* A product in names of numbers that are passed as a multiple of one of its factors; NULL: there is none. */
static const char *scaled_text(const struct host_names *n, const struct host_value *v, int depth) {
    struct factors f = {.number = 1};
    const char *text = NULL;
    bool is_any = false;
    if (n->scaled.size == 0 || v->op != HOST_MUL || !add_factors(n, v, &f))
        return NULL;
    for (uint32_t i = 0; i < f.count; i++) {
        const char *name = NULL;
        for (uint32_t k = 0; k < n->scaled.size && !name; k++) {
            const struct host_scaled *s = &n->scaled.data[k];
            if (f.number % s->by != 0 || !host_value_is_same(s->value, f.list[i]))
                continue;
            name = s->name;
            f.number /= s->by;
            is_any = true;
        }
        const char *told = name ? name : host_text_of(n, f.list[i], depth + 1);
        if (!told)
            return NULL;
        told = name || is_atom(n, f.list[i]) ? told : arena_printf(n->arena, "(%s)", told);
        text = text ? arena_printf(n->arena, "%s * %s", text, told) : told;
    }
    return !is_any ? NULL : f.number == 1 ? text : arena_printf(n->arena, "%s * %" PRId64, text, f.number);
}

const char *host_text_of(const struct host_names *n, const struct host_value *v, int depth) {
    if (!v || depth > 24)
        return NULL;
    if (v->op == HOST_NUMBER)
        return v->number == INT64_MIN ? NULL
               : v->number < 0        ? arena_printf(n->arena, "(0 - %" PRId64 ")", -v->number)
                                      : arena_printf(n->arena, "%" PRId64, v->number);
    if (v->op == HOST_SYMBOL)
        return v->symbol < n->of_symbol.size ? n->of_symbol.data[v->symbol] : NULL;
    const char *name = host_compound_name(n, v);
    name = name ? name : scaled_text(n, v, depth);
    if (name)
        return name;
    const char *a = host_text_of(n, v->a, depth + 1), *b = a ? host_text_of(n, v->b, depth + 1) : NULL;
    if (!b || strlen(a) + strlen(b) > 400)
        return NULL;
    if (v->op == HOST_MIN || v->op == HOST_MAX)
        return arena_printf(n->arena, "%s(%s, %s)", v->op == HOST_MIN ? "min" : "max", a, b);
    bool is_atom_a = is_atom(n, v->a), is_atom_b = is_atom(n, v->b);
    return arena_printf(n->arena, "%s%s%s %s %s%s%s", is_atom_a ? "" : "(", a, is_atom_a ? "" : ")", operators[v->op], is_atom_b ? "" : "(", b,
                        is_atom_b ? "" : ")");
}

void host_add_once(struct host_texts *list, const char *text) {
    for (uint32_t i = 0; i < list->list.size; i++)
        if (strcmp(list->list.data[i], text) == 0)
            return;
    vec_push(&list->list, text);
}

/* ---- claims ---- */

const char *host_bound_text(struct host_names *n, int64_t most) {
    for (int k = 1; k < 64; k++)
        if ((uint64_t)most == (((uint64_t)1 << k) - 1))
            return arena_printf(n->arena, "< 2^%d", k);
    return arena_printf(n->arena, "<= %" PRId64, most);
}

static const char *least_text(struct host_names *n, int64_t least) {
    return least >= 0 ? "0 <= " : least == INT64_MIN ? "" : arena_printf(n->arena, "-2^%d <= ", 63 - __builtin_clzll(~(uint64_t)least + 1));
}

/* What follows for the value that a claimed sum or product is made of. */
static void add_claimed_bound(struct host_names *n, const struct host_value *v) {
    const char *told = v->op == HOST_SYMBOL ? host_text_of(n, v, 0) : v->b && v->b->op == HOST_NUMBER ? host_text_of(n, v->a, 0) : NULL;
    int64_t by = told && v->b ? v->b->number : 0;
    if (told && v->op == HOST_SYMBOL && v->least == 0)
        host_add_once(&n->relations, arena_printf(n->arena, "%s >= 0", told));
    if (told && v->op == HOST_MUL && by > 0)
        host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, told, v->most / by));
    if (told && v->op == HOST_ADD && by >= 0)
        host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, told, v->most - by));
}

__extension__ typedef __int128 wide;

/* The largest value that the parameters' types and the claims about what they are passed leave; at most 2^100. */
static wide largest(const struct host_names *n, const struct host_value *v) {
    const wide limit = (wide)1 << 100;
    if (v->op == HOST_SYMBOL) {
        const struct host_value *by = v->symbol < n->named_by.size ? n->named_by.data[v->symbol] : NULL;
        return by && by->is_claimed ? by->most : v->is_claimed ? limit : v->most;
    }
    if (v->op == HOST_ADD || v->op == HOST_MUL) {
        wide a = largest(n, v->a), b = largest(n, v->b), sum = v->op == HOST_ADD ? a + b : a > 0 && b > limit / a ? limit : a * b;
        return sum < limit ? sum : limit;
    }
    return v->op == HOST_DIV && v->b->op == HOST_NUMBER ? largest(n, v->a) / v->b->number : v->is_claimed ? limit : v->most;
}

/* `value` is what the claim bounds from above. */
static void note_claim(struct host_names *n, const char *text, const struct host_value *value) {
    const uint32_t count = n->claims.list.size;
    host_add_once(&n->claims, text);
    if (n->claims.list.size > count)
        vec_push(&n->claimed, ((struct host_claimed){text, value, false}));
}

static void take_name_claim(struct host_names *n, uint32_t symbol) {
    const struct host_value *by = symbol < n->named_by.size ? n->named_by.data[symbol] : NULL;
    if (by && by->is_claimed)
        note_claim(n,
                   arena_printf(n->arena, "%s%s %s (as it is passed: %s)", least_text(n, by->least), n->of_symbol.data[symbol],
                                host_bound_text(n, by->most), n->code->symbols.data[symbol].what),
                   by);
    if (by && by->is_claimed && by->op == HOST_SYMBOL && by->most < INT64_MAX / 2)
        host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, n->of_symbol.data[symbol], by->most));
}

/* Whether the symbol has the name of a parameter that is never negative. */
static bool is_unsigned_name(const struct host_names *n, uint32_t symbol) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++) {
        const struct host_argument *a = &n->launch->arguments[i];
        if (strcmp(a->reading, n->of_symbol.data[symbol]) == 0)
            return strncmp(signature_type(n->arena, n->launch->display, a->param), "unsigned", 8) == 0;
    }
    return false;
}

/* A number of the host in the value; NULL: there is none. */
static const struct host_value *find_number(const struct host_names *n, const struct host_value *v) {
    if (!v || (v->op == HOST_SYMBOL && strncmp(n->of_symbol.data[v->symbol], "host.", 5) == 0))
        return v;
    const struct host_value *found = find_number(n, v->a);
    return found ? found : find_number(n, v->b);
}

/* A claim about the value, and what the number of the host in it is. */
static const char *with_number(struct host_names *n, const struct host_value *v, const char *claim) {
    const struct host_value *number = host_compound_name(n, v) ? NULL : find_number(n, v);
    return number ? arena_printf(n->arena, "%s (%s: %s)", claim, n->of_symbol.data[number->symbol], n->code->symbols.data[number->symbol].what)
                  : claim;
}

/* What the symbol's name is claimed to be says no less than the claim about it here: one as an `int` is more than one as an `unsigned`. */
static bool is_claimed_by_name(const struct host_names *n, const struct host_value *v) {
    const struct host_value *by = v->symbol < n->named_by.size ? n->named_by.data[v->symbol] : NULL;
    return by && by->is_claimed && by->most <= v->most && by->least >= v->least;
}

/* The claims within a value that a fact has been made of, and those of the names in it. `most`: what another claim says the value is
   at most. Of a sum, a product with a number and a quotient by one that follows for the operand: they are told once. */
static void take_claims(struct host_names *n, const struct host_value *v, wide most) {
    if (!v || host_compound_name(n, v))
        return;
    if (v->op == HOST_SYMBOL)
        take_name_claim(n, v->symbol);
    bool is_told = v->is_claimed && v->most < most && (v->op == HOST_SYMBOL ? !is_claimed_by_name(n, v) : largest(n, v) > v->most);
    const char *told = is_told ? host_text_of(n, v, 0) : NULL;
    if (!told && v->is_claimed && v->op == HOST_SYMBOL && v->least == 0 && !n->named_by.data[v->symbol]->is_claimed &&
        !is_unsigned_name(n, v->symbol))
        host_add_once(&n->claims, with_number(n, v, arena_printf(n->arena, "%s >= 0", n->of_symbol.data[v->symbol]))); /* no bound from above */
    if (told)
        note_claim(n,
                   with_number(n, v,
                               arena_printf(n->arena, "%s%s %s", v->op == HOST_SYMBOL || v->least < 0 ? least_text(n, v->least) : "", told,
                                            host_bound_text(n, v->most))),
                   v);
    if (told && v->op == HOST_MUL && v->most < INT64_MAX / 2)
        host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, told, v->most));
    if (v->is_claimed)
        add_claimed_bound(n, v);
    most = v->is_claimed && v->most < most ? v->most : most;
    bool has_number = v->b && v->b->op == HOST_NUMBER && v->b->number > 0;
    wide of_a = (wide)1 << 120;
    if (v->op == HOST_ADD || (v->op == HOST_MUL && has_number))
        of_a = v->op == HOST_MUL ? most / v->b->number : most;
    else if (v->op == HOST_DIV && has_number && most < ((wide)1 << 64))
        of_a = most * v->b->number + v->b->number - 1;
    take_claims(n, v->a, of_a);
    take_claims(n, v->b, v->op == HOST_ADD ? most : (wide)1 << 120);
}

/* A named product that is multiplied further is less than what its name stands for may be. */
static void take_compound(struct host_names *n, const struct host_value *v) {
    for (uint32_t i = 0; v && i < n->compounds.size; i++) {
        const struct host_compound *c = &n->compounds.data[i];
        if (!host_value_is_same(c->value, v) || c->value->most <= v->most)
            continue;
        host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, c->name, v->most));
        host_add_once(&n->assumed, arena_printf(n->arena, "%s %s", c->name, host_bound_text(n, v->most)));
        return;
    }
}

/* Products that the host computes as signed numbers do not overflow: what they are at most, where their factors leave more. */
static void take_products(struct host_names *n, const struct host_value *v) {
    if (!v || host_compound_name(n, v)) {
        take_compound(n, v);
        return;
    }
    take_products(n, v->a);
    take_products(n, v->b);
    bool is_product = v->op == HOST_MUL && !v->is_claimed && v->a->op != HOST_NUMBER && v->b->op != HOST_NUMBER && !host_has_claim(v);
    if (!is_product || v->most >= (wide)v->a->most * v->b->most)
        return;
    const char *product = host_text_of(n, v, 0);
    host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, product, v->most));
    host_add_once(&n->assumed, arena_printf(n->arena, "%s %s", product, host_bound_text(n, v->most)));
}

/* What the host has computed has defined behaviour: signed sums of two sizes do not overflow, as those with numbers do not, and nothing is
   divided by 0. */
static void take_defined(struct host_names *n, const struct host_value *v) {
    if (!v || host_compound_name(n, v))
        return;
    take_defined(n, v->a);
    take_defined(n, v->b);
    bool is_sum = v->op == HOST_ADD && !v->is_claimed && v->a->op != HOST_NUMBER && v->b->op != HOST_NUMBER && !host_has_claim(v);
    if (is_sum && v->most < (wide)v->a->most + v->b->most)
        host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, host_text_of(n, v, 0), v->most));
    if (v->op == HOST_DIV && v->b->least <= 0 && v->b->most >= 0)
        host_add_once(&n->relations, arena_printf(n->arena, "%s != 0", host_text_of(n, v->b, 0)));
}

const char *host_text(struct host_names *n, const struct host_value *v) {
    const char *told = host_text_if_computed(n, v);
    if (told)
        take_defined(n, v);
    return told;
}

const char *host_text_if_computed(struct host_names *n, const struct host_value *v) {
    const char *told = host_text_of(n, v, 0);
    if (told) {
        take_claims(n, v, (wide)1 << 120);
        take_products(n, v);
    }
    return told;
}

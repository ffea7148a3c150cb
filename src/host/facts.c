/* See facts.h.
 *
 * A symbol gets the name of the first parameter or size that is passed exactly this symbol. Then each size, argument, extent and
 * condition whose symbols all have names is printed as an expression of docs/launches.md. Values are whole numbers that fit 64 bits,
 * as those expressions have them. */
#include "host/facts.h"

#include <inttypes.h>
#include <string.h>

#include "kernel/signature.h"

struct texts {
    VEC(const char *) list;
};

/* A sum, product or quotient of symbols without names that is passed as a whole: `2 * streams` as N. */
struct compound {
    const struct host_value *value; /* without claims */
    const char *name;
};

struct names {
    struct arena *arena;
    const struct host_code *code;
    const struct host_launch *launch;
    VEC(const char *) of_symbol;             /* NULL: none */
    VEC(const struct host_value *) named_by; /* the value that gave the name; NULL: none */
    VEC(struct compound) compounds;
    struct texts relations, claims;
    struct texts natural; /* names of numbers that are not negative, since an allocation of so many bytes was made */
};

static const char axes[] = "xyz";

/* ---- values in words ---- */

static const char *const operators[] = {[HOST_ADD] = "+", [HOST_SUB] = "-", [HOST_MUL] = "*", [HOST_DIV] = "/", [HOST_REM] = "%"};

/* The name of exactly this value, if it is not a symbol's; NULL: it has none, or rests on a claim. */
static const char *compound_name(const struct names *n, const struct host_value *v) {
    for (uint32_t i = 0; i < n->compounds.size && !host_has_claim(v); i++)
        if (host_value_is_same(n->compounds.data[i].value, v))
            return n->compounds.data[i].name;
    return NULL;
}

/* NULL: a symbol in it has no name, or the expression is too large. */
static const char *text_of(const struct names *n, const struct host_value *v, int depth) {
    if (!v || depth > 24)
        return NULL;
    if (v->op == HOST_NUMBER)
        return v->number == INT64_MIN ? NULL
               : v->number < 0        ? arena_printf(n->arena, "(0 - %" PRId64 ")", -v->number)
                                      : arena_printf(n->arena, "%" PRId64, v->number);
    if (v->op == HOST_SYMBOL)
        return v->symbol < n->of_symbol.size ? n->of_symbol.data[v->symbol] : NULL;
    const char *name = compound_name(n, v);
    if (name)
        return name;
    const char *a = text_of(n, v->a, depth + 1), *b = a ? text_of(n, v->b, depth + 1) : NULL;
    if (!b || strlen(a) + strlen(b) > 400)
        return NULL;
    if (v->op == HOST_MIN || v->op == HOST_MAX)
        return arena_printf(n->arena, "%s(%s, %s)", v->op == HOST_MIN ? "min" : "max", a, b);
    bool is_atom_a = v->a->op < HOST_ADD || v->a->op >= HOST_MIN, is_atom_b = v->b->op < HOST_ADD || v->b->op >= HOST_MIN;
    return arena_printf(n->arena, "%s%s%s %s %s%s%s", is_atom_a ? "" : "(", a, is_atom_a ? "" : ")", operators[v->op], is_atom_b ? "" : "(", b,
                        is_atom_b ? "" : ")");
}

static void add_once(struct texts *list, const char *text) {
    for (uint32_t i = 0; i < list->list.size; i++)
        if (strcmp(list->list.data[i], text) == 0)
            return;
    vec_push(&list->list, text);
}

/* ---- claims ---- */

static const char *bound_text(struct names *n, int64_t most) {
    for (int k = 1; k < 64; k++)
        if ((uint64_t)most == (((uint64_t)1 << k) - 1))
            return arena_printf(n->arena, "< 2^%d", k);
    return arena_printf(n->arena, "<= %" PRId64, most);
}

static const char *least_text(struct names *n, int64_t least) {
    return least >= 0 ? "0 <= " : least == INT64_MIN ? "" : arena_printf(n->arena, "-2^%d <= ", 63 - __builtin_clzll(~(uint64_t)least + 1));
}

/* What follows for the value that a claimed sum or product is made of. */
static void add_claimed_bound(struct names *n, const struct host_value *v) {
    const char *told = v->op == HOST_SYMBOL ? text_of(n, v, 0) : v->b && v->b->op == HOST_NUMBER ? text_of(n, v->a, 0) : NULL;
    int64_t by = told && v->b ? v->b->number : 0;
    if (told && v->op == HOST_SYMBOL && v->least == 0)
        add_once(&n->relations, arena_printf(n->arena, "%s >= 0", told));
    if (told && v->op == HOST_MUL && by > 0)
        add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, told, v->most / by));
    if (told && v->op == HOST_ADD && by >= 0)
        add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, told, v->most - by));
}

__extension__ typedef __int128 wide;

/* The largest value that the parameters' types and the claims about what they are passed leave; at most 2^100. */
static wide largest(const struct names *n, const struct host_value *v) {
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

static void take_name_claim(struct names *n, uint32_t symbol) {
    const struct host_value *by = symbol < n->named_by.size ? n->named_by.data[symbol] : NULL;
    if (by && by->is_claimed)
        add_once(&n->claims, arena_printf(n->arena, "%s%s %s (as it is passed: %s)", least_text(n, by->least), n->of_symbol.data[symbol],
                                          bound_text(n, by->most), n->code->symbols.data[symbol].what));
}

/* Whether the symbol has the name of a parameter that is never negative. */
static bool is_unsigned_name(const struct names *n, uint32_t symbol) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++) {
        const struct host_argument *a = &n->launch->arguments[i];
        if (strcmp(a->name, n->of_symbol.data[symbol]) == 0)
            return strncmp(signature_type(n->arena, n->launch->display, a->param), "unsigned", 8) == 0;
    }
    return false;
}

/* The claims within a value that a fact has been made of, and those of the names in it. `most`: what another claim says the value is
   at most. Of a sum, a product with a number and a quotient by one that follows for the operand: they are told once. */
static void take_claims(struct names *n, const struct host_value *v, wide most) {
    if (!v || compound_name(n, v))
        return;
    if (v->op == HOST_SYMBOL)
        take_name_claim(n, v->symbol);
    bool is_told = v->is_claimed && v->most < most &&
                   (v->op == HOST_SYMBOL ? !(v->symbol < n->named_by.size && n->named_by.data[v->symbol]->is_claimed) : largest(n, v) > v->most);
    const char *told = is_told ? text_of(n, v, 0) : NULL;
    if (!told && v->is_claimed && v->op == HOST_SYMBOL && v->least == 0 && !n->named_by.data[v->symbol]->is_claimed &&
        !is_unsigned_name(n, v->symbol))
        add_once(&n->claims, arena_printf(n->arena, "%s >= 0", n->of_symbol.data[v->symbol]));
    if (told)
        add_once(&n->claims, arena_printf(n->arena, "%s%s %s", v->op == HOST_SYMBOL || v->least < 0 ? least_text(n, v->least) : "", told,
                                          bound_text(n, v->most)));
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

/* Products that the host computes as signed numbers do not overflow: what they are at most, where their factors leave more. */
static void take_products(struct names *n, const struct host_value *v) {
    if (!v || compound_name(n, v))
        return;
    take_products(n, v->a);
    take_products(n, v->b);
    bool is_product = v->op == HOST_MUL && !v->is_claimed && v->a->op != HOST_NUMBER && v->b->op != HOST_NUMBER && !host_has_claim(v);
    if (is_product && v->most < (wide)v->a->most * v->b->most)
        add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, text_of(n, v, 0), v->most));
}

static const char *text(struct names *n, const struct host_value *v) {
    const char *told = text_of(n, v, 0);
    if (told) {
        take_claims(n, v, (wide)1 << 120);
        take_products(n, v);
    }
    return told;
}

static bool is_number(const struct host_value *v) {
    return v && v->op == HOST_NUMBER;
}

/* ---- names of symbols ---- */

static void give_name(struct names *n, const struct host_value *v, const char *name) {
    if (v && v->op == HOST_SYMBOL && v->symbol < n->of_symbol.size && !n->of_symbol.data[v->symbol]) {
        n->of_symbol.data[v->symbol] = name;
        n->named_by.data[v->symbol] = v;
    }
}

static bool is_named_by(const struct names *n, const struct host_value *v, const char *name) {
    const char *compound = v ? compound_name(n, v) : NULL;
    if (compound)
        return strcmp(compound, name) == 0;
    return v && v->op == HOST_SYMBOL && v->symbol < n->of_symbol.size && n->of_symbol.data[v->symbol] &&
           strcmp(n->of_symbol.data[v->symbol], name) == 0;
}

/* A parameter whose value is claimed to fit it comes last. */
static void name_arguments(struct names *n, bool is_claimed) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++) {
        const struct host_argument *a = &n->launch->arguments[i];
        if (a->value && a->value->is_claimed == is_claimed)
            give_name(n, a->value, a->name);
    }
}

/* A symbol that is equal to one with a name has the same one, unless that name rests on a claim. */
static void give_same_name(struct names *n, const struct host_condition *c, const struct host_value *v, const struct host_value *named) {
    bool are_symbols = c->op == HOST_EQ && v->op == HOST_SYMBOL && named->op == HOST_SYMBOL && !v->is_claimed && !named->is_claimed;
    if (are_symbols && n->of_symbol.data[named->symbol] && !n->named_by.data[named->symbol]->is_claimed)
        give_name(n, v, n->of_symbol.data[named->symbol]);
}

static void give_compound_name(struct names *n, const struct host_value *v, const char *name) {
    if (v && v->op >= HOST_ADD && !host_has_claim(v) && !text_of(n, v, 0))
        vec_push(&n->compounds, (struct compound){v, name});
}

static void name_compounds(struct names *n) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++)
        give_compound_name(n, n->launch->arguments[i].value, n->launch->arguments[i].name);
    for (int axis = 0; axis < 3; axis++) {
        give_compound_name(n, n->launch->grid[axis], arena_printf(n->arena, "gridDim.%c", axes[axis]));
        give_compound_name(n, n->launch->block[axis], arena_printf(n->arena, "blockDim.%c", axes[axis]));
    }
}

static void name_symbols(struct names *n, uint32_t count) {
    vec_resize_zero(&n->of_symbol, count);
    vec_resize_zero(&n->named_by, count);
    name_arguments(n, false);
    name_arguments(n, true);
    for (int axis = 0; axis < 3; axis++) {
        give_name(n, n->launch->grid[axis], arena_printf(n->arena, "gridDim.%c", axes[axis]));
        give_name(n, n->launch->block[axis], arena_printf(n->arena, "blockDim.%c", axes[axis]));
    }
    for (uint32_t i = 0; i < n->launch->condition_count; i++) {
        const struct host_condition *c = &n->launch->conditions[i];
        give_same_name(n, c, c->a, c->b);
        give_same_name(n, c, c->b, c->a);
    }
    name_compounds(n);
}

/* ---- facts ---- */

static void add_relation(struct names *n, const char *relation) {
    add_once(&n->relations, relation);
}

/* The bounds of a value that cannot be told; one that is claimed to fit what it is passed as rests on that claim. */
static void add_bounds(struct names *n, const char *name, const struct host_value *v) {
    const char *most = v->most < INT32_MAX ? arena_printf(n->arena, "%s <= %" PRId64, name, v->most) : NULL;
    bool is_fitted = v->is_claimed && !host_has_claim(v->a) && !host_has_claim(v->b);
    if (v->least < 0 || v->op == HOST_NUMBER || (host_has_claim(v) && !is_fitted))
        return;
    if (is_fitted && v->least > 0)
        add_once(&n->claims, arena_printf(n->arena, "%s %s (as it is passed)", name, bound_text(n, v->most)));
    if (v->least > 0)
        add_relation(n, arena_printf(n->arena, "%s >= %" PRId64, name, v->least));
    if (most && !is_fitted)
        add_relation(n, most);
}

/* What follows for a quotient from the bounds of its parts is not for everybody to see. */
static bool divides_by_symbol(const struct host_value *v) {
    return v && v->op >= HOST_ADD && ((v->op == HOST_DIV && v->b->op != HOST_NUMBER) || divides_by_symbol(v->a) || divides_by_symbol(v->b));
}

static void add_equality(struct names *n, const char *name, const struct host_value *v) {
    const char *told = is_named_by(n, v, name) ? NULL : text(n, v);
    if (told)
        add_relation(n, arena_printf(n->arena, "%s == %s", name, told));
    if ((told && divides_by_symbol(v)) || (!told && v && (!is_named_by(n, v, name) || v->op != HOST_SYMBOL)))
        add_bounds(n, name, v);
}

/* All three numbers, or a relation for each axis that is known. Numbers that no launch has tell nothing. */
static void add_sizes(struct names *n, const char *name, const struct host_value *const sizes[3], uint32_t numbers[3]) {
    bool is_whole = true;
    for (int axis = 0; axis < 3; axis++)
        is_whole &= is_number(sizes[axis]) && sizes[axis]->number > 0 && sizes[axis]->number <= INT32_MAX;
    for (int axis = 0; axis < 3; axis++) {
        numbers[axis] = is_whole ? (uint32_t)sizes[axis]->number : 0;
        if (!is_whole)
            add_equality(n, arena_printf(n->arena, "%s.%c", name, axes[axis]), sizes[axis]);
    }
}

static const char *condition_text(struct names *n, const struct host_condition *c) {
    static const char *const words[] = {[HOST_EQ] = "==", [HOST_NE] = "!=", [HOST_LT] = "<", [HOST_LE] = "<="};
    const char *a = text(n, c->a), *b = a ? text(n, c->b) : NULL;
    return b ? arena_printf(n->arena, "%s %s %s", a, words[c->op], b) : NULL;
}

/* Elements behind a pointer at the start of its allocation. */
static const char *extent_text(struct names *n, const struct host_argument *argument, uint32_t param) {
    const char *type = signature_type(n->arena, n->launch->display, param);
    uint32_t size = signature_pointee(type).bytes;
    const struct host_value *bytes = argument->size_bytes, *offset = argument->offset_bytes;
    bool is_product = bytes && bytes->op == HOST_MUL && is_number(bytes->b);
    if (!bytes || size == 0 || !is_number(offset) || offset->number != 0 || strchr(argument->name, '.'))
        return NULL;
    if (is_product && bytes->b->number > 0 && bytes->b->number % size == 0) {
        const char *told = text_of(n, host_combine(n->arena, HOST_MUL, bytes->a, host_number(n->arena, bytes->b->number / size)), 0);
        return told ? text(n, bytes), told : NULL;
    }
    return text(n, host_combine(n->arena, HOST_DIV, bytes, host_number(n->arena, size)));
}

/* An allocation that succeeded has less than 2^63 bytes. */
static void add_size_relation(struct names *n, const struct host_argument *argument) {
    const struct host_value *v = argument->size_bytes;
    while (v && v->op == HOST_MUL && is_number(v->b) && v->b->number > 0)
        v = v->a;
    const char *told = v && v->least < 0 ? text(n, v) : NULL;
    if (told)
        add_relation(n, arena_printf(n->arena, "%s >= 0", told));
    if (told && v->op == HOST_SYMBOL && !v->is_claimed && v->most <= INT32_MAX)
        add_once(&n->natural, told);
}

/* `n >= 0` beside `0 <= n < 2^31`. */
static bool is_said_by_another(const struct names *n, const char *claim) {
    const char *end = strstr(claim, " >= 0");
    if (!end || strcmp(end, " >= 0") != 0)
        return false;
    const char *start = arena_printf(n->arena, "0 <= %.*s < ", (int)(end - claim), claim);
    for (uint32_t i = 0; i < n->claims.list.size; i++)
        if (strncmp(n->claims.list.data[i], start, strlen(start)) == 0)
            return true;
    return false;
}

/* An `int` passed as an unsigned number is claimed not to be negative; where an allocation shows it, that is no claim. */
static void drop_shown_claims(struct names *n) {
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

static void take_arguments(struct names *n, struct launch_site *site) {
    const struct host_launch *launch = n->launch;
    struct launch_value *values = arena_alloc(n->arena, (launch->argument_count + 1) * sizeof *values);
    struct launch_extent *extents = arena_alloc(n->arena, (launch->argument_count + 1) * sizeof *extents);
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        const struct host_argument *a = &launch->arguments[i];
        bool is_member = strchr(a->name, '.') != NULL;
        const char *extent = a->is_pointer ? extent_text(n, a, a->param) : NULL;
        if (!*a->name || is_member)
            continue;
        if (a->is_pointer) {
            add_size_relation(n, a);
            if (extent)
                extents[site->extent_count++] = (struct launch_extent){a->name, extent};
        } else if (is_number(a->value)) {
            values[site->value_count++] = (struct launch_value){a->name, a->value->number};
        } else if (a->value) {
            add_equality(n, a->name, a->value);
        }
    }
    site->values = values;
    site->extents = extents;
}

/* ---- pointers into one allocation ---- */

/* The value by a number that divides it; NULL: that is not seen. */
static const struct host_value *divide(struct names *n, const struct host_value *v, int64_t by) {
    if (!v || by <= 0 || by == 1)
        return by == 1 ? v : NULL;
    if (v->op == HOST_NUMBER)
        return v->number % by == 0 ? host_number(n->arena, v->number / by) : NULL;
    if (v->op == HOST_MUL && is_number(v->b) && v->b->number > 0 && v->b->number % by == 0)
        return host_combine(n->arena, HOST_MUL, v->a, host_number(n->arena, v->b->number / by));
    if (v->op == HOST_ADD || v->op == HOST_SUB)
        return host_combine(n->arena, v->op, divide(n, v->a, by), divide(n, v->b, by));
    return NULL;
}

/* The distance in elements; NULL: it cannot be told. */
static const char *distance_text(struct names *n, const struct host_alias *alias) {
    const char *type = signature_type(n->arena, n->launch->display, n->launch->arguments[alias->of].param);
    const struct host_value *elements = divide(n, alias->bytes, signature_pointee(type).bytes);
    return elements ? text(n, elements) : NULL;
}

/* What the pointer is told in terms of, or itself. */
static const char *group_of(const struct launch_site *site, const char *name) {
    for (uint32_t i = 0; i < site->alias_count; i++)
        if (strcmp(site->aliases[i].name, name) == 0)
            return site->aliases[i].of;
    return name;
}

/* Distances that can be told, and the pairs of pointers that are left. */
static void take_aliases(struct names *n, struct launch_site *site) {
    const struct host_launch *launch = n->launch;
    struct launch_alias *aliases = arena_alloc(n->arena, (launch->alias_count + 1) * sizeof *aliases);
    site->aliases = aliases;
    for (uint32_t i = 0; i < launch->alias_count; i++) {
        const struct host_alias *alias = &launch->aliases[i];
        bool is_zero = is_number(alias->bytes) && alias->bytes->number == 0;
        const char *offset = is_zero ? NULL : distance_text(n, alias);
        if (is_zero || offset)
            aliases[site->alias_count++] = (struct launch_alias){launch->arguments[alias->name].name, launch->arguments[alias->of].name, offset};
    }
    site->overlaps = arena_alloc(n->arena, (launch->overlap_count + (size_t)1) * sizeof *site->overlaps);
    for (uint32_t i = 0; i < launch->overlap_count; i++)
        if (strcmp(group_of(site, launch->overlaps[i][0]), group_of(site, launch->overlaps[i][1])) != 0)
            memcpy(site->overlaps[site->overlap_count++], launch->overlaps[i], sizeof *site->overlaps);
    site->all_distinct = launch->all_distinct && site->overlap_count == 0;
}

/* ---- what is not told ---- */

static bool has_name(const struct names *n, const struct host_value *v) {
    if (!v)
        return false;
    return v->op == HOST_SYMBOL ? n->of_symbol.data[v->symbol] != NULL : has_name(n, v->a) || has_name(n, v->b);
}

/* A symbol without a name, or one that the program computes; NULL: there is none. */
static const struct host_symbol *hidden_symbol(const struct names *n, const struct host_value *v) {
    if (!v)
        return NULL;
    const struct host_symbol *symbol = v->op == HOST_SYMBOL ? &n->code->symbols.data[v->symbol] : hidden_symbol(n, v->a);
    if (v->op == HOST_SYMBOL)
        return symbol->is_input && n->of_symbol.data[v->symbol] ? NULL : symbol;
    return symbol ? symbol : hidden_symbol(n, v->b);
}

static bool mentions(const struct host_value *v, uint32_t symbol) {
    return v && (v->op == HOST_SYMBOL ? v->symbol == symbol : mentions(v->a, symbol) || mentions(v->b, symbol));
}

/* One side is an input that nothing else mentions: the condition holds for some value of it. */
static bool is_met_by_input(const struct names *n, uint32_t index) {
    const struct host_condition *c = &n->launch->conditions[index];
    for (int side = 0; side < 2; side++) {
        const struct host_value *v = side == 0 ? c->a : c->b;
        bool is_free = v->op == HOST_SYMBOL && n->code->symbols.data[v->symbol].is_input && !n->of_symbol.data[v->symbol] &&
                       !mentions(side == 0 ? c->b : c->a, v->symbol);
        for (uint32_t i = 0; i < n->launch->condition_count && is_free; i++)
            is_free = i == index || (!mentions(n->launch->conditions[i].a, v->symbol) && !mentions(n->launch->conditions[i].b, v->symbol));
        if (is_free)
            return true;
    }
    return false;
}

/* What decides the launch's sizes and numbers, and is not known as an input of the program or in terms of inputs; NULL: nothing. */
static const char *find_omitted(const struct names *n) {
    const struct host_launch *launch = n->launch;
    const struct host_symbol *found = NULL;
    for (int axis = 0; axis < 3 && !found; axis++) {
        found = hidden_symbol(n, launch->grid[axis]);
        found = found ? found : hidden_symbol(n, launch->block[axis]);
    }
    for (uint32_t i = 0; i < launch->argument_count && !found; i++)
        found = hidden_symbol(n, launch->arguments[i].value);
    for (uint32_t i = 0; i < launch->condition_count && !found; i++) {
        const struct host_condition *c = &launch->conditions[i];
        const struct host_symbol *hidden = hidden_symbol(n, c->a);
        hidden = hidden ? hidden : hidden_symbol(n, c->b);
        found = (has_name(n, c->a) || has_name(n, c->b)) && !is_met_by_input(n, i) ? hidden : NULL;
    }
    return found ? found->what : launch->omitted;
}

static const char *const *list_of(struct arena *arena, const struct texts *texts, uint32_t *count) {
    const char **list = arena_alloc(arena, (texts->list.size + 1) * sizeof *list);
    for (*count = 0; *count < texts->list.size; (*count)++)
        list[*count] = texts->list.data[*count];
    return list;
}

static struct launch_site make_site(struct arena *arena, const struct host_code *code, const struct host_launch *launch) {
    struct launch_site site = {.kernel = launch->kernel ? launch->kernel : "*",
                               .file = launch->file,
                               .line = launch->line,
                               .stated_file = launch->file,
                               .stated_line = launch->line,
                               .program = launch->program,
                               .program_count = launch->program_count,
                               .is_read = true};
    struct names n = {.arena = arena, .code = code, .launch = launch};
    if (launch->is_general) {
        site.why = launch->why;
        return site;
    }
    name_symbols(&n, code->symbols.size);
    add_sizes(&n, "gridDim", launch->grid, site.grid);
    add_sizes(&n, "blockDim", launch->block, site.block);
    if (is_number(launch->shared) && launch->shared->number >= 0) {
        site.has_dynamic_shared = true;
        site.dynamic_shared_bytes = (uint64_t)launch->shared->number;
    }
    take_arguments(&n, &site);
    for (uint32_t i = 0; i < launch->condition_count; i++) {
        const struct host_condition *c = &launch->conditions[i];
        bool is_same = c->op == HOST_EQ && c->a->op == HOST_SYMBOL &&
                       is_named_by(&n, c->b, n.of_symbol.data[c->a->symbol] ? n.of_symbol.data[c->a->symbol] : "");
        const char *told = is_same ? NULL : condition_text(&n, c);
        if (told)
            add_relation(&n, told);
    }
    take_aliases(&n, &site);
    drop_shown_claims(&n);
    site.relations = list_of(arena, &n.relations, &site.relation_count);
    site.claims = list_of(arena, &n.claims, &site.claim_count);
    site.omitted = find_omitted(&n);
    vec_release(&n.of_symbol);
    vec_release(&n.named_by);
    vec_release(&n.compounds);
    vec_release(&n.relations.list);
    vec_release(&n.claims.list);
    vec_release(&n.natural.list);
    return site;
}

struct launch_site host_site(struct arena *arena, const struct host_code *code, uint32_t index) {
    const struct host_launch *launch = &code->launches.data[index];
    struct launch_site site = make_site(arena, code, launch);
    if (launch->claiming) {
        struct launch_site *claiming = arena_alloc(arena, sizeof *claiming);
        *claiming = make_site(arena, code, launch->claiming);
        if (claiming->claim_count > 0)
            site.claiming = claiming;
        else
            site = *claiming; /* without claims, what is told is known */
    }
    return site;
}

/* See names.h. */
#include "host/names.h"

#include <inttypes.h>
#include <string.h>

static const char axes[] = "xyz";

/* ---- names of symbols ---- */

static void give_name(struct host_names *n, const struct host_value *v, const char *name) {
    if (*name && v && v->op == HOST_SYMBOL && v->symbol < n->of_symbol.size && !n->of_symbol.data[v->symbol]) {
        n->of_symbol.data[v->symbol] = name;
        n->named_by.data[v->symbol] = v;
    }
}

bool host_is_named_by(const struct host_names *n, const struct host_value *v, const char *name) {
    const char *compound = v ? host_compound_name(n, v) : NULL;
    if (compound)
        return strcmp(compound, name) == 0;
    return v && v->op == HOST_SYMBOL && v->symbol < n->of_symbol.size && n->of_symbol.data[v->symbol] &&
           strcmp(n->of_symbol.data[v->symbol], name) == 0;
}

/* A parameter whose value is claimed to fit it comes last. */
static void name_arguments(struct host_names *n, bool is_claimed) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++) {
        const struct host_argument *a = &n->launch->arguments[i];
        if (a->value && a->value->is_claimed == is_claimed)
            give_name(n, a->value, a->reading);
    }
}

/* A symbol that is equal to one with a name has the same one, unless that name rests on a claim. */
static void give_same_name(struct host_names *n, const struct host_condition *c, const struct host_value *v, const struct host_value *named) {
    bool are_symbols = c->op == HOST_EQ && v->op == HOST_SYMBOL && named->op == HOST_SYMBOL && !v->is_claimed && !named->is_claimed;
    if (are_symbols && n->of_symbol.data[named->symbol] && !n->named_by.data[named->symbol]->is_claimed)
        give_name(n, v, n->of_symbol.data[named->symbol]);
}

static void give_compound_name(struct host_names *n, const struct host_value *v, const char *name) {
    if (v && v->op >= HOST_ADD && !host_has_claim(v) && !host_text_of(n, v, 0))
        vec_push(&n->compounds, (struct host_compound){v, name});
}

static void name_compounds(struct host_names *n) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++)
        give_compound_name(n, n->launch->arguments[i].value, n->launch->arguments[i].reading);
    for (int axis = 0; axis < 3; axis++) {
        give_compound_name(n, n->launch->grid[axis], arena_printf(n->arena, "gridDim.%c", axes[axis]));
        give_compound_name(n, n->launch->block[axis], arena_printf(n->arena, "blockDim.%c", axes[axis]));
    }
}

void host_add_range(struct host_names *n, const char *name, int64_t least, int64_t most, bool is_int) {
    if (least > (is_int ? INT32_MIN : INT64_MIN))
        host_add_once(&n->relations, least >= 0 ? arena_printf(n->arena, "%s >= %" PRId64, name, least)
                                                : arena_printf(n->arena, "%s >= 0 - %" PRId64, name, -least));
    if (most > INT64_MIN && most < (is_int ? INT32_MAX : INT64_MAX))
        host_add_once(&n->relations,
                      most >= 0 ? arena_printf(n->arena, "%s <= %" PRId64, name, most) : arena_printf(n->arena, "%s <= 0 - %" PRId64, name, -most));
}

/* ---- equations ---- */

/* The only symbol without a name in the value; false: there are more, or it stands there more than once. */
static bool find_unknown(const struct host_names *n, const struct host_value *v, const struct host_value **symbol) {
    if (!v)
        return true;
    if (v->op == HOST_SYMBOL && !n->of_symbol.data[v->symbol]) {
        bool is_first = !*symbol;
        *symbol = v;
        return is_first;
    }
    return find_unknown(n, v->a, symbol) && find_unknown(n, v->b, symbol);
}

/* `name` is equal to the value: what follows for the symbol in it, in words. Whole numbers do not wrap. */
static const char *solve(struct host_names *n, const char *name, const struct host_value *v) {
    const struct host_value *in_b = NULL;
    for (int depth = 0; v->op != HOST_SYMBOL; depth++) {
        bool is_left = find_unknown(n, v->b, &in_b) && !in_b;
        const struct host_value *known = is_left ? v->b : v->a;
        const char *told = depth < 4 ? host_text_of(n, known, 0) : NULL;
        told = told && known->op >= HOST_ADD ? arena_printf(n->arena, "(%s)", told) : told;
        bool has_inverse = v->op == HOST_ADD || v->op == HOST_SUB;
        if (!told || !has_inverse)
            return NULL;
        name = v->op == HOST_ADD              ? arena_printf(n->arena, "(%s - %s)", name, told)
               : v->op == HOST_SUB && is_left ? arena_printf(n->arena, "(%s + %s)", name, told)
                                              : arena_printf(n->arena, "(%s - %s)", told, name);
        v = is_left ? v->a : v->b;
        in_b = NULL;
    }
    return name;
}

static void solve_equation(struct host_names *n, const char *name, const struct host_value *v) {
    const struct host_value *symbol = NULL;
    if (!v || v->op < HOST_ADD || host_has_claim(v) || !*name || !find_unknown(n, v, &symbol) || !symbol)
        return;
    const char *told = solve(n, name, v);
    if (!told)
        return;
    n->of_symbol.data[symbol->symbol] = told;
    n->named_by.data[symbol->symbol] = symbol;
    vec_push(&n->solved, name);
    host_add_range(n, told, symbol->least, symbol->most, true);
}

static void solve_equations(struct host_names *n) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++)
        solve_equation(n, n->launch->arguments[i].reading, n->launch->arguments[i].value);
    for (int axis = 0; axis < 3; axis++) {
        solve_equation(n, arena_printf(n->arena, "gridDim.%c", axes[axis]), n->launch->grid[axis]);
        solve_equation(n, arena_printf(n->arena, "blockDim.%c", axes[axis]), n->launch->block[axis]);
    }
}

bool host_is_solved(const struct host_names *n, const char *name) {
    for (uint32_t i = 0; i < n->solved.size; i++)
        if (strcmp(n->solved.data[i], name) == 0)
            return true;
    return false;
}

/* ---- numbers of the host ---- */

enum { HOST_NUMBERS_MOST = 6 };

/* How many sizes, arguments and conditions have the symbol in them. */
struct occurrences {
    uint32_t count, last;               /* `last`: the place that was counted last */
    const struct host_value *unclaimed; /* the symbol, without a claim; NULL: there is none */
    bool is_in_fact;                    /* not only in conditions */
    bool is_sized;                      /* in the place of an array, all of whose numbers are known to be what they seem */
    bool is_shaped;                     /* in a product, remainder or extreme: not every value comes of it, whatever the symbol is; or in anything,
                                           and a condition bounds the symbol by a number */
};

/* Any value of the product is one for some values of its factors: one of them may be 1, and the other have each value that the product may. */
static bool is_onto(const struct host_value *product) {
    const struct host_value *const factors[] = {product->a, product->b};
    bool is = false;
    for (int i = 0; i < 2; i++) {
        const struct host_value *one = factors[i], *other = factors[1 - i];
        is |= one->least <= 1 && one->most >= 1 && other->least <= product->least && other->most >= product->most;
    }
    return is;
}

/* A product of two inputs that is passed as a whole. */
static bool is_product(const struct host_names *n, const struct host_value *v) {
    bool is = v->op == HOST_MUL && v->a->op == HOST_SYMBOL && v->b->op == HOST_SYMBOL && v->a->symbol != v->b->symbol && is_onto(v);
    return is && host_compound_name(n, v) && n->code->symbols.data[v->a->symbol].is_input && n->code->symbols.data[v->b->symbol].is_input;
}

bool host_is_whole(const struct host_names *n, const struct host_value *v) {
    return is_product(n, v) && !n->is_apart[v->a->symbol] && !n->is_apart[v->b->symbol];
}

/* Factors of products that stand beside them, too. */
static void note_apart(const struct host_names *n, bool *is_apart, const struct host_value *v) {
    if (!v || is_product(n, v))
        return;
    if (v->op == HOST_SYMBOL)
        is_apart[v->symbol] = true;
    note_apart(n, is_apart, v->a);
    note_apart(n, is_apart, v->b);
}

/* Where they stand in anything that is told or decides about the launch. */
static bool *list_apart(const struct host_names *n, uint32_t count) {
    const struct host_launch *launch = n->launch;
    bool *is_apart = arena_alloc(n->arena, (count + 1) * sizeof *is_apart);
    for (int axis = 0; axis < 3; axis++) {
        note_apart(n, is_apart, launch->grid[axis]);
        note_apart(n, is_apart, launch->block[axis]);
    }
    note_apart(n, is_apart, launch->shared);
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        note_apart(n, is_apart, launch->arguments[i].value);
        note_apart(n, is_apart, launch->arguments[i].size_bytes);
        note_apart(n, is_apart, launch->arguments[i].offset_bytes);
    }
    for (uint32_t i = 0; i < launch->alias_count; i++)
        note_apart(n, is_apart, launch->aliases[i].bytes);
    for (uint32_t i = 0; i < launch->content_count; i++) {
        const struct host_content *c = &launch->contents[i];
        const struct host_value *const parts[] = {c->low, c->high, c->first, c->count};
        for (int part = 0; part < 4; part++)
            note_apart(n, is_apart, parts[part]);
    }
    for (uint32_t i = 0; i < launch->condition_count; i++) {
        note_apart(n, is_apart, launch->conditions[i].a);
        note_apart(n, is_apart, launch->conditions[i].b);
    }
    for (uint32_t i = 0; i < n->compounds.size; i++) /* products that share a factor are not any numbers */
        for (uint32_t k = 0; k < n->compounds.size; k++) {
            const struct host_value *v = n->compounds.data[i].value, *other = n->compounds.data[k].value;
            if (!is_product(n, v) || !is_product(n, other) || host_value_is_same(v, other))
                continue;
            is_apart[v->a->symbol] |= host_mentions(other, v->a->symbol);
            is_apart[v->b->symbol] |= host_mentions(other, v->b->symbol);
        }
    for (bool is_changed = true; is_changed;) { /* what relates a product to one factor is told with the other */
        is_changed = false;
        for (uint32_t i = 0; i < n->compounds.size; i++) {
            const struct host_value *v = n->compounds.data[i].value;
            if (!is_product(n, v) || is_apart[v->a->symbol] == is_apart[v->b->symbol])
                continue;
            is_apart[v->a->symbol] = is_apart[v->b->symbol] = is_changed = true;
        }
    }
    return is_apart;
}

static void count_symbols(struct occurrences *of, const struct host_value *v, uint32_t place, bool is_fact) {
    if (!v)
        return;
    if (v->op == HOST_SYMBOL) {
        struct occurrences *o = &of[v->symbol];
        o->count += o->last != place;
        o->last = place;
        o->is_in_fact |= is_fact;
        o->unclaimed = v->is_claimed ? o->unclaimed : v;
    }
    count_symbols(of, v->a, place, is_fact);
    count_symbols(of, v->b, place, is_fact);
}

static void note_shaped(struct occurrences *of, const struct host_value *v, bool is_shaped) {
    if (!v)
        return;
    if (v->op == HOST_SYMBOL)
        of[v->symbol].is_shaped |= is_shaped;
    is_shaped |= v->op == HOST_MUL || v->op == HOST_REM || v->op == HOST_MIN || v->op == HOST_MAX;
    note_shaped(of, v->a, is_shaped);
    note_shaped(of, v->b, is_shaped);
}

/* Whether each symbol has a name, or may have any value that conditions let it have: no relation of it to others is lost. */
static bool is_free(const struct host_names *n, const struct host_value *v) {
    if (!v)
        return true;
    const struct host_symbol *symbol = v->op == HOST_SYMBOL ? &n->code->symbols.data[v->symbol] : NULL;
    if (symbol)
        return n->of_symbol.data[v->symbol] || symbol->is_input || symbol->is_counter;
    return is_free(n, v->a) && is_free(n, v->b);
}

static void note_sized(struct occurrences *of, const struct host_value *v) {
    if (!v)
        return;
    if (v->op == HOST_SYMBOL) {
        of[v->symbol].is_sized = true;
        of[v->symbol].unclaimed = v->is_claimed ? of[v->symbol].unclaimed : v;
    }
    note_sized(of, v->a);
    note_sized(of, v->b);
}

/* Whether each symbol has a name, or stands in a size or argument. */
static bool is_in_facts(const struct host_names *n, const struct occurrences *of, const struct host_value *v) {
    if (!v)
        return true;
    if (v->op == HOST_SYMBOL)
        return n->of_symbol.data[v->symbol] || of[v->symbol].is_in_fact;
    return is_in_facts(n, of, v->a) && is_in_facts(n, of, v->b);
}

static bool has_host_parameter(const struct host_names *n) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++)
        if (strncmp(n->launch->arguments[i].name, "host", 4) == 0)
            return true;
    return false;
}

const char *host_new_number(struct host_names *n) {
    return has_host_parameter(n) ? NULL : arena_printf(n->arena, "host.long%u", ++n->numbers);
}

/* The number fits 32 bits or 64; what else is known of it. */
const char *host_name_number(struct host_names *n, uint32_t symbol, const struct host_value *v) {
    bool is_int = v && v->least >= INT32_MIN && v->most <= INT32_MAX;
    if (has_host_parameter(n))
        return NULL;
    const char *name = arena_printf(n->arena, "host.%s%u", is_int ? "int" : "long", ++n->numbers);
    n->of_symbol.data[symbol] = name;
    n->named_by.data[symbol] = v ? v : host_symbol_value(n->arena, symbol, INT64_MIN, INT64_MAX);
    if (v)
        host_add_range(n, name, v->least, v->most, is_int);
    return name;
}

/* Symbols that no parameter or size is equal to, and that relate several of them to each other or to sizes of allocations, or of which one is
   made in a way that not every number is: they are told as numbers of which some value holds. Then inputs and counters that only sizes of
   allocations have. */
static void name_numbers(struct host_names *n, uint32_t count) {
    const struct host_launch *launch = n->launch;
    struct occurrences *of = arena_alloc(n->arena, (count + 1) * sizeof *of);
    uint32_t place = 0;
    if (has_host_parameter(n))
        return;
    for (int axis = 0; axis < 3; axis++) {
        count_symbols(of, launch->grid[axis], ++place, true);
        count_symbols(of, launch->block[axis], ++place, true);
        note_shaped(of, launch->grid[axis], false);
        note_shaped(of, launch->block[axis], false);
    }
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        count_symbols(of, launch->arguments[i].value, ++place, true);
        note_shaped(of, launch->arguments[i].value, false);
    }
    place++; /* sizes of allocations that are related to nothing else say nothing */
    for (uint32_t i = 0; i < launch->argument_count; i++)
        if (host_is_number(launch->arguments[i].offset_bytes))
            count_symbols(of, launch->arguments[i].size_bytes, place, true);
    for (uint32_t i = 0; i < launch->condition_count; i++) {
        const struct host_condition *c = &launch->conditions[i];
        place++;
        for (int side = 0; side < 2; side++) {
            const struct host_value *v = side == 0 ? c->a : c->b;
            bool is_bound = v->op == HOST_SYMBOL && host_is_number(side == 0 ? c->b : c->a);
            if (!is_bound)
                continue;
            of[v->symbol].is_shaped = true;
            of[v->symbol].unclaimed = of[v->symbol].unclaimed || v->is_claimed ? of[v->symbol].unclaimed : v;
        }
        if (is_in_facts(n, of, c->a) && is_in_facts(n, of, c->b) && !host_is_number(c->a) && !host_is_number(c->b)) {
            count_symbols(of, c->a, place, false);
            count_symbols(of, c->b, place, false);
        }
    }
    for (int relates = 1; relates >= 0; relates--) /* those that relate facts come first */
        for (uint32_t i = 0; i < count && n->numbers < HOST_NUMBERS_MOST; i++)
            if (!n->of_symbol.data[i] && n->is_apart[i] && of[i].is_in_fact && (relates ? of[i].count > 1 : of[i].is_shaped))
                host_name_number(n, i, of[i].unclaimed);
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        const struct host_argument *a = &launch->arguments[i];
        if (a->size_bytes && a->offset_bytes && is_free(n, a->size_bytes) && is_free(n, a->offset_bytes)) {
            note_sized(of, a->size_bytes);
            note_sized(of, a->offset_bytes);
        }
    }
    for (uint32_t i = 0; i < count && n->numbers < HOST_NUMBERS_MOST; i++)
        if (!n->of_symbol.data[i] && n->is_apart[i] && of[i].is_sized)
            host_name_number(n, i, of[i].unclaimed);
}

/* A whole product of `int`s is an `int`, whatever wider parameter it is passed as. */
static void bound_products(struct host_names *n) {
    for (uint32_t i = 0; i < n->compounds.size; i++) {
        const struct host_compound *c = &n->compounds.data[i];
        if (host_is_whole(n, c->value) && c->value->most == INT32_MAX)
            host_add_once(&n->relations, arena_printf(n->arena, "%s <= %" PRId64, c->name, c->value->most));
    }
}

void host_name_symbols(struct host_names *n, uint32_t count) {
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
    n->is_apart = list_apart(n, count);
    bound_products(n);
    solve_equations(n);
    name_numbers(n, count);
    host_name_members(n);
}

static void give_size_name(struct host_names *n, const struct host_value *v, const char *name) {
    bool is_curved = v && (v->op == HOST_DIV || v->op == HOST_REM || v->op == HOST_MIN || v->op == HOST_MAX);
    if (is_curved && !host_has_claim(v) && host_text_of(n, v, 0) && !host_compound_name(n, v))
        vec_push(&n->compounds, (struct host_compound){v, name});
}

void host_name_sizes(struct host_names *n, const char *name, const struct host_value *const sizes[3]) {
    for (int axis = 0; axis < 3; axis++)
        give_size_name(n, sizes[axis], arena_printf(n->arena, "%s.%c", name, axes[axis]));
}

void host_name_arguments(struct host_names *n) {
    for (uint32_t i = 0; i < n->launch->argument_count; i++) {
        const struct host_argument *a = &n->launch->arguments[i];
        const struct host_value *v = a->value;
        if (a->is_pointer || !*a->name || !v || v->op < HOST_ADD || host_has_claim(v) || !host_text_of(n, v, 0))
            continue;
        if (v->op == HOST_MUL && host_is_number(v->b) && v->b->number > 1)
            vec_push(&n->scaled, ((struct host_scaled){v->a, v->b->number, a->reading}));
        if (!host_compound_name(n, v))
            vec_push(&n->compounds, (struct host_compound){v, a->reading});
    }
}

void host_names_release(struct host_names *n) {
    vec_release(&n->of_symbol);
    vec_release(&n->named_by);
    vec_release(&n->compounds);
    vec_release(&n->scaled);
    vec_release(&n->solved);
    vec_release(&n->members);
    vec_release(&n->stated);
    vec_release(&n->fixed.list);
    vec_release(&n->relations.list);
    vec_release(&n->claims.list);
    vec_release(&n->claimed);
    vec_release(&n->assumed.list);
    vec_release(&n->natural.list);
}

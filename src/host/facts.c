/* See facts.h.
 *
 * Symbols get names (names.h). Then each size, argument, extent and condition whose symbols all have names is printed as an expression of
 * docs/launches.md. Values are whole numbers that fit 64 bits, as those expressions have them. */
#include "host/facts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "host/names.h"
#include "kernel/signature.h"

static const char axes[] = "xyz";

/* ---- facts ---- */

static void add_relation(struct host_names *n, const char *relation) {
    host_add_once(&n->relations, relation);
}

/* The bounds of a value that cannot be told; one that is claimed to fit what it is passed as rests on that claim. */
static void add_bounds(struct host_names *n, const char *name, const struct host_value *v) {
    const char *most = v->most < INT32_MAX ? arena_printf(n->arena, "%s <= %" PRId64, name, v->most) : NULL;
    bool is_fitted = v->is_claimed && !host_has_claim(v->a) && !host_has_claim(v->b);
    if (v->op == HOST_NUMBER || (host_has_claim(v) && !is_fitted) || (v->least < 0 && is_fitted))
        return;
    if (v->least < 0) {
        host_add_range(n, name, v->least, v->most, true);
        return;
    }
    if (is_fitted && v->least > 0)
        host_add_once(&n->claims, arena_printf(n->arena, "%s %s (as it is passed)", name, host_bound_text(n, v->most)));
    if (v->least > 0)
        add_relation(n, arena_printf(n->arena, "%s >= %" PRId64, name, v->least));
    if (most && !is_fitted)
        add_relation(n, most);
}

/* What follows for a quotient from the bounds of its parts is not for everybody to see. */
static bool divides_by_symbol(const struct host_value *v) {
    return v && v->op >= HOST_ADD && ((v->op == HOST_DIV && v->b->op != HOST_NUMBER) || divides_by_symbol(v->a) || divides_by_symbol(v->b));
}

/* A compound has the name, or its parts have names of their own by now: what it is made of, in names of smaller compounds, too. */
static const char *parts_text(struct host_names *n, const struct host_value *v) {
    const struct host_value *none = host_number(n->arena, 0);
    struct host_compound *own = NULL;
    for (uint32_t i = 0; v && i < n->compounds.size; i++)
        own = host_value_is_same(n->compounds.data[i].value, v) ? &n->compounds.data[i] : own;
    const struct host_value *value = own ? own->value : NULL;
    if (own)
        own->value = none;
    const char *told = v && v->op >= HOST_ADD ? host_text(n, v) : NULL;
    if (own)
        own->value = value;
    return told;
}

static void add_equality(struct host_names *n, const char *name, const struct host_value *v) {
    bool is_named = host_is_named_by(n, v, name);
    if (host_is_solved(n, name))
        return;
    const char *told = is_named ? parts_text(n, v) : host_text(n, v);
    if (told)
        add_relation(n, arena_printf(n->arena, "%s == %s", name, told));
    if ((told && divides_by_symbol(v)) || (!told && v && (!host_is_named_by(n, v, name) || v->op != HOST_SYMBOL)))
        add_bounds(n, name, v);
}

/* All three numbers, or a relation for each axis that is known. Numbers that no launch has tell nothing. */
static void add_sizes(struct host_names *n, const char *name, const struct host_value *const sizes[3], uint32_t numbers[3]) {
    bool is_whole = true;
    for (int axis = 0; axis < 3; axis++)
        is_whole &= host_is_number(sizes[axis]) && sizes[axis]->number > 0 && sizes[axis]->number <= INT32_MAX;
    for (int axis = 0; axis < 3; axis++) {
        numbers[axis] = is_whole ? (uint32_t)sizes[axis]->number : 0;
        if (!is_whole)
            add_equality(n, arena_printf(n->arena, "%s.%c", name, axes[axis]), sizes[axis]);
    }
}

/* The first of the sizes that is a number out of range, in words; NULL: there is none. */
static const char *find_beyond(struct arena *arena, const char *name, const struct host_value *const sizes[3], const int64_t most[3]) {
    for (int axis = 0; axis < 3; axis++)
        if (host_is_number(sizes[axis]) && (sizes[axis]->number < 1 || sizes[axis]->number > most[axis]))
            return arena_printf(arena, "%s.%c is %" PRId64 ", not from 1 to %" PRId64, name, axes[axis], sizes[axis]->number, most[axis]);
    return NULL;
}

static const char *why_it_fails(struct arena *arena, const struct host_launch *launch) {
    const char *why = find_beyond(arena, "gridDim", launch->grid, host_grid_most);
    why = why ? why : find_beyond(arena, "blockDim", launch->block, host_block_most);
    int64_t threads = 1; /* at least: the axes that are known */
    for (int axis = 0; axis < 3 && !why; axis++)
        threads *= host_is_number(launch->block[axis]) ? launch->block[axis]->number : 1;
    if (!why && threads > HOST_THREADS_MOST)
        why = arena_printf(arena, "blocks of %" PRId64 " threads; there are at most %d", threads, HOST_THREADS_MOST);
    if (!why && host_is_number(launch->shared) && launch->shared->number > HOST_SHARED_MOST)
        why = arena_printf(arena, "%" PRId64 " bytes of shared memory; there are at most %d", launch->shared->number, HOST_SHARED_MOST);
    return why;
}

static const char *condition_text(struct host_names *n, const struct host_condition *c) {
    static const char *const words[] = {[HOST_EQ] = "==", [HOST_NE] = "!=", [HOST_LT] = "<", [HOST_LE] = "<="};
    if (c->is_power)
        return host_text(n, c->a) ? arena_printf(n->arena, "power_of_two(%s)", host_text(n, c->a)) : NULL;
    const char *a = host_text(n, c->a), *b = a ? host_text(n, c->b) : NULL;
    return b ? arena_printf(n->arena, "%s %s %s", a, words[c->op], b) : NULL;
}

/* The value by a number that divides it; NULL: that is not seen. */
static const struct host_value *divide(struct host_names *n, const struct host_value *v, int64_t by) {
    if (!v || by <= 0 || by == 1)
        return by == 1 ? v : NULL;
    if (v->op == HOST_NUMBER)
        return v->number % by == 0 ? host_number(n->arena, v->number / by) : NULL;
    if (v->op == HOST_MUL && host_is_number(v->b) && v->b->number > 0 && v->b->number % by == 0)
        return host_combine(n->arena, HOST_MUL, v->a, host_number(n->arena, v->b->number / by));
    if (v->op == HOST_MUL) {
        const struct host_value *a = divide(n, v->a, by), *b = a ? NULL : divide(n, v->b, by);
        return a ? host_combine(n->arena, HOST_MUL, a, v->b) : b ? host_combine(n->arena, HOST_MUL, v->a, b) : NULL;
    }
    if (v->op == HOST_ADD || v->op == HOST_SUB || v->op == HOST_MIN || v->op == HOST_MAX)
        return host_combine(n->arena, v->op, divide(n, v->a, by), divide(n, v->b, by));
    return NULL;
}

/* Of several allocations only one may have been made: the sizes of the others may not have been computed, or may be quotients by 0, of which
   nothing is told. */
static const char *size_text(struct host_names *n, const struct host_argument *argument, const struct host_value *size) {
    if (!argument->is_least)
        return host_text(n, size);
    return divides_by_symbol(size) ? NULL : host_text_if_computed(n, size);
}

/* Those sizes may be negative, too. */
static const char *natural_text(struct host_names *n, const struct host_argument *argument, const struct host_value *size, const char *told) {
    return told && argument->is_least && size->least < 0 ? arena_printf(n->arena, "max(0, %s)", told) : told;
}

/* Behind a pointer into an allocation: what is left of it, nothing where the pointer lies beyond its end. Not where another argument is told in
   terms of the same memory. */
static const char *rest_text(struct host_names *n, const struct host_argument *argument, uint32_t size) {
    const struct host_value *bytes = argument->size_bytes, *offset = argument->offset_bytes;
    const uint32_t index = (uint32_t)(argument - n->launch->arguments);
    if (!bytes || !offset || size == 0 || offset->least < 0)
        return NULL;
    for (uint32_t i = 0; i < n->launch->alias_count; i++)
        if (n->launch->aliases[i].name == index)
            return NULL;
    const struct host_value *all = divide(n, bytes, size), *before = divide(n, offset, size);
    const struct host_value *rest = host_combine(n->arena, HOST_SUB, all, before);
    const char *text = size_text(n, argument, bytes) && host_text(n, offset) ? size_text(n, argument, rest) : NULL; /* what these rest on */
    if (!text || rest->least >= 0)
        return text;
    return rest->most <= 0 ? "0" : arena_printf(n->arena, "max(0, %s)", text);
}

/* Where in its memory a pointer lies of which rest_text() tells what is left; false: it cannot be told. */
static bool place_of(struct host_names *n, const struct host_argument *a, struct launch_place *place) {
    uint32_t size = strchr(a->name, '.') ? 0 : signature_pointee(signature_type(n->arena, n->launch->display, a->param)).bytes;
    const struct host_value *all = size > 0 ? divide(n, a->size_bytes, size) : NULL, *before = all ? divide(n, a->offset_bytes, size) : NULL;
    *place = (struct launch_place){a->name, all ? natural_text(n, a, all, size_text(n, a, all)) : NULL, before ? host_text(n, before) : NULL};
    return place->elements && place->offset;
}

/* What lies behind a pointer at the start of its allocation: elements where they fill it, else bytes. */
static const char *extent_text(struct host_names *n, const struct host_argument *argument, bool *in_bytes) {
    bool is_member = strchr(argument->name, '.') != NULL;
    const char *type = is_member ? "" : signature_type(n->arena, n->launch->display, argument->param);
    uint32_t size = signature_pointee(type).bytes;
    const struct host_value *bytes = argument->size_bytes, *offset = argument->offset_bytes;
    *in_bytes = size == 0;
    if (!bytes || !host_is_number(offset) || offset->number != 0)
        return rest_text(n, argument, size);
    const struct host_value *elements = size > 0 ? divide(n, bytes, size) : NULL;
    const char *told = elements ? host_text_of(n, elements, 0) : NULL;
    if (told)
        return size_text(n, argument, bytes) ? natural_text(n, argument, elements, told) : NULL;
    *in_bytes = true;
    return natural_text(n, argument, bytes, size_text(n, argument, bytes));
}

/* Devices have addresses of 57 bits at most: no allocation that succeeds is as large. */
static const int64_t bytes_most = INT64_C(1) << 57;

/* An allocation that succeeded has a size that is not negative, and not huge; not the smallest of several, of which one may never be made. */
static void add_size_relation(struct host_names *n, const struct host_argument *argument) {
    const struct host_value *v = argument->is_least ? NULL : argument->size_bytes;
    int64_t most = bytes_most;
    for (; v && v->op == HOST_MUL && host_is_number(v->b) && v->b->number > 0; v = v->a)
        most = most / v->b->number + (most % v->b->number != 0);
    const char *told = v && v->least < 0 ? host_text(n, v) : NULL;
    if (told)
        add_relation(n, arena_printf(n->arena, "%s >= 0", told));
    const char *size = v && v->most > most && (v->op == HOST_MUL || v->op == HOST_SYMBOL) ? host_text(n, v) : NULL;
    if (size && host_text(n, argument->size_bytes)) /* which does not wrap */
        add_relation(n, arena_printf(n->arena, "%s < %" PRId64, size, most));
    if (told && v->op == HOST_SYMBOL && !v->is_claimed && v->most <= INT32_MAX)
        host_add_once(&n->natural, told);
}

/* A condition of the launch bounds the symbol from below (or from above) by a number, and is told itself. */
static bool is_bounded(const struct host_names *n, uint32_t symbol, bool below) {
    bool is = false;
    for (uint32_t i = 0; i < n->launch->condition_count; i++) {
        const struct host_condition *c = &n->launch->conditions[i];
        const struct host_value *number = below ? c->a : c->b, *v = below ? c->b : c->a;
        is |= v->op == HOST_SYMBOL && v->symbol == symbol && host_is_number(number) && c->op != HOST_NE;
    }
    return is;
}

/* The bounds that a parameter of the type has anyhow. */
static void type_bounds(const char *type, int64_t *least, int64_t *most) {
    static const struct {
        const char *type;
        int64_t least, most;
    } all[] = {{"bool", 0, 1},
               {"char", INT8_MIN, INT8_MAX},
               {"signed char", INT8_MIN, INT8_MAX},
               {"unsigned char", 0, UINT8_MAX},
               {"short", INT16_MIN, INT16_MAX},
               {"unsigned short", 0, UINT16_MAX},
               {"int", INT32_MIN, INT32_MAX},
               {"unsigned int", 0, UINT32_MAX},
               {"unsigned long", 0, INT64_MAX},
               {"unsigned long long", 0, INT64_MAX}};
    *least = INT64_MIN;
    *most = INT64_MAX;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(type, all[i].type) == 0) {
            *least = all[i].least;
            *most = all[i].most;
        }
}

/* A condition of the launch says of the symbol that it is at least (at most) `bound`, or more than that. */
static bool is_bounded_by(const struct host_names *n, uint32_t symbol, bool below, int64_t bound) {
    bool is = false;
    for (uint32_t i = 0; i < n->launch->condition_count; i++) {
        const struct host_condition *c = &n->launch->conditions[i];
        const struct host_value *number = below ? c->a : c->b, *v = below ? c->b : c->a;
        if (v->op != HOST_SYMBOL || v->symbol != symbol || !host_is_number(number) || c->op == HOST_NE)
            continue;
        int64_t strict = c->op == HOST_LT; /* a number further on */
        is |= below ? number->number >= bound - strict : number->number <= bound + strict;
    }
    return is;
}

/* What is known of a number for other reasons than its type and conditions: a counter that begins at 1 and grows. */
static void add_own_bounds(struct host_names *n, const struct host_argument *a) {
    const struct host_value *v = a->value;
    int64_t least, most;
    if (v->op != HOST_SYMBOL || v->is_claimed || !host_is_named_by(n, v, a->reading))
        return;
    type_bounds(strchr(a->name, '.') ? "" : signature_type(n->arena, n->launch->display, a->param), &least, &most);
    bool has_least = v->least > INT32_MIN && v->least <= INT32_MAX && v->least > least && !is_bounded_by(n, v->symbol, true, v->least);
    bool has_most = v->most <= INT32_MAX && v->most < most && !is_bounded_by(n, v->symbol, false, v->most);
    host_add_range(n, a->reading, has_least ? v->least : INT64_MIN, has_most ? v->most : INT64_MAX, false);
}

static struct launch_value *take_numbers(struct host_names *n, uint32_t *count) {
    const struct host_launch *launch = n->launch;
    struct launch_value *values = arena_alloc(n->arena, (launch->argument_count + 1) * sizeof *values);
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        const struct host_argument *a = &launch->arguments[i];
        if (!*a->name || (a->is_pointer && !(a->real && isfinite(*a->real))))
            continue;
        if (a->real && isfinite(*a->real)) {
            values[(*count)++] = (struct launch_value){.name = a->name, .is_real = true, .real = *a->real};
        } else if (host_is_number(a->value)) {
            values[(*count)++] = (struct launch_value){.name = a->name, .value = a->value->number};
        } else if (a->value) {
            add_equality(n, a->reading, a->value);
            add_own_bounds(n, a);
        }
    }
    return values;
}

static void take_pointers(struct host_names *n, struct launch_site *site) {
    const struct host_launch *launch = n->launch;
    struct launch_extent *extents = arena_alloc(n->arena, (launch->argument_count + 1) * sizeof *extents);
    const char **inside = arena_alloc(n->arena, (launch->argument_count + 1) * sizeof *inside);
    struct launch_place *places = arena_alloc(n->arena, (launch->argument_count + 1) * sizeof *places);
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        const struct host_argument *a = &launch->arguments[i];
        bool in_bytes = false;
        if (!*a->name || !a->is_pointer || (a->real && isfinite(*a->real)))
            continue;
        const char *extent = a->is_null ? "0" : extent_text(n, a, &in_bytes);
        add_size_relation(n, a);
        if (extent)
            extents[site->extent_count++] = (struct launch_extent){a->name, extent, in_bytes};
        if (!extent || a->is_null || (host_is_number(a->offset_bytes) && a->offset_bytes->number == 0))
            continue;
        inside[site->inside_count++] = a->name;
        site->place_count += place_of(n, a, &places[site->place_count]);
    }
    site->extents = extents;
    site->inside = inside;
    site->places = places;
}

/* ---- pointers into one allocation ---- */

/* The distance in elements; NULL: it cannot be told. */
static const char *distance_text(struct host_names *n, const struct host_alias *alias) {
    const char *type = signature_type(n->arena, n->launch->display, n->launch->arguments[alias->of].param);
    const struct host_value *elements = divide(n, alias->bytes, signature_pointee(type).bytes);
    return elements ? host_text(n, elements) : NULL;
}

/* What the pointer is told in terms of, or itself. */
static const char *group_of(const struct launch_site *site, const char *name) {
    for (uint32_t i = 0; i < site->alias_count; i++)
        if (strcmp(site->aliases[i].name, name) == 0)
            return site->aliases[i].of;
    return name;
}

/* Distances that can be told, and the pairs of pointers that are left. */
static void take_aliases(struct host_names *n, struct launch_site *site) {
    const struct host_launch *launch = n->launch;
    struct launch_alias *aliases = arena_alloc(n->arena, (launch->alias_count + (size_t)launch->argument_count + 1) * sizeof *aliases);
    site->aliases = aliases;
    for (uint32_t i = 0; i < launch->argument_count; i++)
        if (launch->arguments[i].is_null && *launch->arguments[i].name)
            aliases[site->alias_count++] = (struct launch_alias){launch->arguments[i].name, SIGNATURE_NULL, NULL};
    for (uint32_t i = 0; i < launch->alias_count; i++) {
        const struct host_alias *alias = &launch->aliases[i];
        bool is_zero = host_is_number(alias->bytes) && alias->bytes->number == 0;
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

static bool has_name(const struct host_names *n, const struct host_value *v) {
    if (!v)
        return false;
    return v->op == HOST_SYMBOL ? n->of_symbol.data[v->symbol] != NULL : host_is_whole(n, v) || has_name(n, v->a) || has_name(n, v->b);
}

/* Any value that conditions let it have comes to the launch. */
static bool takes_each_value(const struct host_names *n, uint32_t symbol) {
    bool takes = n->code->symbols.data[symbol].is_input;
    for (uint32_t i = 0; i < n->launch->each_count; i++)
        takes |= n->launch->each[i] == symbol;
    return takes;
}

/* A symbol without a name, or one that the program computes; NULL: there is none. */
static const struct host_symbol *hidden_symbol(const struct host_names *n, const struct host_value *v) {
    if (!v || host_is_whole(n, v))
        return NULL;
    const struct host_symbol *symbol = v->op == HOST_SYMBOL ? &n->code->symbols.data[v->symbol] : hidden_symbol(n, v->a);
    if (v->op == HOST_SYMBOL)
        return takes_each_value(n, v->symbol) && n->of_symbol.data[v->symbol] ? NULL : symbol;
    return symbol ? symbol : hidden_symbol(n, v->b);
}

/* One side is an input that nothing else mentions: the condition holds for some value of it. */
static bool is_met_by_input(const struct host_names *n, uint32_t index) {
    const struct host_condition *c = &n->launch->conditions[index];
    for (int side = 0; side < 2; side++) {
        const struct host_value *v = side == 0 ? c->a : c->b;
        bool is_free = v->op == HOST_SYMBOL && n->code->symbols.data[v->symbol].is_input && !n->of_symbol.data[v->symbol] &&
                       !host_mentions(side == 0 ? c->b : c->a, v->symbol);
        for (uint32_t i = 0; i < n->launch->condition_count && is_free; i++)
            is_free = i == index || n->launch->conditions[i].is_shown ||
                      (!host_mentions(n->launch->conditions[i].a, v->symbol) && !host_mentions(n->launch->conditions[i].b, v->symbol));
        if (is_free)
            return true;
    }
    return false;
}

bool host_is_in_numbers(const struct host_launch *launch, uint32_t symbol) {
    bool is_in = false;
    for (int axis = 0; axis < 3; axis++)
        is_in |= host_mentions(launch->grid[axis], symbol) || host_mentions(launch->block[axis], symbol);
    for (uint32_t i = 0; i < launch->argument_count; i++)
        is_in |= host_mentions(launch->arguments[i].value, symbol) || host_mentions(launch->arguments[i].size_bytes, symbol);
    return is_in;
}

/* A condition says more of the symbol than a bound that both readings have. */
static bool is_in_conditions(const struct host_names *n, uint32_t symbol, uint32_t other) {
    bool is_in = false;
    for (uint32_t i = 0; i < n->launch->condition_count; i++) {
        const struct host_condition *c = &n->launch->conditions[i];
        bool is_lower = host_is_number(c->a), is_bound = (is_lower || host_is_number(c->b)) && c->op != HOST_NE;
        is_in |= (host_mentions(c->a, symbol) || host_mentions(c->b, symbol)) && !(is_bound && is_bounded(n, other, is_lower));
    }
    return is_in;
}

/* A value that a size or argument has in one reading, and another one, or a condition, in another: signed, unsigned, its low bits, or a text.
   Facts do not relate the two. NULL: there is none. */
static const struct host_symbol *find_two_readings(const struct host_names *n) {
    const struct host_symbol *symbols = n->code->symbols.data;
    for (uint32_t i = 0; i < n->code->symbols.size; i++)
        for (uint32_t j = 0; j < n->code->symbols.size && host_is_in_numbers(n->launch, i); j++)
            if (i != j && host_is_one_source(&symbols[i], &symbols[j]) && (host_is_in_numbers(n->launch, j) || is_in_conditions(n, j, i)))
                return &symbols[i];
    return NULL;
}

/* What decides the launch's sizes and numbers, and is not known as an input of the program or in terms of inputs; NULL: nothing. */
static const char *find_omitted(struct host_names *n) {
    const struct host_launch *launch = n->launch;
    const struct host_symbol *found = NULL;
    for (int axis = 0; axis < 3 && !found; axis++) {
        found = hidden_symbol(n, launch->grid[axis]);
        found = found ? found : hidden_symbol(n, launch->block[axis]);
    }
    for (uint32_t i = 0; i < launch->argument_count && !found; i++) {
        bool in_bytes, is_sized = launch->arguments[i].size_bytes && extent_text(n, &launch->arguments[i], &in_bytes);
        found = hidden_symbol(n, launch->arguments[i].value);
        found = found || !is_sized ? found : hidden_symbol(n, launch->arguments[i].size_bytes);
    }
    for (uint32_t i = 0; i < launch->condition_count && !found; i++) {
        const struct host_condition *c = &launch->conditions[i];
        const struct host_symbol *hidden = hidden_symbol(n, c->a);
        hidden = hidden ? hidden : hidden_symbol(n, c->b);
        found = (has_name(n, c->a) || has_name(n, c->b)) && !is_met_by_input(n, i) ? hidden : NULL;
    }
    for (uint32_t i = 0; i < launch->argument_count && !found; i++) {
        const struct host_argument *a = &launch->arguments[i];
        if (!a->is_pointer && !a->is_float && !a->value)
            return a->origin ? a->origin : "a number";
    }
    for (uint32_t i = 0; i < launch->argument_count && !found; i++)
        if (launch->arguments[i].is_least)
            return arena_printf(n->arena, "which allocation '%s' points to", launch->arguments[i].name);
    found = found ? found : find_two_readings(n);
    return found ? found->what : launch->omitted;
}

static const char *const *computed_reals(struct arena *arena, const struct host_launch *launch, uint32_t *count) {
    const char **list = arena_alloc(arena, (launch->argument_count + 1) * sizeof *list);
    for (uint32_t i = 0; i < launch->argument_count; i++)
        if (launch->arguments[i].is_computed && *launch->arguments[i].name)
            list[(*count)++] = launch->arguments[i].name;
    return list;
}

static const char *const *list_of(struct arena *arena, const struct host_texts *texts, uint32_t *count) {
    const char **list = arena_alloc(arena, (texts->list.size + 1) * sizeof *list);
    for (*count = 0; *count < texts->list.size; (*count)++)
        list[*count] = texts->list.data[*count];
    return list;
}

/* A number of the host, or what an equation gave a name: its range is told. */
static bool is_told_with_range(const struct host_names *n, const struct host_value *symbol) {
    const char *name = n->of_symbol.data[symbol->symbol];
    return name && (*name == '(' || strncmp(name, "host.", 5) == 0);
}

/* An input that decides nothing else: each number of its type comes. */
static bool is_free_input(const struct host_names *n, const struct host_value *v) {
    bool is_free = v->op == HOST_SYMBOL && n->code->symbols.data[v->symbol].is_input && !host_is_in_numbers(n->launch, v->symbol);
    for (uint32_t i = 0; i < n->launch->condition_count && is_free; i++)
        is_free = n->launch->conditions[i].is_shown ||
                  (!host_mentions(n->launch->conditions[i].a, v->symbol) && !host_mentions(n->launch->conditions[i].b, v->symbol));
    return is_free;
}

/* A range whose bounds have no name is told with their bounds; *is_wider: other contents than the program's are within these. */
static const char *content_text(struct host_names *n, const struct host_content *c, bool *is_wider) {
    static const char *const words[] = {
        [HOST_ZERO] = "zero", [HOST_IN_RANGE] = "in_range", [HOST_DISTINCT] = "distinct", [HOST_INCREASING] = "increasing", [HOST_SORTED] = "sorted"};
    const char *count = c->count ? host_text(n, c->count) : NULL, *range = "";
    if (c->count && !count)
        return NULL;
    if (c->kind == HOST_IN_RANGE) {
        const char *low = host_text(n, c->low), *high = host_text(n, c->high);
        *is_wider |= (!low || !high) && !is_free_input(n, c->low);
        low = low ? low : host_text(n, host_number(n->arena, c->low->least));
        high = high ? high : host_text(n, host_number(n->arena, c->high->most));
        if (!low || !high)
            return NULL;
        range = arena_printf(n->arena, ", %s, %s", low, high);
    }
    const char *first = c->first ? host_text(n, c->first) : "0";
    return count && first ? arena_printf(n->arena, "%s(%s%s, %s, %s)", words[c->kind], c->name, range, first, count)
           : !count       ? arena_printf(n->arena, "%s(%s%s)", words[c->kind], c->name, range)
                          : NULL;
}

static struct launch_site make_site(struct arena *arena, const struct host_code *code, const struct host_launch *launch) {
    struct launch_site site = {.kernel = launch->kernel ? launch->kernel : "*",
                               .file = launch->file,
                               .line = launch->line,
                               .stated_file = launch->file,
                               .stated_line = launch->line,
                               .program = launch->program,
                               .program_count = launch->program_count,
                               .is_plain = launch->is_plain,
                               .is_cooperative = launch->is_cooperative,
                               .has_apart_textures = !launch->is_general && launch->textures == HOST_TEXTURES_APART,
                               .has_pointers_apart = !launch->is_general && launch->has_pointers_apart,
                               .held = launch->is_general ? NULL : launch->held,
                               .held_count = launch->is_general ? 0 : launch->held_count,
                               .has_shared_textures = !launch->is_general && launch->textures == HOST_TEXTURES_SHARED,
                               .is_read = true};
    struct host_names n = {.arena = arena, .code = code, .launch = launch};
    if (launch->is_general) {
        site.why = launch->why;
        return site;
    }
    host_name_symbols(&n, code->symbols.size);
    host_name_sizes(&n, "blockDim", launch->block);
    add_sizes(&n, "gridDim", launch->grid, site.grid);
    add_sizes(&n, "blockDim", launch->block, site.block);
    host_name_sizes(&n, "gridDim", launch->grid);
    site.fails = why_it_fails(arena, launch);
    if (host_is_number(launch->shared) && launch->shared->number >= 0) {
        site.has_dynamic_shared = true;
        site.dynamic_shared_bytes = (uint64_t)launch->shared->number;
    }
    if (!site.has_dynamic_shared && launch->shared)
        site.dynamic_shared = host_text(&n, launch->shared);
    site.values = take_numbers(&n, &site.value_count);
    host_name_arguments(&n);
    take_pointers(&n, &site);
    for (uint32_t i = 0; i < launch->condition_count; i++) {
        const struct host_condition *c = &launch->conditions[i];
        bool is_range = (c->a->op == HOST_SYMBOL && is_told_with_range(&n, c->a) && host_is_number(c->b)) ||
                        (c->b->op == HOST_SYMBOL && is_told_with_range(&n, c->b) && host_is_number(c->a));
        bool is_same = c->op == HOST_EQ && !c->is_power && c->a->op == HOST_SYMBOL &&
                       host_is_named_by(&n, c->b, n.of_symbol.data[c->a->symbol] ? n.of_symbol.data[c->a->symbol] : "");
        const char *told = is_same || (is_range && c->op != HOST_NE) ? NULL : condition_text(&n, c);
        if (told)
            add_relation(&n, told);
    }
    const char **summaries = arena_alloc(arena, (launch->summary_count + (size_t)launch->content_count + 1) * sizeof *summaries);
    for (uint32_t i = 0; i < launch->summary_count; i++)
        summaries[site.summary_count++] = launch->summaries[i];
    for (uint32_t i = 0; i < launch->content_count; i++) {
        bool is_wider = false;
        const char *told = content_text(&n, &launch->contents[i], &is_wider);
        if (told)
            add_relation(&n, told);
        for (uint32_t k = 0; k < site.summary_count && is_wider; k++)
            is_wider = strcmp(summaries[k], launch->contents[i].name) != 0;
        if (is_wider)
            summaries[site.summary_count++] = launch->contents[i].name;
    }
    take_aliases(&n, &site);
    host_add_type_facts(&n);
    host_drop_shown_claims(&n);
    site.relations = list_of(arena, &n.relations, &site.relation_count);
    site.claims = list_of(arena, &n.claims, &site.claim_count);
    site.assumed = list_of(arena, &n.assumed, &site.assumed_count);
    struct launch_stated *stated = arena_alloc(arena, (n.stated.size + (size_t)1) * sizeof *stated);
    for (; site.stated_count < n.stated.size; site.stated_count++)
        stated[site.stated_count] = n.stated.data[site.stated_count];
    site.stated = stated;
    site.fixed = list_of(arena, &n.fixed, &site.fixed_count);
    site.omitted = find_omitted(&n);
    site.initial = launch->initial;
    site.initial_count = launch->initial_count;
    site.summaries = summaries;
    site.stored = launch->stored;
    site.stored_count = launch->stored_count;
    site.given = launch->given;
    site.given_count = launch->given_count;
    site.reals = computed_reals(arena, launch, &site.real_count);
    host_names_release(&n);
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

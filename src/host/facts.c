/* See facts.h.
 *
 * A symbol gets the name of the first parameter or size that is passed exactly this symbol. Then each size, argument, extent and
 * condition whose symbols all have names is printed as an expression of docs/launches.md. Values are whole numbers that fit 64 bits,
 * as those expressions have them. */
#include "host/facts.h"

#include <inttypes.h>
#include <string.h>

#include "kernel/signature.h"

struct names {
    struct arena *arena;
    const struct host_launch *launch;
    VEC(const char *) of_symbol; /* NULL: none */
    VEC(const char *) relations;
};

static const char axes[] = "xyz";

/* ---- values in words ---- */

static const char *const operators[] = {[HOST_ADD] = "+", [HOST_SUB] = "-", [HOST_MUL] = "*", [HOST_DIV] = "/", [HOST_REM] = "%"};

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
    const char *a = text_of(n, v->a, depth + 1), *b = a ? text_of(n, v->b, depth + 1) : NULL;
    if (!b || strlen(a) + strlen(b) > 400)
        return NULL;
    if (v->op == HOST_MIN || v->op == HOST_MAX)
        return arena_printf(n->arena, "%s(%s, %s)", v->op == HOST_MIN ? "min" : "max", a, b);
    bool is_atom_a = v->a->op < HOST_ADD || v->a->op >= HOST_MIN, is_atom_b = v->b->op < HOST_ADD || v->b->op >= HOST_MIN;
    return arena_printf(n->arena, "%s%s%s %s %s%s%s", is_atom_a ? "" : "(", a, is_atom_a ? "" : ")", operators[v->op], is_atom_b ? "" : "(", b, is_atom_b ? "" : ")");
}

static const char *text(const struct names *n, const struct host_value *v) {
    return text_of(n, v, 0);
}

static bool is_number(const struct host_value *v) {
    return v && v->op == HOST_NUMBER;
}

/* ---- names of symbols ---- */

static void give_name(struct names *n, const struct host_value *v, const char *name) {
    if (v && v->op == HOST_SYMBOL && v->symbol < n->of_symbol.size && !n->of_symbol.data[v->symbol])
        n->of_symbol.data[v->symbol] = name;
}

static bool is_named_by(const struct names *n, const struct host_value *v, const char *name) {
    return v && v->op == HOST_SYMBOL && v->symbol < n->of_symbol.size && n->of_symbol.data[v->symbol] && strcmp(n->of_symbol.data[v->symbol], name) == 0;
}

static void name_symbols(struct names *n, uint32_t count) {
    vec_resize_zero(&n->of_symbol, count);
    for (uint32_t i = 0; i < n->launch->argument_count; i++)
        give_name(n, n->launch->arguments[i].value, n->launch->arguments[i].name);
    for (int axis = 0; axis < 3; axis++) {
        give_name(n, n->launch->grid[axis], arena_printf(n->arena, "gridDim.%c", axes[axis]));
        give_name(n, n->launch->block[axis], arena_printf(n->arena, "blockDim.%c", axes[axis]));
    }
}

/* ---- facts ---- */

static void add_relation(struct names *n, const char *relation) {
    for (uint32_t i = 0; i < n->relations.size; i++)
        if (strcmp(n->relations.data[i], relation) == 0)
            return;
    vec_push(&n->relations, relation);
}

static void add_equality(struct names *n, const char *name, const struct host_value *v) {
    const char *told = is_named_by(n, v, name) ? NULL : text(n, v);
    if (told)
        add_relation(n, arena_printf(n->arena, "%s == %s", name, told));
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

static const char *condition_text(const struct names *n, const struct host_condition *c) {
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
    if (is_product && bytes->b->number > 0 && bytes->b->number % size == 0)
        return text(n, host_combine(n->arena, HOST_MUL, bytes->a, host_number(n->arena, bytes->b->number / size)));
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

struct launch_site host_site(struct arena *arena, const struct host_code *code, uint32_t index) {
    const struct host_launch *launch = &code->launches.data[index];
    struct launch_site site = {.kernel = launch->kernel ? launch->kernel : "*", .file = launch->file, .line = launch->line,
                               .stated_file = launch->file, .stated_line = launch->line, .is_read = true};
    struct names n = {.arena = arena, .launch = launch};
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
        const char *told = condition_text(&n, &launch->conditions[i]);
        if (told)
            add_relation(&n, told);
    }
    const char **relations = arena_alloc(arena, (n.relations.size + 1) * sizeof *relations);
    for (uint32_t i = 0; i < n.relations.size; i++)
        relations[site.relation_count++] = n.relations.data[i];
    site.relations = relations;
    site.overlaps = launch->overlaps;
    site.overlap_count = launch->overlap_count;
    site.all_distinct = launch->all_distinct;
    vec_release(&n.of_symbol);
    vec_release(&n.relations);
    return site;
}

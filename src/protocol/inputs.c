/* Taint from inputs to sinks; see inputs.h.

   Each source is a bit. Terms, arrays and loops have sets of sources, which grow
   until nothing changes:
     a term has those of its operands; a value read from an array those of the
       array's contents and of the address and guard of the read; the ordinal of a
       loop's last iteration those of the facts about it;
     an array has its own contents, if the host can fill it, and those of value,
       address and guard of every write to it.
   SESA takes a write's value only; its address and guard decide contents too.

   Terms are visited in the order of their ids, operands first; a round is linear,
   and the number of rounds is bounded by the longest chain through memory. */
#include "protocol/inputs.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "protocol/approximation.h"

typedef uint64_t source_bits;
enum {
    BITS_IN_WORD = 64,
    UNKNOWN_MAX = 192 /* more unknown values than this are one source */
};

struct taint {
    const struct protocol *p;
    struct arena *arena;
    VEC(struct input) sources;
    uint32_t words;
    uint32_t *array_source;   /* by array; PROTOCOL_NONE */
    uint32_t *symbol_source;  /* by symbol; PROTOCOL_NONE */
    uint32_t *item_source;    /* by item: of a write whose value is not known */
    uint32_t *symbol_array;   /* by symbol: the array it was read from */
    uint32_t *function_array; /* by function: the array whose contents it is */
    bool *symbol_reads_any;   /* by symbol: read through an unknown pointer */
    struct map items_at;      /* by location: the first item there */
    uint32_t *next_at;        /* by item: the next one there */
    source_bits *terms, *arrays, *loops;
    uint32_t unknown_count, unknown_rest;
    bool has_changed;
};

struct placed_use {
    struct input_use use;
    const struct loc *loc;
};

struct use_list {
    VEC(struct placed_use) uses;
};

static const char unknown_pointer[] = "value read through an unknown pointer";
static const char atomic_result[] = "result of an atomic operation";

static uint32_t add_source(struct taint *t, enum input_kind kind, const char *name, loc_ref location) {
    vec_push(&t->sources, (struct input){.kind = kind, .name = name, .location = location});
    return t->sources.size - 1;
}

static uint32_t add_unknown(struct taint *t, const char *name, loc_ref location) {
    if (t->unknown_count < UNKNOWN_MAX) {
        t->unknown_count++;
        return add_source(t, INPUT_UNKNOWN, name, location);
    }
    if (t->unknown_rest == PROTOCOL_NONE)
        t->unknown_rest = add_source(t, INPUT_UNKNOWN, "other unknown values", (loc_ref){0});
    return t->unknown_rest;
}

static bool is_field_of(const char *name, const char *param) {
    size_t length = strlen(param);
    return strncmp(name, param, length) == 0 && name[length] == '.';
}

static bool is_host_array(const struct proto_array *array) {
    return array->kind == ARRAY_PARAM || array->kind == ARRAY_GLOBAL || array->kind == ARRAY_CONSTANT || array->kind == ARRAY_LOADED ||
           array->kind == ARRAY_UNKNOWN;
}

static void add_array_source(struct taint *t, uint32_t array) {
    if (array == PROTOCOL_NONE || t->array_source[array] != PROTOCOL_NONE)
        return;
    t->array_source[array] = add_source(t, INPUT_CONTENTS, t->p->arrays[array].name, (loc_ref){0});
}

/* A parameter's own source, or those of the fields that are used. */
static void add_param_sources(struct taint *t, uint32_t index) {
    const struct proto_param *param = &t->p->params[index];
    uint32_t before = t->sources.size;
    for (uint32_t i = 0; i < symbol_count(t->p->terms); i++) {
        const struct symbol *symbol = symbol_get(t->p->terms, (symbol_ref){i});
        if (symbol->role == SYMBOL_PARAM && is_field_of(symbol->name, param->name))
            t->symbol_source[i] = add_source(t, INPUT_SCALAR, symbol->name, (loc_ref){0});
    }
    for (uint32_t i = 0; i < t->p->array_count; i++) {
        const struct proto_array *array = &t->p->arrays[i];
        if (array->kind == ARRAY_PARAM && array->param == index)
            add_array_source(t, i);
    }
    if (t->sources.size > before)
        return;
    if (param->is_pointer && param->array != PROTOCOL_NONE) {
        add_array_source(t, param->array);
        return;
    }
    uint32_t source = add_source(t, param->is_pointer ? INPUT_CONTENTS : INPUT_SCALAR, param->name, (loc_ref){0});
    if (!term_is_none(param->value))
        t->symbol_source[term_get(t->p->terms, param->value)->value] = source;
}

static bool is_atomic_result(const struct symbol *symbol) {
    return symbol->reason && strcmp(symbol->reason, atomic_result) == 0;
}

/* A symbol that stands for something not followed here; equal ones share a source. */
static void add_unknown_symbol(struct taint *t, struct string_map *seen, uint32_t id) {
    const struct symbol *symbol = symbol_get(t->p->terms, (symbol_ref){id});
    t->symbol_array[id] = approximation_array_of_symbol(t->p, (symbol_ref){id});
    t->symbol_reads_any[id] = symbol->reason && strcmp(symbol->reason, unknown_pointer) == 0;
    bool is_param = symbol->role == SYMBOL_PARAM && t->symbol_source[id] == PROTOCOL_NONE;
    if (is_param)
        t->symbol_source[id] = add_source(t, INPUT_SCALAR, symbol->name, (loc_ref){0});
    if (symbol->role != SYMBOL_VALUE || t->symbol_array[id] != PROTOCOL_NONE || is_atomic_result(symbol))
        return;
    const char *name = symbol->reason ? symbol->reason : symbol->name;
    char *key = arena_printf(t->arena, "%u %s", symbol->location, name);
    if (!string_map_get(seen, key, &t->symbol_source[id])) {
        t->symbol_source[id] = add_unknown(t, name, (loc_ref){symbol->location});
        string_map_set(seen, key, t->symbol_source[id]);
    }
}

static bool reads_at(const struct taint *t, loc_ref location) {
    uint32_t item;
    if (!map_get(&t->items_at, location.id, &item))
        return false;
    for (; item != PROTOCOL_NONE; item = t->next_at[item]) {
        if (t->p->items[item].kind == ITEM_ACCESS && t->p->items[item].mode == ACCESS_READ)
            return true;
    }
    return false;
}

static bool is_write(const struct proto_item *item) {
    return item->kind == ITEM_ACCESS && item->mode != ACCESS_READ;
}

/* A copy from memory to memory is a read and a write without value at one place. */
static bool is_copy(const struct taint *t, const struct proto_item *item) {
    return item->mode == ACCESS_WRITE && !term_is_const(t->p->terms, item->size, NULL) && reads_at(t, item->location);
}

static void add_unknown_writes(struct taint *t) {
    for (uint32_t i = 0; i < t->p->item_count; i++) {
        const struct proto_item *item = &t->p->items[i];
        t->item_source[i] = PROTOCOL_NONE;
        if (is_write(item) && term_is_none(item->value) && !is_copy(t, item))
            t->item_source[i] = add_unknown(t, arena_printf(t->arena, "value written to %s", t->p->arrays[item->array].name), item->location);
    }
}

static void index_items(struct taint *t) {
    for (uint32_t i = t->p->item_count; i-- > 0;) {
        t->next_at[i] = PROTOCOL_NONE;
        map_get(&t->items_at, t->p->items[i].location.id, &t->next_at[i]);
        map_set(&t->items_at, t->p->items[i].location.id, i);
    }
}

static uint32_t *none_of(struct arena *arena, uint32_t count) {
    uint32_t *made = arena_alloc(arena, count * sizeof *made);
    for (uint32_t i = 0; i < count; i++)
        made[i] = PROTOCOL_NONE;
    return made;
}

static void find_sources(struct taint *t) {
    const struct protocol *p = t->p;
    struct string_map seen;
    string_map_init(&seen);
    t->array_source = none_of(t->arena, p->array_count);
    t->symbol_source = none_of(t->arena, symbol_count(p->terms));
    t->symbol_array = none_of(t->arena, symbol_count(p->terms));
    t->symbol_reads_any = arena_alloc(t->arena, symbol_count(p->terms));
    t->item_source = none_of(t->arena, p->item_count);
    t->next_at = none_of(t->arena, p->item_count);
    t->function_array = none_of(t->arena, function_count(p->terms));
    for (uint32_t i = 0; i < function_count(p->terms); i++)
        t->function_array[i] = approximation_array_of_function(p, i);
    index_items(t);
    for (uint32_t i = 0; i < p->param_count; i++)
        add_param_sources(t, i);
    for (uint32_t i = 0; i < p->array_count; i++) {
        if (is_host_array(&p->arrays[i]))
            add_array_source(t, i);
    }
    for (uint32_t i = 12; i < symbol_count(p->terms); i++)
        add_unknown_symbol(t, &seen, i);
    add_unknown_writes(t);
    string_map_release(&seen);
    t->words = (t->sources.size + BITS_IN_WORD - 1) / BITS_IN_WORD;
}

static source_bits *set_of(const struct taint *t, source_bits *sets, uint32_t index) {
    return sets + (size_t)index * t->words;
}

static source_bits *term_set(const struct taint *t, term_ref term) {
    return set_of(t, t->terms, term.id);
}

static void add_bit(struct taint *t, source_bits *set, uint32_t source) {
    source_bits bit = UINT64_C(1) << source % BITS_IN_WORD;
    if (source == PROTOCOL_NONE || (set[source / BITS_IN_WORD] & bit))
        return;
    set[source / BITS_IN_WORD] |= bit;
    t->has_changed = true;
}

static void add_set(struct taint *t, source_bits *set, const source_bits *other) {
    for (uint32_t i = 0; i < t->words; i++) {
        if (other[i] & ~set[i]) {
            set[i] |= other[i];
            t->has_changed = true;
        }
    }
}

static void add_term(struct taint *t, source_bits *set, term_ref term) {
    if (!term_is_none(term))
        add_set(t, set, term_set(t, term));
}

static void add_arrays(struct taint *t, source_bits *set, uint32_t array) {
    if (array != PROTOCOL_NONE)
        add_set(t, set, set_of(t, t->arrays, array));
    for (uint32_t i = 0; i < t->p->array_count; i++) {
        if (array == PROTOCOL_NONE || t->p->arrays[i].kind == ARRAY_UNKNOWN || t->p->arrays[array].kind == ARRAY_UNKNOWN)
            add_set(t, set, set_of(t, t->arrays, i));
    }
}

/* What decides the value that accesses at a location give. */
static void add_accesses(struct taint *t, source_bits *set, uint32_t location, bool takes_arrays) {
    uint32_t item;
    if (location == 0 || !map_get(&t->items_at, location, &item))
        return;
    for (; item != PROTOCOL_NONE; item = t->next_at[item]) {
        const struct proto_item *access = &t->p->items[item];
        if (access->kind != ITEM_ACCESS)
            continue;
        add_term(t, set, access->offset);
        add_term(t, set, access->guard);
        if (takes_arrays)
            add_arrays(t, set, access->array);
    }
}

static void add_symbol(struct taint *t, source_bits *set, uint32_t id) {
    const struct symbol *symbol = symbol_get(t->p->terms, (symbol_ref){id});
    add_bit(t, set, t->symbol_source[id]);
    if (t->symbol_array[id] != PROTOCOL_NONE || t->symbol_reads_any[id]) {
        add_arrays(t, set, t->symbol_array[id]);
        add_accesses(t, set, symbol->location, false);
    }
    if (is_atomic_result(symbol))
        add_accesses(t, set, symbol->location, true);
    if (symbol->role == SYMBOL_FINAL)
        add_set(t, set, set_of(t, t->loops, symbol->loop));
}

static void spread_terms(struct taint *t) {
    const struct term_table *terms = t->p->terms;
    for (uint32_t id = 1; id < term_count(terms); id++) {
        const struct term *term = term_get(terms, (term_ref){id});
        source_bits *set = term_set(t, (term_ref){id});
        for (uint32_t i = 0; i < term->arity; i++)
            add_term(t, set, term_child(terms, (term_ref){id}, i));
        if (term->op == TERM_SYMBOL)
            add_symbol(t, set, (uint32_t)term->value);
        if (term->op != TERM_APPLY)
            continue;
        uint32_t array = t->function_array[term->value];
        if (array != PROTOCOL_NONE)
            add_arrays(t, set, array);
    }
}

/* Everything that may change the number of iterations. */
static void spread_loops(struct taint *t) {
    const struct protocol *p = t->p;
    for (uint32_t i = 0; i < p->loop_count; i++)
        add_term(t, set_of(t, t->loops, i), p->loops[i].proceeds);
    for (uint32_t i = 12; i < symbol_count(p->terms); i++) {
        const struct symbol *symbol = symbol_get(p->terms, (symbol_ref){i});
        for (uint32_t f = 0; symbol->role == SYMBOL_FINAL && f < symbol_fact_count(p->terms, (symbol_ref){i}); f++)
            add_term(t, set_of(t, t->loops, symbol->loop), symbol_fact(p->terms, (symbol_ref){i}, f));
    }
}

static void spread_writes(struct taint *t) {
    for (uint32_t i = 0; i < t->p->item_count; i++) {
        const struct proto_item *item = &t->p->items[i];
        if (!is_write(item))
            continue;
        source_bits *set = set_of(t, t->arrays, item->array);
        add_term(t, set, item->value);
        add_term(t, set, item->offset);
        add_term(t, set, item->size);
        add_term(t, set, item->guard);
        add_bit(t, set, t->item_source[i]);
        if (term_is_none(item->value) && is_copy(t, item))
            add_accesses(t, set, item->location.id, true);
    }
}

static void spread(struct taint *t) {
    for (uint32_t i = 0; i < t->p->array_count; i++)
        add_bit(t, set_of(t, t->arrays, i), t->array_source[i]);
    do {
        t->has_changed = false;
        spread_terms(t);
        spread_loops(t);
        spread_writes(t);
    } while (t->has_changed);
}

static void use_sources(struct taint *t, struct use_list *lists, const source_bits *set, struct input_use use) {
    for (uint32_t i = 0; i < t->sources.size; i++) {
        if (set[i / BITS_IN_WORD] >> i % BITS_IN_WORD & 1)
            vec_push(&lists[i].uses, (struct placed_use){use, &t->p->locs[use.location.id]});
    }
}

static void use_term(struct taint *t, struct use_list *lists, term_ref term, enum input_sink sink, uint32_t array, loc_ref location) {
    if (!term_is_none(term))
        use_sources(t, lists, term_set(t, term), (struct input_use){sink, array, location});
}

struct conjuncts {
    VEC(term_ref) terms;
};

static void conjuncts_of(const struct taint *t, term_ref guard, struct conjuncts *out) {
    const struct term_table *terms = t->p->terms;
    VEC(term_ref) stack = {0};
    vec_clear(&out->terms);
    vec_push(&stack, guard);
    while (stack.size > 0) {
        term_ref at = vec_pop(&stack);
        bool is_and = term_get(terms, at)->op == TERM_AND;
        for (uint32_t i = 0; is_and && i < 2; i++)
            vec_push(&stack, term_child(terms, at, i));
        if (!is_and)
            vec_push(&out->terms, at);
    }
    vec_release(&stack);
}

static bool has_conjunct(const struct conjuncts *conjuncts, term_ref t) {
    for (uint32_t i = 0; i < conjuncts->terms.size; i++) {
        if (term_same(conjuncts->terms.data[i], t))
            return true;
    }
    return false;
}

/* Whether a condition says how often a loop runs: it is about the ordinal of its
   iterations and only depends on what the loop's end depends on. */
static bool is_bound_of(const struct taint *t, term_ref condition, uint32_t loop) {
    const source_bits *bound = set_of(t, t->loops, loop), *set = term_set(t, condition);
    if (!(term_deps(t->p->terms, condition) & DEP_COUNTER) || !term_has_symbol(t->p->terms, condition, t->p->loops[loop].counter))
        return false;
    for (uint32_t i = 0; i < t->words; i++) {
        if (set[i] & ~bound[i])
            return false;
    }
    return true;
}

/* The conditions that bound a loop stand in the guard of every item of its body. */
static void find_bounds(const struct taint *t, uint32_t loop, struct conjuncts *bounds) {
    const struct protocol *p = t->p;
    struct conjuncts others = {0};
    uint32_t begin = p->loops[loop].begin, end = p->loops[loop].end;
    if (begin < end)
        conjuncts_of(t, p->items[begin].guard, bounds);
    for (uint32_t i = begin; i < end && bounds->terms.size > 0; i++) {
        uint32_t kept = 0;
        conjuncts_of(t, p->items[i].guard, &others);
        for (uint32_t c = 0; c < bounds->terms.size; c++) {
            term_ref condition = bounds->terms.data[c];
            if (has_conjunct(&others, condition) && (i > begin || is_bound_of(t, condition, loop)))
                bounds->terms.data[kept++] = condition;
        }
        bounds->terms.size = kept;
    }
    vec_release(&others.terms);
}

static bool is_loop_bound(const struct taint *t, const struct conjuncts *bounds, term_ref condition, uint32_t loop) {
    for (; loop != PROTOCOL_NONE; loop = t->p->loops[loop].parent) {
        if (has_conjunct(&bounds[loop], condition))
            return true;
    }
    return false;
}

/* The conjuncts of guards, bounds of the loops around an item left out. */
static void use_guards(struct taint *t, struct use_list *lists) {
    const struct protocol *p = t->p;
    struct conjuncts *bounds = arena_alloc(t->arena, p->loop_count * sizeof *bounds);
    struct conjuncts guard = {0};
    for (uint32_t i = 0; i < p->loop_count; i++)
        find_bounds(t, i, &bounds[i]);
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        conjuncts_of(t, item->guard, &guard);
        for (uint32_t c = 0; c < guard.terms.size; c++) {
            if (!is_loop_bound(t, bounds, guard.terms.data[c], item->loop))
                use_term(t, lists, guard.terms.data[c], SINK_BRANCH, PROTOCOL_NONE, item->location);
        }
    }
    for (uint32_t i = 0; i < p->loop_count; i++)
        vec_release(&bounds[i].terms);
    vec_release(&guard.terms);
}

static void find_uses(struct taint *t, struct use_list *lists) {
    const struct protocol *p = t->p;
    use_guards(t, lists);
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        if (item->kind == ITEM_ACCESS) {
            use_term(t, lists, item->offset, SINK_INDEX, item->array, item->location);
            use_term(t, lists, item->size, SINK_INDEX, item->array, item->location);
        } else if (item->kind == ITEM_BARRIER || item->kind == ITEM_COLLECTIVE) {
            use_term(t, lists, item->mask, SINK_BRANCH, PROTOCOL_NONE, item->location);
            use_term(t, lists, item->count, SINK_BRANCH, PROTOCOL_NONE, item->location);
        }
    }
    for (uint32_t i = 0; i < p->loop_count; i++)
        use_sources(t, lists, set_of(t, t->loops, i), (struct input_use){SINK_LOOP, PROTOCOL_NONE, p->loops[i].location});
    for (uint32_t i = 0; i < p->other_count; i++) {
        loc_ref location = {symbol_get(p->terms, p->others[i].symbol)->location};
        if (!p->others[i].is_same_block)
            use_term(t, lists, p->others[i].value, SINK_ASSERTION, PROTOCOL_NONE, location);
        use_term(t, lists, p->others[i].guard, SINK_ASSERTION, PROTOCOL_NONE, location);
    }
    for (uint32_t i = 0; i < p->assert_count; i++) {
        if (p->asserts[i].kind != CLAIM_ASSERT)
            continue;
        use_term(t, lists, p->asserts[i].condition, SINK_ASSERTION, PROTOCOL_NONE, p->asserts[i].location);
        use_term(t, lists, p->asserts[i].guard, SINK_ASSERTION, PROTOCOL_NONE, p->asserts[i].location);
    }
}

static int compare_numbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

/* By sink, array and line; 0 for uses that are listed once. */
static int compare_lines(const struct placed_use *x, const struct placed_use *y) {
    int order = compare_numbers(x->use.sink, y->use.sink);
    if (order == 0)
        order = compare_numbers(x->use.array, y->use.array);
    if (order == 0 && x->loc->file && y->loc->file)
        order = strcmp(x->loc->file, y->loc->file);
    return order ? order : compare_numbers(x->loc->line, y->loc->line);
}

static int compare_uses(const void *a, const void *b) {
    const struct placed_use *x = a, *y = b;
    int order = compare_lines(x, y);
    return order ? order : compare_numbers(x->use.location.id, y->use.location.id);
}

static void keep_uses(struct taint *t, struct input *input, struct use_list *list) {
    struct placed_use *uses = list->uses.data;
    if (list->uses.size > 1)
        qsort(uses, list->uses.size, sizeof *uses, compare_uses);
    input->uses = arena_alloc(t->arena, list->uses.size * sizeof *input->uses);
    for (uint32_t i = 0; i < list->uses.size; i++) {
        if (i == 0 || compare_lines(&uses[i - 1], &uses[i]) != 0)
            input->uses[input->use_count++] = uses[i].use;
    }
    vec_release(&list->uses);
}

/* The memory of by-value structs is listed by its fields, the unknown array by others. */
static bool is_listed(const struct taint *t, uint32_t source) {
    const struct input *input = &t->sources.data[source];
    if (input->use_count > 0 || input->kind == INPUT_SCALAR)
        return true;
    for (uint32_t i = 0; i < t->p->array_count; i++) {
        const struct proto_array *array = &t->p->arrays[i];
        if (t->array_source[i] == source)
            return array->space != SPACE_PARAM && array->kind != ARRAY_UNKNOWN;
    }
    return input->kind == INPUT_CONTENTS;
}

struct inputs inputs_compute(struct arena *arena, const struct protocol *protocol) {
    struct taint t = {.p = protocol, .arena = arena, .unknown_rest = PROTOCOL_NONE};
    map_init(&t.items_at);
    find_sources(&t);
    t.terms = arena_alloc(arena, (size_t)term_count(protocol->terms) * t.words * sizeof *t.terms);
    t.arrays = arena_alloc(arena, (size_t)protocol->array_count * t.words * sizeof *t.arrays);
    t.loops = arena_alloc(arena, (size_t)protocol->loop_count * t.words * sizeof *t.loops);
    spread(&t);
    struct use_list *lists = arena_alloc(arena, t.sources.size * sizeof *lists);
    find_uses(&t, lists);
    struct inputs result = {.items = arena_alloc(arena, t.sources.size * sizeof *result.items)};
    for (uint32_t i = 0; i < t.sources.size; i++) {
        keep_uses(&t, &t.sources.data[i], &lists[i]);
        if (is_listed(&t, i))
            result.items[result.count++] = t.sources.data[i];
    }
    vec_release(&t.sources);
    map_release(&t.items_at);
    return result;
}

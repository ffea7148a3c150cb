/* Symbols, their facts, uninterpreted functions, and which symbols a term has. */
#include <stdlib.h>

#include "term/real.h"
#include "term/table.h"

static const char *free_name(struct term_table *table, const char *name) {
    if (!string_map_get(&table->symbol_names, name, NULL))
        return arena_strdup(&table->arena, name);
    for (uint32_t suffix = 1;; suffix++) {
        char *tried = arena_printf(&table->arena, "%s.%u", name, suffix);
        if (!string_map_get(&table->symbol_names, tried, NULL))
            return tried;
    }
}

symbol_ref symbol_create(struct term_table *table, const struct symbol *symbol) {
    assert(symbol->name && symbol->name[0]);
    assert(symbol->width_bits >= 1 && symbol->width_bits <= 64 && symbol->axis < 3);
    uint32_t id = table->symbols.size;
    struct symbol_entry *entry = arena_alloc(&table->arena, sizeof *entry);
    entry->symbol = *symbol;
    entry->symbol.name = free_name(table, symbol->name);
    if (symbol->reason)
        entry->symbol.reason = arena_strdup(&table->arena, symbol->reason);
    string_map_set(&table->symbol_names, entry->symbol.name, id);
    vec_push(&table->symbols, entry);
    entry->term = table_intern(table, TERM_SYMBOL, symbol->width_bits, 0, id, NULL, 0);
    return (symbol_ref){id};
}

const struct symbol *symbol_get(const struct term_table *table, symbol_ref s) {
    assert(s.id < table->symbols.size);
    return &table->symbols.data[s.id]->symbol;
}

uint32_t symbol_count(const struct term_table *table) {
    return table->symbols.size;
}

bool symbol_find(const struct term_table *table, const char *name, symbol_ref *found) {
    uint32_t id;
    if (!string_map_get(&table->symbol_names, name, &id) || id == UINT32_MAX)
        return false;
    *found = (symbol_ref){id};
    return true;
}

term_ref term_symbol(struct term_table *table, symbol_ref s) {
    assert(s.id < table->symbols.size);
    return table->symbols.data[s.id]->term;
}

void symbol_add_fact(struct term_table *table, symbol_ref s, term_ref fact) {
    assert(s.id < table->symbols.size && table_width(table, fact) == 1);
    vec_push(&table->symbols.data[s.id]->facts, fact);
}

uint32_t symbol_fact_count(const struct term_table *table, symbol_ref s) {
    assert(s.id < table->symbols.size);
    return table->symbols.data[s.id]->facts.size;
}

term_ref symbol_fact(const struct term_table *table, symbol_ref s, uint32_t index) {
    assert(index < symbol_fact_count(table, s));
    return table->symbols.data[s.id]->facts.data[index];
}

uint32_t function_intern(struct term_table *table, const char *name, uint16_t deps) {
    uint32_t id;
    if (string_map_get(&table->function_names, name, &id)) {
        assert(table->functions.data[id].deps == deps);
        return id;
    }
    id = table->functions.size;
    vec_push(&table->functions, (struct function_entry){.name = arena_strdup(&table->arena, name), .deps = deps});
    string_map_set(&table->function_names, name, id);
    return id;
}

const char *function_name(const struct term_table *table, uint32_t function) {
    assert(function < table->functions.size);
    return table->functions.data[function].name;
}

uint16_t function_deps(const struct term_table *table, uint32_t function) {
    assert(function < table->functions.size);
    return table->functions.data[function].deps;
}

uint32_t function_count(const struct term_table *table) {
    return table->functions.size;
}

term_ref term_apply(struct term_table *table, uint32_t function, uint8_t width_bits, const term_ref *arguments, uint32_t count) {
    assert(function < table->functions.size && count <= UINT8_MAX);
    uint32_t children[UINT8_MAX];
    term_ref folded = real_fold(table, table->functions.data[function].name, width_bits, arguments, count);
    if (!term_is_none(folded))
        return folded;
    for (uint32_t i = 0; i < count; i++)
        children[i] = arguments[i].id;
    return table_intern(table, TERM_APPLY, width_bits, 0, function, children, (uint8_t)count);
}

/* Calls `found` for every distinct symbol below t whose term has all of `deps`, until it
 * returns true; whether it did. Terms without dependencies have no symbols. */
static bool walk_symbols(const struct term_table *table, term_ref t, uint16_t deps, bool (*found)(void *context, uint32_t symbol), void *context) {
    struct term_scratch *scratch = table_scratch(table);
    vec_push(&scratch->stack, t.id);
    while (scratch->stack.size > 0) {
        uint32_t id = vec_pop(&scratch->stack);
        const struct term *term = table_at(table, id);
        if (term->deps == 0 || (term->deps & deps) != deps || !scratch_mark(scratch, id))
            continue;
        if (term->op == TERM_SYMBOL && found(context, (uint32_t)term->value))
            return true;
        for (uint8_t i = 0; i < term->arity; i++)
            vec_push(&scratch->stack, table->children.data[term->first + i]);
    }
    return false;
}

struct symbol_ids {
    VEC(uint32_t) ids;
};

static bool collect_symbol(void *context, uint32_t symbol) {
    struct symbol_ids *collected = context;
    vec_push(&collected->ids, symbol);
    return false;
}

static int compare_ids(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void term_visit_symbols(const struct term_table *table, term_ref t, void (*visit)(void *context, symbol_ref symbol), void *context) {
    struct symbol_ids collected = {0};
    walk_symbols(table, t, 0, collect_symbol, &collected);
    if (collected.ids.size > 1)
        qsort(collected.ids.data, collected.ids.size, sizeof *collected.ids.data, compare_ids);
    for (uint32_t i = 0; i < collected.ids.size; i++)
        visit(context, (symbol_ref){collected.ids.data[i]});
    vec_release(&collected.ids);
}

static bool is_symbol(void *context, uint32_t symbol) {
    return *(const uint32_t *)context == symbol;
}

bool term_has_symbol(const struct term_table *table, term_ref t, symbol_ref symbol) {
    assert(symbol.id < table->symbols.size);
    uint16_t deps = term_deps(table, table->symbols.data[symbol.id]->term);
    return walk_symbols(table, t, deps, is_symbol, &symbol.id);
}

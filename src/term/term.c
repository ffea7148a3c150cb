/* The table: hash-consing, storage and questions about single terms. */
#include "term/bits.h"
#include "term/table.h"

static void grow_slots(struct term_table *table) {
    uint32_t old_count = table->slot_count;
    struct term_slot *old = table->slots;
    uint32_t count = old_count ? old_count * 2 : 1u << 10;
    struct term_slot *slots = mem_alloc(mem_array_bytes(count, sizeof *slots));
    memset(slots, 0, count * sizeof *slots);
    for (uint32_t i = 0; i < old_count; i++) {
        if (old[i].id == 0)
            continue;
        uint32_t at = old[i].hash & (count - 1);
        while (slots[at].id)
            at = (at + 1) & (count - 1);
        slots[at] = old[i];
    }
    mem_free(old, old_count * sizeof *old);
    table->slots = slots;
    table->slot_count = count;
}

struct term_table *term_table_create(void) {
    struct term_table *table = mem_alloc(sizeof *table);
    memset(table, 0, sizeof *table);
    arena_init(&table->arena);
    string_map_init(&table->symbol_names);
    string_map_init(&table->function_names);
    string_map_set(&table->symbol_names, "true", UINT32_MAX);
    string_map_set(&table->symbol_names, "false", UINT32_MAX);
    table->ranges.entry_bytes = sizeof(struct term_range) + sizeof(uint64_t);
    table->scratch = mem_alloc(sizeof *table->scratch);
    memset(table->scratch, 0, sizeof *table->scratch);
    table->count = 1;
    grow_slots(table);
    return table;
}

void term_table_destroy(struct term_table *table) {
    if (!table)
        return;
    for (uint32_t i = 0; i < table->symbols.size; i++)
        vec_release(&table->symbols.data[i]->facts);
    vec_release(&table->symbols);
    vec_release(&table->functions);
    string_map_release(&table->symbol_names);
    string_map_release(&table->function_names);
    memo_release(&table->ranges);
    vec_release(&table->range_stack);
    vec_release(&table->scratch->stamps);
    vec_release(&table->scratch->stack);
    mem_free(table->scratch, sizeof *table->scratch);
    for (uint32_t i = 0; i < table->chunks.size; i++)
        mem_free(table->chunks.data[i], TERM_CHUNK_SIZE * sizeof(struct term));
    vec_release(&table->chunks);
    vec_release(&table->children);
    mem_free(table->slots, table->slot_count * sizeof *table->slots);
    arena_release(&table->arena);
    mem_free(table, sizeof *table);
}

uint32_t term_count(const struct term_table *table) {
    return table->count;
}

const struct term *term_get(const struct term_table *table, term_ref t) {
    return table_at(table, t.id);
}

term_ref term_child(const struct term_table *table, term_ref t, uint32_t index) {
    const struct term *term = table_at(table, t.id);
    assert(index < term->arity);
    return table_child(table, term, index);
}

uint16_t term_deps(const struct term_table *table, term_ref t) {
    return table_at(table, t.id)->deps;
}

uint8_t term_width(const struct term_table *table, term_ref t) {
    return table_width(table, t);
}

bool term_is_const(const struct term_table *table, term_ref t, uint64_t *value) {
    const struct term *term = table_at(table, t.id);
    if (term->op != TERM_CONST)
        return false;
    if (value)
        *value = term->value;
    return true;
}

bool term_is_true(const struct term_table *table, term_ref t) {
    const struct term *term = table_at(table, t.id);
    return term->op == TERM_CONST && term->width_bits == 1 && term->value == 1;
}

bool term_is_false(const struct term_table *table, term_ref t) {
    const struct term *term = table_at(table, t.id);
    return term->op == TERM_CONST && term->width_bits == 1 && term->value == 0;
}

static uint64_t hash_step(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint32_t hash_node(enum term_op op, uint8_t width_bits, uint8_t flags, uint64_t value, const uint32_t *children, uint8_t arity) {
    uint64_t hash = hash_step(value, (uint64_t)op | (uint64_t)width_bits << 8 | (uint64_t)flags << 16 | (uint64_t)arity << 24);
    for (uint8_t i = 0; i < arity; i++)
        hash = hash_step(hash, children[i]);
    hash = hash_step(hash, 0);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool is_node(const struct term_table *table, uint32_t id, enum term_op op, uint8_t width_bits, uint8_t flags, uint64_t value,
                    const uint32_t *children, uint8_t arity) {
    const struct term *t = table_at(table, id);
    if (t->op != op || t->width_bits != width_bits || t->flags != flags || t->arity != arity || t->value != value)
        return false;
    const uint32_t *own = table->children.data + t->first;
    for (uint8_t i = 0; i < arity; i++)
        if (own[i] != children[i])
            return false;
    return true;
}

static uint16_t symbol_deps(const struct symbol *symbol) {
    uint16_t deps = symbol->approximate ? DEP_APPROX : 0;
    uint16_t shared = symbol->scope == SCOPE_THREAD ? DEP_THREAD : symbol->scope == SCOPE_BLOCK ? DEP_BLOCK : 0;
    switch (symbol->role) {
    case SYMBOL_TID: return deps | DEP_THREAD;
    case SYMBOL_BID: return deps | DEP_BLOCK;
    case SYMBOL_BDIM:
    case SYMBOL_GDIM: return deps | DEP_LAUNCH;
    case SYMBOL_PARAM: return deps | DEP_INPUT;
    case SYMBOL_COUNTER:
    case SYMBOL_FINAL: return deps | DEP_COUNTER | shared;
    case SYMBOL_VALUE: return deps | DEP_MEMORY | shared;
    }
    assert(false && "a role");
    return 0;
}

static uint16_t node_deps(const struct term_table *table, enum term_op op, uint64_t value, const uint32_t *children, uint8_t arity) {
    uint16_t deps = 0;
    if (op == TERM_SYMBOL)
        deps = symbol_deps(&table->symbols.data[value]->symbol);
    else if (op == TERM_APPLY)
        deps = table->functions.data[value].deps;
    for (uint8_t i = 0; i < arity; i++)
        deps = (uint16_t)(deps | table_at(table, children[i])->deps);
    return deps;
}

static uint32_t add_node(struct term_table *table, enum term_op op, uint8_t width_bits, uint8_t flags, uint64_t value, const uint32_t *children,
                         uint8_t arity) {
    uint32_t id = table->count;
    assert(id != UINT32_MAX);
    uint16_t deps = node_deps(table, op, value, children, arity);
    if (id >> TERM_CHUNK_BITS >= table->chunks.size)
        vec_push(&table->chunks, mem_alloc(TERM_CHUNK_SIZE * sizeof(struct term)));
    table->count = id + 1;
    *table_at(table, id) = (struct term){
        .op = (uint8_t)op,
        .width_bits = width_bits,
        .flags = flags,
        .arity = arity,
        .deps = deps,
        .first = table->children.size,
        .value = value,
    };
    for (uint8_t i = 0; i < arity; i++)
        vec_push(&table->children, children[i]);
    return id;
}

term_ref table_intern(struct term_table *table, enum term_op op, uint8_t width_bits, uint8_t flags, uint64_t value, const uint32_t *children,
                      uint8_t arity) {
    assert(width_bits >= 1 && width_bits <= 64);
    uint32_t hash = hash_node(op, width_bits, flags, value, children, arity);
    uint32_t at = hash & (table->slot_count - 1);
    for (; table->slots[at].id; at = (at + 1) & (table->slot_count - 1))
        if (table->slots[at].hash == hash && is_node(table, table->slots[at].id, op, width_bits, flags, value, children, arity))
            return (term_ref){table->slots[at].id};
    uint32_t id = add_node(table, op, width_bits, flags, value, children, arity);
    table->slots[at] = (struct term_slot){.hash = hash, .id = id};
    if (table->count > table->slot_count / 2)
        grow_slots(table);
    return (term_ref){id};
}

term_ref term_const(struct term_table *table, uint8_t width_bits, uint64_t value) {
    assert(width_bits >= 1 && width_bits <= 64);
    return table_intern(table, TERM_CONST, width_bits, 0, value & bits_mask(width_bits), NULL, 0);
}

term_ref term_true(struct term_table *table) {
    return term_const(table, 1, 1);
}

term_ref term_false(struct term_table *table) {
    return term_const(table, 1, 0);
}

bool table_match_const(const struct term_table *table, term_ref t, enum term_op op, term_ref *x, uint64_t *value) {
    const struct term *term = table_at(table, t.id);
    if (term->op != op || term->arity != 2)
        return false;
    const struct term *right = table_at(table, table_child(table, term, 1).id);
    if (right->op != TERM_CONST)
        return false;
    *x = table_child(table, term, 0);
    *value = right->value;
    return true;
}

void table_order(const struct term_table *table, term_ref *a, term_ref *b) {
    bool a_const = table_op(table, *a) == TERM_CONST, b_const = table_op(table, *b) == TERM_CONST;
    if (a_const != b_const ? a_const : a->id > b->id) {
        term_ref swap = *a;
        *a = *b;
        *b = swap;
    }
}

struct term_scratch *table_scratch(const struct term_table *table) {
    struct term_scratch *scratch = table->scratch;
    if (++scratch->generation == 0) {
        vec_clear(&scratch->stamps);
        scratch->generation = 1;
    }
    if (scratch->stamps.size < table->count)
        vec_resize_zero(&scratch->stamps, table->count);
    vec_clear(&scratch->stack);
    return scratch;
}

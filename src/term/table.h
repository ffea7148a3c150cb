/* The term table, as the files of this room see it.
 *
 * Terms lie in chunks that never move. `children` holds the ids of all children,
 * `slots` is the hash set over them (open addressing, at most half full).
 * The `value` of a term is used privately by operators that form lists:
 *   ADD        number of leaves of the sum (2 to 16), or 1 when it is opaque,
 *   MUL        number of factors (2 to 8), or 1,
 *   AND, OR    of Booleans: number of members (2 to 16), or 1. */
#ifndef WP_TERM_TABLE_H
#define WP_TERM_TABLE_H

#include <assert.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "term/memo.h"
#include "term/term.h"

enum { TERM_CHUNK_BITS = 12, TERM_CHUNK_SIZE = 1 << TERM_CHUNK_BITS };

struct term_slot {
    uint32_t hash, id; /* id 0: free */
};

struct symbol_entry {
    struct symbol symbol;
    term_ref term;
    VEC(term_ref) facts;
};

struct function_entry {
    const char *name;
    uint16_t deps;
};

/* Marks of one traversal: a term is marked when its stamp is the generation. */
struct term_scratch {
    VEC(uint32_t) stamps;
    VEC(uint32_t) stack;
    uint32_t generation;
};

struct term_table {
    struct arena arena; /* names, symbols */
    VEC(struct term *) chunks;
    VEC(uint32_t) children;
    struct term_slot *slots;
    uint32_t slot_count; /* a power of two */
    uint32_t count;      /* terms + 1 */
    VEC(struct symbol_entry *) symbols;
    struct string_map symbol_names;
    VEC(struct function_entry) functions;
    struct string_map function_names;
    struct memo ranges; /* of struct term_range and a mark */
    VEC(uint32_t) range_stack;
    uint32_t max_block;
    uint32_t depth; /* of nested simplifications of Booleans under way */
    struct term_scratch *scratch;
};

static inline struct term *table_at(const struct term_table *table, uint32_t id) {
    assert(id != 0 && id < table->count);
    return &table->chunks.data[id >> TERM_CHUNK_BITS][id & (TERM_CHUNK_SIZE - 1)];
}

static inline term_ref table_child(const struct term_table *table, const struct term *t, uint32_t index) {
    return (term_ref){table->children.data[t->first + index]};
}

static inline enum term_op table_op(const struct term_table *table, term_ref t) {
    return term_op_of(table_at(table, t.id));
}

static inline uint8_t table_width(const struct term_table *table, term_ref t) {
    return table_at(table, t.id)->width_bits;
}

/* If t is (op x constant): the constant in *value, x in *x. */
bool table_match_const(const struct term_table *table, term_ref t, enum term_op op, term_ref *x, uint64_t *value);

/* The term with exactly these fields, found or made; nothing is folded. */
term_ref table_intern(struct term_table *table, enum term_op op, uint8_t width_bits, uint8_t flags, uint64_t value, const uint32_t *children,
                      uint8_t arity);

static inline term_ref table_intern2(struct term_table *table, enum term_op op, uint8_t width_bits, uint8_t flags, uint64_t value, term_ref a,
                                     term_ref b) {
    return table_intern(table, op, width_bits, flags, value, (uint32_t[]){a.id, b.id}, 2);
}

/* Puts a constant second, else the smaller id first. */
void table_order(const struct term_table *table, term_ref *a, term_ref *b);

/* The operator, width, flags and function of t over other children, through the builders. */
term_ref table_rebuild(struct term_table *table, term_ref t, const term_ref *children);

/* Begins a traversal: nothing is marked, the stack is empty. */
struct term_scratch *table_scratch(const struct term_table *table);

/* Marks the term; whether it was unmarked. */
static inline bool scratch_mark(struct term_scratch *scratch, uint32_t id) {
    if (scratch->stamps.data[id] == scratch->generation)
        return false;
    scratch->stamps.data[id] = scratch->generation;
    return true;
}

#endif

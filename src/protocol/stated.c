/* See stated.h. */
#include "protocol/stated.h"

#include <string.h>

#include "kernel/signature.h"
#include "protocol/expression.h"

static const struct word {
    const char *name;
    bool has_bounds;
} words[] = {
#define CONTENT(kind, name, has_bounds) {name, has_bounds},
#include "protocol/contents.def"
#undef CONTENT
};

enum content_kind stated_kind(const char *name) {
    unsigned kind = 0;
    while (kind < CONTENT_KINDS && strcmp(words[kind].name, name) != 0)
        kind++;
    return (enum content_kind)kind;
}

bool stated_has_bounds(enum content_kind kind) {
    return words[kind].has_bounds;
}

uint32_t stated_array(const struct protocol *p, const char *name) {
    static const char prefix[] = "extern.";
    const char *member = expression_member(p, name);
    const char *symbol = strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : NULL;
    for (uint32_t i = 0; i < p->array_count; i++) {
        enum array_kind kind = p->arrays[i].kind;
        bool is_memory = kind == ARRAY_PARAM || kind == ARRAY_GLOBAL || kind == ARRAY_CONSTANT;
        if (is_memory && (symbol ? p->arrays[i].symbol && strcmp(p->arrays[i].symbol, symbol) == 0 : strcmp(p->arrays[i].name, member) == 0))
            return i;
    }
    return PROTOCOL_NONE;
}

/* The size of an element, and whether it is signed; false if elements are no integers. */
static bool find_type(const struct protocol *p, struct stated *s) {
    const struct proto_array *array = &p->arrays[s->array];
    const char *type = array->kind == ARRAY_PARAM ? expression_pointer(p, p->arena, s->array) : "";
    struct signature_pointee pointee = type && *type ? signature_pointee(type) : (struct signature_pointee){.bytes = 0};
    bool is_known = pointee.bytes > 0 && pointee.scalar.width_bits > 0;
    s->elem_bytes = is_known ? pointee.scalar.width_bits / 8u : array->elem_bytes;
    s->is_signed = !is_known || !expression_holds_unsigned(p, s->array);
    if (s->kind == CONTENT_ZERO)
        return true;
    if (type && *type && !is_known)
        return false; /* structures */
    bool is_size = s->elem_bytes == 1 || s->elem_bytes == 2 || s->elem_bytes == 4 || s->elem_bytes == 8;
    return is_size && (!is_known || (pointee.scalar.kind == TYPE_INT && pointee.bytes == s->elem_bytes));
}

static bool is_same(const struct stated *a, const struct stated *b) {
    return a->kind == b->kind && a->array == b->array && term_same(a->first, b->first) && term_same(a->end, b->end) && term_same(a->low, b->low) &&
           term_same(a->high, b->high);
}

term_ref stated_make(const struct protocol *p, const struct stated *asked, const char *text, const char **error) {
    struct stated_list *all = p->stated;
    struct stated made = *asked;
    symbol_ref taken;
    for (uint32_t i = 0; i < all->count; i++)
        if (is_same(&all->list[i], asked))
            return term_symbol(p->terms, all->list[i].symbol);
    if (!find_type(p, &made)) {
        *error = arena_printf(p->arena, "the elements of '%s' are no integers", p->arrays[made.array].name);
        return TERM_NONE;
    }
    struct symbol symbol = {.name = arena_strdup(p->arena, text), .width_bits = 1, .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
    while (symbol_find(p->terms, symbol.name, &taken))
        symbol.name = arena_printf(p->arena, "%s ", symbol.name);
    made.symbol = symbol_create(p->terms, &symbol);
    if (all->count == all->capacity) {
        struct stated *grown = arena_alloc(p->arena, (2 * all->capacity + 4) * sizeof *grown);
        for (uint32_t i = 0; i < all->count; i++)
            grown[i] = all->list[i];
        all->list = grown;
        all->capacity = 2 * all->capacity + 4;
    }
    all->list[all->count++] = made;
    return term_symbol(p->terms, made.symbol);
}

const struct stated *stated_of(const struct protocol *p, symbol_ref symbol) {
    for (uint32_t i = 0; i < p->stated->count; i++)
        if (p->stated->list[i].symbol.id == symbol.id)
            return &p->stated->list[i];
    return NULL;
}

const struct stated *stated_of_term(const struct protocol *p, term_ref t) {
    const struct term *term = term_get(p->terms, t);
    return term_op_of(term) == TERM_SYMBOL ? stated_of(p, (symbol_ref){(uint32_t)term->value}) : NULL;
}

struct search {
    const struct protocol *protocol;
    bool found;
};

static void note_stated(void *context, symbol_ref symbol) {
    struct search *search = context;
    search->found |= stated_of(search->protocol, symbol) != NULL;
}

bool stated_is_conjunct(const struct protocol *p, term_ref t) {
    const struct term *term = term_get(p->terms, t);
    if (stated_of_term(p, t))
        return true;
    if (term_op_of(term) == TERM_AND && term->width_bits == 1)
        return stated_is_conjunct(p, term_child(p->terms, t, 0)) && stated_is_conjunct(p, term_child(p->terms, t, 1));
    struct search search = {p, false};
    term_visit_symbols(p->terms, t, note_stated, &search);
    return !search.found;
}

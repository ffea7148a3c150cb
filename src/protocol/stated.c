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
    const char *member = expression_member(p, name);
    const char *symbol = signature_variable(name);
    for (uint32_t i = 0; i < p->array_count; i++) {
        enum array_kind kind = p->arrays[i].kind;
        bool is_memory = kind == ARRAY_PARAM || kind == ARRAY_GLOBAL || kind == ARRAY_CONSTANT;
        if (is_memory && (symbol ? p->arrays[i].symbol && strcmp(p->arrays[i].symbol, symbol) == 0 : strcmp(p->arrays[i].name, member) == 0))
            return i;
    }
    return PROTOCOL_NONE;
}

static const char fields[] = "xyzw";

uint32_t stated_field_array(const struct protocol *p, const char *name, uint32_t *field) {
    uint32_t array = stated_array(p, name);
    size_t length = strlen(name);
    *field = STATED_WHOLE;
    if (array != PROTOCOL_NONE || length < 3 || name[length - 2] != '.' || !strchr(fields, name[length - 1]))
        return array;
    array = stated_array(p, arena_strndup(p->arena, name, length - 2));
    *field = (uint32_t)(strchr(fields, name[length - 1]) - fields);
    return array;
}

/* What the pointer points to; bytes is 0 if that is not known. */
static struct signature_pointee pointee_of(const struct protocol *p, uint32_t array) {
    const char *type = p->arrays[array].kind == ARRAY_PARAM ? expression_pointer(p, p->arena, array) : "";
    return type && *type ? signature_pointee(type) : (struct signature_pointee){.bytes = 0};
}

/* The smallest access of the array, in bytes; 0: none of constant size. */
static uint32_t least_access(const struct protocol *p, uint32_t array) {
    uint64_t least = 0, bytes;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_ACCESS && p->items[i].array == array && term_is_const(p->terms, p->items[i].size, &bytes) &&
            (least == 0 || bytes < least))
            least = bytes;
    return least <= 8 ? (uint32_t)least : 0;
}

/* Where nothing tells the type, accesses of parts of an element are of its numbers. */
static uint32_t number_bytes(const struct protocol *p, uint32_t array) {
    struct signature_pointee pointee = pointee_of(p, array);
    return pointee.bytes == 0 ? least_access(p, array) : pointee.scalar.kind == TYPE_INT ? pointee.scalar.width_bits / 8u : 0;
}

uint32_t stated_fields(const struct protocol *p, uint32_t array) {
    struct signature_pointee pointee = pointee_of(p, array);
    uint32_t bytes = pointee.bytes > 0 ? pointee.bytes : p->arrays[array].elem_bytes, number = number_bytes(p, array);
    return number > 0 && (bytes == 2 * number || bytes == 4 * number) ? bytes / number : 1;
}

static bool find_field(const struct protocol *p, struct stated *s) {
    uint32_t count = stated_fields(p, s->array);
    s->elem_bytes = number_bytes(p, s->array);
    s->stride_bytes = count * s->elem_bytes;
    s->offset_bytes = s->field * s->elem_bytes;
    s->is_signed = pointee_of(p, s->array).bytes == 0 || !expression_holds_unsigned(p, s->array);
    bool is_size = s->elem_bytes == 1 || s->elem_bytes == 2 || s->elem_bytes == 4 || s->elem_bytes == 8;
    return is_size && s->field < count && count > 1;
}

/* The size of an element, and whether it is signed; false if elements are no integers. */
static bool find_type(const struct protocol *p, struct stated *s) {
    if (s->field != STATED_WHOLE)
        return find_field(p, s);
    const struct proto_array *array = &p->arrays[s->array];
    const char *type = array->kind == ARRAY_PARAM ? expression_pointer(p, p->arena, s->array) : "";
    struct signature_pointee pointee = type && *type ? signature_pointee(type) : (struct signature_pointee){.bytes = 0};
    bool is_known = pointee.bytes > 0 && pointee.scalar.width_bits > 0;
    s->elem_bytes = is_known ? pointee.scalar.width_bits / 8u : array->elem_bytes;
    s->stride_bytes = s->elem_bytes;
    s->is_signed = !is_known || !expression_holds_unsigned(p, s->array);
    if (s->kind == CONTENT_ZERO)
        return true;
    bool is_size = s->elem_bytes == 1 || s->elem_bytes == 2 || s->elem_bytes == 4 || s->elem_bytes == 8;
    if (s->kind == CONTENT_NONZERO && is_size) { /* of whatever: its words */
        s->is_signed = true;
        return true;
    }
    if (type && *type && !is_known)
        return false; /* structures */
    return is_size && (!is_known || (pointee.scalar.kind == TYPE_INT && pointee.bytes == s->elem_bytes));
}

static bool is_same(const struct stated *a, const struct stated *b) {
    return a->kind == b->kind && a->array == b->array && a->field == b->field && term_same(a->first, b->first) && term_same(a->end, b->end) &&
           term_same(a->low, b->low) && term_same(a->high, b->high);
}

bool stated_same_place(const struct stated *a, const struct stated *b) {
    return a->array == b->array && a->elem_bytes == b->elem_bytes && a->stride_bytes == b->stride_bytes && a->offset_bytes == b->offset_bytes;
}

term_ref stated_make(const struct protocol *p, const struct stated *asked, const char *text, const char **error) {
    struct stated_list *all = p->stated;
    struct stated made = *asked;
    symbol_ref taken;
    for (uint32_t i = 0; i < all->count; i++)
        if (is_same(&all->list[i], asked))
            return term_symbol(p->terms, all->list[i].symbol);
    if (!find_type(p, &made)) {
        *error = made.field == STATED_WHOLE ? arena_printf(p->arena, "the elements of '%s' are no integers", p->arrays[made.array].name)
                                            : arena_printf(p->arena, "the elements of '%s' are no vectors of integers with '.%c'",
                                                           p->arrays[made.array].name, fields[made.field]);
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

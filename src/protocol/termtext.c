/* See termtext.h.

   Chains of an associative operator are one node with many operands here, with
   the builders' limit on their length: how a chain is bracketed, and which of
   its prefixes exist, depends on the order of building. */
#include "protocol/termtext.h"

#include "base/map.h"
#include "base/vec.h"

enum {
    CHAIN_MAX = 16,     /* operands of one chain */
    OPERANDS_MAX = 256, /* of an application */
    SHARED_COST = 24,   /* a shared term of more nodes gets a name */
    DEPTH_MAX = 48      /* so does every term of this depth */
};

struct note {
    uint64_t hash; /* of structure and names */
    uint32_t size; /* nodes as a tree, saturating */
    uint32_t cost; /* nodes until the next named terms */
    uint32_t uses;
    uint32_t number;       /* of a named term, from 1 */
    uint32_t first_symbol; /* the least below */
    uint8_t leaves;        /* of a chain that may be part of a longer one, else 1 */
    uint8_t depth;
    bool is_seen, is_open, is_named;
};

struct operands {
    uint32_t count;
    term_ref items[OPERANDS_MAX];
};

struct termtext {
    const struct term_table *terms;
    struct note *notes; /* by term */
    uint32_t note_count;
    bool *symbols, *functions;
    uint32_t symbol_total, function_total;
    VEC(uint32_t) roots, stack, shared;
};

static void *zeroed(size_t count, size_t element_bytes) {
    size_t bytes = mem_array_bytes(count, element_bytes);
    return memset(mem_alloc(bytes), 0, bytes);
}

static bool is_chain(const struct term *term) {
    enum term_op op = term_op_of(term);
    if (op == TERM_ADD)
        return term->flags == 0 || term->flags == TERM_NUW;
    return (op == TERM_MUL && term->flags == 0) || op == TERM_AND || op == TERM_OR || op == TERM_XOR;
}

static bool is_commutative(const struct term *term) {
    return is_chain(term) || term->op == TERM_ADD || term->op == TERM_MUL || term->op == TERM_EQ;
}

static bool is_link(const struct termtext *text, const struct term *chain, term_ref child) {
    const struct term *term = term_get(text->terms, child);
    return term->op == chain->op && term->flags == chain->flags && text->notes[child.id].leaves > 1;
}

/* A sum, or a multiple of one: what the builders look into for a flagged sum. */
static bool is_sum(const struct termtext *text, term_ref t) {
    const struct term *term = term_get(text->terms, t);
    if (term->op == TERM_MUL && term_is_const(text->terms, term_child(text->terms, t, 1), NULL))
        term = term_get(text->terms, term_child(text->terms, t, 0));
    return term->op == TERM_ADD;
}

/* Leaves if the term may be part of a longer chain. A sum that cannot wrap unsigned
   may be reordered only if everything in it is such a sum. */
static uint32_t chain_leaves(const struct termtext *text, term_ref t) {
    const struct term *term = term_get(text->terms, t);
    uint32_t leaves = 0;
    for (uint32_t i = 0; is_chain(term) && i < 2; i++) {
        term_ref child = term_child(text->terms, t, i);
        bool is_part = is_link(text, term, child);
        if (!is_part && term->op == TERM_ADD && term->flags != 0 && is_sum(text, child))
            return 1;
        leaves += is_part ? text->notes[child.id].leaves : 1u;
    }
    return leaves > 0 && leaves <= CHAIN_MAX ? leaves : 1;
}

static void compute_leaves(struct termtext *text) {
    for (uint32_t id = 1; id < text->note_count; id++)
        text->notes[id].leaves = (uint8_t)chain_leaves(text, (term_ref){id});
}

static void collect(const struct termtext *text, const struct term *chain, term_ref t, struct operands *out) {
    for (uint32_t i = 0; i < 2; i++) {
        term_ref child = term_child(text->terms, t, i);
        if (is_link(text, chain, child))
            collect(text, chain, child, out);
        else
            out->items[out->count++] = child;
    }
}

static void operands_of(const struct termtext *text, term_ref t, struct operands *out) {
    const struct term *term = term_get(text->terms, t);
    out->count = 0;
    if (text->notes[t.id].leaves > 1) {
        collect(text, term, t, out);
        return;
    }
    for (uint32_t i = 0; i < term->arity; i++)
        out->items[out->count++] = term_child(text->terms, t, i);
}

/* Constants last; then small conditions and large numbers first. */
static bool stands_before(const struct termtext *text, term_ref a, term_ref b) {
    const struct term *x = term_get(text->terms, a), *y = term_get(text->terms, b);
    const struct note *m = &text->notes[a.id], *n = &text->notes[b.id];
    if ((x->op == TERM_CONST) != (y->op == TERM_CONST))
        return y->op == TERM_CONST;
    if (m->size != n->size)
        return x->width_bits == 1 ? m->size < n->size : m->size > n->size;
    if (m->first_symbol != n->first_symbol)
        return m->first_symbol < n->first_symbol;
    return x->op != y->op ? x->op < y->op : m->hash < n->hash;
}

/* Operands in the order of printing. */
static void ordered_operands(const struct termtext *text, term_ref t, struct operands *out) {
    operands_of(text, t, out);
    if (!is_commutative(term_get(text->terms, t)))
        return;
    for (uint32_t i = 1; i < out->count; i++) {
        term_ref item = out->items[i];
        uint32_t at = i;
        for (; at > 0 && stands_before(text, item, out->items[at - 1]); at--)
            out->items[at] = out->items[at - 1];
        out->items[at] = item;
    }
}

struct termtext *termtext_create(const struct term_table *terms) {
    struct termtext *text = zeroed(1, sizeof *text);
    text->terms = terms;
    text->note_count = term_count(terms);
    text->notes = zeroed(text->note_count, sizeof *text->notes);
    text->symbol_total = symbol_count(terms);
    text->symbols = zeroed(text->symbol_total, sizeof *text->symbols);
    text->function_total = function_count(terms);
    text->functions = zeroed(text->function_total, sizeof *text->functions);
    compute_leaves(text);
    return text;
}

void termtext_destroy(struct termtext *text) {
    mem_free(text->notes, text->note_count * sizeof *text->notes);
    mem_free(text->symbols, text->symbol_total * sizeof *text->symbols);
    mem_free(text->functions, text->function_total * sizeof *text->functions);
    vec_release(&text->roots);
    vec_release(&text->stack);
    vec_release(&text->shared);
    mem_free(text, sizeof *text);
}

static void see_leaf(struct termtext *text, const struct term *term) {
    if (term->op == TERM_APPLY)
        text->functions[term->value] = true;
    if (term->op != TERM_SYMBOL || text->symbols[term->value])
        return;
    symbol_ref symbol = {(uint32_t)term->value};
    text->symbols[symbol.id] = true;
    for (uint32_t i = 0; i < symbol_fact_count(text->terms, symbol); i++)
        termtext_add(text, symbol_fact(text->terms, symbol, i));
}

void termtext_add(struct termtext *text, term_ref t) {
    if (!term_is_none(t))
        vec_push(&text->roots, t.id);
}

/* Marks everything below a root and counts uses. */
static void see(struct termtext *text, uint32_t root) {
    struct operands operands;
    text->notes[root].uses++;
    vec_push(&text->stack, root);
    while (text->stack.size > 0) {
        uint32_t id = vec_pop(&text->stack);
        if (text->notes[id].is_seen)
            continue;
        text->notes[id].is_seen = true;
        see_leaf(text, term_get(text->terms, (term_ref){id}));
        operands_of(text, (term_ref){id}, &operands);
        for (uint32_t i = 0; i < operands.count; i++) {
            text->notes[operands.items[i].id].uses++;
            vec_push(&text->stack, operands.items[i].id);
        }
    }
}

static uint64_t hash_of_head(const struct termtext *text, const struct term *term) {
    uint64_t value = term->op == TERM_CONST ? term->value : 0;
    const char *name = "";
    if (term->op == TERM_SYMBOL)
        name = symbol_get(text->terms, (symbol_ref){(uint32_t)term->value})->name;
    if (term->op == TERM_APPLY)
        name = function_name(text->terms, (uint32_t)term->value);
    uint64_t hash = hash_mix(hash_bytes(name, strlen(name)), value);
    return hash_mix(hash, (uint64_t)term->op << 16 | (uint64_t)term->width_bits << 8 | term->flags);
}

static uint32_t saturating(uint32_t a, uint32_t b) {
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static void describe(struct termtext *text, uint32_t id) {
    const struct term *term = term_get(text->terms, (term_ref){id});
    struct note *note = &text->notes[id];
    struct operands operands;
    ordered_operands(text, (term_ref){id}, &operands);
    note->hash = hash_of_head(text, term);
    note->size = note->cost = 1;
    note->depth = 1;
    note->first_symbol = term->op == TERM_SYMBOL ? (uint32_t)term->value : UINT32_MAX;
    for (uint32_t i = 0; i < operands.count; i++) {
        const struct note *below = &text->notes[operands.items[i].id];
        note->hash = hash_mix(note->hash, below->hash);
        note->size = saturating(note->size, below->size);
        note->cost += below->is_named ? 1 : below->cost;
        if (below->first_symbol < note->first_symbol)
            note->first_symbol = below->first_symbol;
        if (!below->is_named && below->depth >= note->depth)
            note->depth = (uint8_t)(below->depth + 1);
    }
    note->is_named = operands.count > 0 && ((note->uses > 1 && note->cost > SHARED_COST) || note->depth >= DEPTH_MAX);
}

/* Numbers named terms so that each comes after those within it. */
static void number(struct termtext *text, uint32_t root) {
    struct operands operands;
    vec_push(&text->stack, root);
    while (text->stack.size > 0) {
        uint32_t id = vec_last(&text->stack);
        struct note *note = &text->notes[id];
        if (note->is_open) {
            (void)vec_pop(&text->stack);
            if (note->is_named && note->number == 0) {
                vec_push(&text->shared, id);
                note->number = text->shared.size;
            }
            continue;
        }
        note->is_open = true;
        ordered_operands(text, (term_ref){id}, &operands);
        for (uint32_t i = operands.count; i-- > 0;) {
            if (!text->notes[operands.items[i].id].is_open)
                vec_push(&text->stack, operands.items[i].id);
        }
    }
}

/* Facts last, by symbol: the order in which `see` meets them depends on ids. */
static void number_facts(struct termtext *text) {
    for (uint32_t id = 0; id < text->symbol_total; id++) {
        symbol_ref symbol = {id};
        for (uint32_t i = 0; text->symbols[id] && i < symbol_fact_count(text->terms, symbol); i++)
            number(text, symbol_fact(text->terms, symbol, i).id);
    }
}

void termtext_finish(struct termtext *text) {
    uint32_t added = text->roots.size;
    for (uint32_t i = 0; i < text->roots.size; i++)
        see(text, text->roots.data[i]);
    for (uint32_t id = 1; id < text->note_count; id++) {
        if (text->notes[id].is_seen)
            describe(text, id);
    }
    for (uint32_t i = 0; i < added; i++)
        number(text, text->roots.data[i]);
    number_facts(text);
}

bool termtext_uses_symbol(const struct termtext *text, symbol_ref symbol) {
    return text->symbols[symbol.id];
}

bool termtext_uses_function(const struct termtext *text, uint32_t function) {
    return text->functions[function];
}

uint32_t termtext_shared_count(const struct termtext *text) {
    return text->shared.size;
}

static const char *const op_texts[TERM_OP_COUNT] = {
#define TERM_OP(name, text, arity) [TERM_##name] = text,
#include "term/ops.def"
#undef TERM_OP
};

static void print_body(struct termtext *text, term_ref t, bool is_nested, struct buffer *out);

static void print_operand(struct termtext *text, term_ref t, bool is_nested, struct buffer *out) {
    if (text->notes[t.id].is_named)
        buffer_printf(out, "$%u", text->notes[t.id].number);
    else
        print_body(text, t, is_nested, out);
}

static void print_list(struct termtext *text, const struct operands *operands, struct buffer *out) {
    buffer_char(out, '(');
    for (uint32_t i = 0; i < operands->count; i++) {
        buffer_add(out, i > 0 ? ", " : "");
        print_operand(text, operands->items[i], false, out);
    }
    buffer_char(out, ')');
}

static void print_infix(struct termtext *text, const struct term *term, const struct operands *operands, struct buffer *out) {
    const char *flags = (term->flags & TERM_NSW) ? (term->flags & TERM_NUW) ? "su" : "s" : (term->flags & TERM_NUW) ? "u" : "";
    for (uint32_t i = 2; i < operands->count; i++)
        buffer_char(out, '(');
    print_operand(text, operands->items[0], true, out);
    for (uint32_t i = 1; i < operands->count; i++) {
        buffer_printf(out, " %s%s ", op_texts[term->op], flags);
        print_operand(text, operands->items[i], true, out);
        buffer_add(out, i + 1 < operands->count ? ")" : "");
    }
}

static void print_function(const struct termtext *text, const struct term *term, struct buffer *out) {
    buffer_char(out, '"');
    for (const char *c = function_name(text->terms, (uint32_t)term->value); *c; c++) {
        buffer_add(out, *c == '"' || *c == '\\' ? "\\" : "");
        buffer_char(out, *c);
    }
    buffer_printf(out, "\":%u", term->width_bits);
}

static bool is_complement(const struct termtext *text, const struct term *term, const struct operands *operands) {
    uint64_t value, ones = UINT64_MAX >> (64 - term->width_bits);
    return term->op == TERM_XOR && operands->count == 2 && term_is_const(text->terms, operands->items[1], &value) && value == ones;
}

static void print_body(struct termtext *text, term_ref t, bool is_nested, struct buffer *out) {
    const struct term *term = term_get(text->terms, t);
    struct operands operands;
    ordered_operands(text, t, &operands);
    if (term->op == TERM_CONST || term->op == TERM_SYMBOL) {
        term_print(text->terms, t, out);
    } else if (term->op == TERM_APPLY || term->op == TERM_ITE) {
        if (term->op == TERM_APPLY)
            print_function(text, term, out);
        else
            buffer_add(out, op_texts[TERM_ITE]);
        print_list(text, &operands, out);
    } else if (operands.count == 1) {
        buffer_printf(out, "%s%u", op_texts[term->op], term->width_bits);
        print_list(text, &operands, out);
    } else if (is_complement(text, term, &operands)) {
        buffer_char(out, term->width_bits == 1 ? '!' : '~');
        print_operand(text, operands.items[0], true, out);
    } else {
        buffer_add(out, is_nested ? "(" : "");
        print_infix(text, term, &operands, out);
        buffer_add(out, is_nested ? ")" : "");
    }
}

void termtext_print_shared(struct termtext *text, uint32_t number, struct buffer *out) {
    print_body(text, (term_ref){text->shared.data[number - 1]}, false, out);
}

void termtext_print(struct termtext *text, term_ref t, struct buffer *out) {
    print_operand(text, t, false, out);
}

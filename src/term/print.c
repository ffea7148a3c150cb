/* Printing of terms in infix form; see term.h for the notation. Uses a stack of its
 * own: what is still to be printed, in reverse. */
#include <inttypes.h>

#include "term/bits.h"
#include "term/table.h"

enum { PRINT_LIMIT = 100000, SMALL_NEGATIVE = 1 << 20 };

static const char *const op_texts[] = {
#define TERM_OP(name, text, arity) text,
#include "term/ops.def"
#undef TERM_OP
};

/* Something to print: text, or a term (nested: in parentheses if it is infix). */
struct print_item {
    const char *text; /* NULL: a term */
    term_ref term;
    bool is_nested;
};

struct printer {
    const struct term_table *table;
    struct buffer *out;
    VEC(struct print_item) stack;
};

static void push_text(struct printer *printer, const char *text) {
    vec_push(&printer->stack, (struct print_item){.text = text});
}

static void push_term(struct printer *printer, term_ref t, bool is_nested) {
    vec_push(&printer->stack, (struct print_item){.term = t, .is_nested = is_nested});
}

static void print_const(struct buffer *out, uint8_t width, uint64_t value) {
    if (width == 1) {
        buffer_add(out, value ? "true" : "false");
        return;
    }
    int64_t number = bits_signed(value, width);
    if (number < 0 && number >= -SMALL_NEGATIVE)
        buffer_printf(out, "%" PRId64, number);
    else
        buffer_printf(out, "%" PRIu64, value);
    if (width != 32)
        buffer_printf(out, ":%u", width);
}

static void print_quoted(struct buffer *out, const char *name) {
    buffer_char(out, '"');
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            buffer_char(out, '\\');
        buffer_char(out, *name);
    }
    buffer_char(out, '"');
}

/* A complement, printed as a prefix. */
static bool is_complement(const struct term_table *table, term_ref t) {
    term_ref x;
    uint64_t c;
    return table_match_const(table, t, TERM_XOR, &x, &c) && c == bits_mask(table_width(table, t));
}

static void print_arguments(struct printer *printer, const struct term *t) {
    push_text(printer, ")");
    for (uint32_t i = t->arity; i-- > 0;) {
        push_term(printer, table_child(printer->table, t, i), false);
        if (i > 0)
            push_text(printer, ", ");
    }
    push_text(printer, "(");
}

static const char *flags_text(uint8_t flags) {
    static const char *const texts[] = {" ", "s ", "u ", "su "};
    return texts[flags & (TERM_NSW | TERM_NUW)];
}

static void print_infix(struct printer *printer, const struct term *t, bool is_nested) {
    if (is_nested)
        push_text(printer, ")");
    push_term(printer, table_child(printer->table, t, 1), true);
    push_text(printer, flags_text(t->flags));
    push_text(printer, op_texts[t->op]);
    push_text(printer, " ");
    push_term(printer, table_child(printer->table, t, 0), true);
    if (is_nested)
        push_text(printer, "(");
}

static void print_node(struct printer *printer, term_ref ref, bool is_nested) {
    const struct term_table *table = printer->table;
    const struct term *t = table_at(table, ref.id);
    struct buffer *out = printer->out;
    switch (term_op_of(t)) {
    case TERM_CONST: print_const(out, t->width_bits, t->value); return;
    case TERM_SYMBOL: buffer_add(out, table->symbols.data[t->value]->symbol.name); return;
    case TERM_ITE:
        buffer_add(out, op_texts[t->op]);
        print_arguments(printer, t);
        return;
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_TRUNC:
        buffer_printf(out, "%s%u", op_texts[t->op], t->width_bits);
        print_arguments(printer, t);
        return;
    case TERM_APPLY:
        print_quoted(out, table->functions.data[t->value].name);
        buffer_printf(out, ":%u", t->width_bits);
        print_arguments(printer, t);
        return;
    case TERM_ADD:
    case TERM_MUL:
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_OP_COUNT: break;
    }
    if (is_complement(table, ref)) {
        buffer_char(out, t->width_bits == 1 ? '!' : '~');
        push_term(printer, table_child(table, t, 0), true);
    } else
        print_infix(printer, t, is_nested);
}

static void buffer_truncate(struct buffer *out, size_t size) {
    if (out->size == size)
        return;
    out->size = size;
    out->data[size] = '\0';
}

bool term_print_limited(const struct term_table *table, term_ref t, struct buffer *out, uint32_t max_nodes) {
    struct printer printer = {.table = table, .out = out};
    size_t start = out->size;
    uint32_t nodes = 0;
    push_term(&printer, t, false);
    while (printer.stack.size > 0 && nodes <= max_nodes) {
        struct print_item item = vec_pop(&printer.stack);
        if (item.text)
            buffer_add(out, item.text);
        else if (++nodes <= max_nodes)
            print_node(&printer, item.term, item.is_nested);
    }
    vec_release(&printer.stack);
    if (nodes <= max_nodes)
        return true;
    buffer_truncate(out, start);
    return false;
}

void term_print(const struct term_table *table, term_ref t, struct buffer *out) {
    if (!term_print_limited(table, t, out, PRINT_LIMIT))
        buffer_printf(out, "<a term of more than %d nodes>", PRINT_LIMIT);
}

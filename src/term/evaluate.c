/* Evaluation of terms under a model, bottom up with a memo and a stack of its own. */
#include "term/bits.h"
#include "term/table.h"

struct value_entry {
    uint64_t value, round; /* known in this round of its layer */
    uint32_t layer;        /* the deepest of the symbols below */
};

struct evaluation {
    const struct term_table *table;
    struct term_model model;
    struct memo values;                                  /* of struct value_entry */
    uint32_t (*layer)(void *context, symbol_ref symbol); /* NULL: all in layer 0 */
    uint64_t rounds[EVALUATION_LAYERS];                  /* from 1 */
    VEC(uint32_t) stack;
    bool has_wrapped;
};

struct evaluation *evaluation_create(const struct term_table *table, const struct term_model *model) {
    struct evaluation *evaluation = mem_alloc(sizeof *evaluation);
    *evaluation = (struct evaluation){.table = table, .model = *model, .values.entry_bytes = sizeof(struct value_entry), .rounds = {1, 1, 1, 1}};
    return evaluation;
}

void evaluation_use_layers(struct evaluation *evaluation, uint32_t (*layer)(void *context, symbol_ref symbol)) {
    evaluation->layer = layer;
}

void evaluation_restart_layer(struct evaluation *evaluation, uint32_t layer) {
    assert(layer < EVALUATION_LAYERS);
    for (uint32_t i = layer; i < EVALUATION_LAYERS; i++)
        evaluation->rounds[i]++;
}

void evaluation_restart(struct evaluation *evaluation) {
    evaluation_restart_layer(evaluation, 0);
}

void evaluation_destroy(struct evaluation *evaluation) {
    if (!evaluation)
        return;
    memo_release(&evaluation->values);
    vec_release(&evaluation->stack);
    mem_free(evaluation, sizeof *evaluation);
}

static struct value_entry *entry_of(struct evaluation *evaluation, uint32_t id) {
    return memo_at(&evaluation->values, id);
}

static bool is_known(const struct evaluation *evaluation, const struct value_entry *entry) {
    return entry->round == evaluation->rounds[entry->layer];
}

static uint32_t layer_of(struct evaluation *evaluation, const struct term *t) {
    if (!evaluation->layer)
        return 0;
    if (term_op_of(t) == TERM_SYMBOL)
        return evaluation->layer(evaluation->model.context, (symbol_ref){(uint32_t)t->value});
    uint32_t layer = 0;
    for (uint8_t i = 0; i < t->arity; i++) {
        uint32_t below = entry_of(evaluation, table_child(evaluation->table, t, i).id)->layer;
        layer = below > layer ? below : layer;
    }
    return layer;
}

static uint64_t apply(struct evaluation *evaluation, const struct term *t, const uint64_t *arguments) {
    const struct term_model *model = &evaluation->model;
    return model->apply(model->context, (uint32_t)t->value, t->width_bits, arguments, t->arity);
}

/* A sum or product whose flags say that it fits does not. */
static bool breaks_flags(const struct term *t, uint64_t a, uint64_t b) {
    const uint8_t width = t->width_bits;
    const bool is_sum = term_op_of(t) == TERM_ADD;
    if ((t->flags & TERM_NSW) && !(is_sum ? bits_add_fits_signed(width, a, b) : bits_mul_fits_signed(width, a, b)))
        return true;
    return (t->flags & TERM_NUW) && !(is_sum ? a <= bits_mask(width) - b : bits_mul_fits_unsigned(width, a, b));
}

bool evaluation_has_wrapped(const struct evaluation *evaluation) {
    return evaluation->has_wrapped;
}

/* The children's values are known. */
static uint64_t compute(struct evaluation *evaluation, const struct term *t) {
    const struct term_table *table = evaluation->table;
    uint64_t x[UINT8_MAX];
    for (uint8_t i = 0; i < t->arity; i++)
        x[i] = entry_of(evaluation, table_child(table, t, i).id)->value;
    uint8_t inner = t->arity > 0 ? table_width(table, table_child(table, t, 0)) : 0;
    switch (term_op_of(t)) {
    case TERM_CONST: return t->value;
    case TERM_SYMBOL: return evaluation->model.symbol(evaluation->model.context, (symbol_ref){(uint32_t)t->value});
    case TERM_ADD:
    case TERM_MUL: evaluation->has_wrapped |= breaks_flags(t, x[0], x[1]); return bits_binary(term_op_of(t), inner, x[0], x[1]);
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
    case TERM_SLE: return bits_binary(term_op_of(t), inner, x[0], x[1]);
    case TERM_ITE: return x[0] ? x[1] : x[2];
    case TERM_ZEXT:
    case TERM_TRUNC: return x[0];
    case TERM_SEXT: return (uint64_t)bits_signed(x[0], inner);
    case TERM_APPLY: return apply(evaluation, t, x);
    case TERM_OP_COUNT: break;
    }
    assert(false && "an operator");
    return 0;
}

uint64_t evaluation_value(struct evaluation *evaluation, term_ref t) {
    struct value_entry *wanted = entry_of(evaluation, t.id);
    if (is_known(evaluation, wanted))
        return wanted->value;
    uint32_t base = evaluation->stack.size;
    vec_push(&evaluation->stack, t.id);
    while (evaluation->stack.size > base) {
        uint32_t top = vec_last(&evaluation->stack);
        if (is_known(evaluation, entry_of(evaluation, top))) {
            (void)vec_pop(&evaluation->stack);
            continue;
        }
        const struct term *term = table_at(evaluation->table, top);
        bool is_ready = true;
        for (uint8_t i = 0; i < term->arity; i++) {
            uint32_t child = table_child(evaluation->table, term, i).id;
            if (!is_known(evaluation, entry_of(evaluation, child))) {
                vec_push(&evaluation->stack, child);
                is_ready = false;
            }
        }
        if (!is_ready)
            continue;
        struct value_entry *entry = entry_of(evaluation, top);
        entry->value = compute(evaluation, term) & bits_mask(term->width_bits);
        entry->layer = layer_of(evaluation, term);
        entry->round = evaluation->rounds[entry->layer];
        (void)vec_pop(&evaluation->stack);
    }
    return wanted->value;
}

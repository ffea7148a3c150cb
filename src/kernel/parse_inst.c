/* Instructions and operands of the kernel text form. */
#include "kernel/parse.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/names.h"

static enum inst_op parse_op(struct parser *p) {
    struct slice word = lexer_word(&p->lexer);
    for (uint32_t op = INST_NULLPTR + 1; op < INST_OP_COUNT; op++) {
        if (word.length > 0 && slice_is(word, inst_op_name((enum inst_op)op))) {
            return (enum inst_op)op;
        }
    }
    lexer_fail(&p->lexer, "expected an instruction");
    return INST_UNREACHABLE;
}

static void parse_immediate(struct parser *p, struct inst *inst) {
    const struct name_table *names = imm_names((enum inst_op)inst->op);
    if (inst->op == INST_LANE) {
        inst->imm = lexer_index(&p->lexer);
    } else if (names) {
        struct slice word = lexer_word(&p->lexer);
        int found = word.length > 0 ? name_find(names, word.text, word.length) : -1;
        if (found < 0) {
            lexer_fail(&p->lexer, "expected a kind of %s", inst_op_name((enum inst_op)inst->op));
            return;
        }
        inst->imm = (uint64_t)found;
    }
}

static void parse_modifiers(struct parser *p, struct inst *inst) {
    for (;;) {
        struct slice word = lexer_peek_word(&p->lexer);
        if (word.length == 0) {
            break;
        }
        int flag = name_find(&flag_names, word.text, word.length);
        int scope = name_find(&scope_names, word.text, word.length);
        if (flag >= 0) {
            inst->flags = (uint8_t)(inst->flags | 1u << flag);
        } else if (scope >= 0) {
            inst->scope = (uint16_t)scope;
        } else if (inst->op == INST_BARRIER && slice_is(word, "fence")) {
            lexer_word(&p->lexer);
            word = lexer_peek_word(&p->lexer);
            int fence = word.length > 0 ? name_find(&fence_names, word.text, word.length) : -1;
            if (fence < 0) {
                lexer_fail(&p->lexer, "expected what the barrier orders");
                break;
            }
            inst->scope = (uint16_t)fence;
        } else if (slice_is(word, "align")) {
            lexer_word(&p->lexer);
            inst->imm = lexer_index(&p->lexer);
            continue;
        } else {
            break;
        }
        lexer_word(&p->lexer);
    }
    if (lexer_peek(&p->lexer, '"')) {
        inst->name = lexer_string(&p->lexer);
    }
}

static uint64_t float_bits(struct parser *p, double value, struct type type) {
    uint64_t bits = 0;
    if (type.kind == TYPE_FLOAT && type.width_bits == 64) {
        memcpy(&bits, &value, sizeof value);
        return bits;
    }
    if (type.kind == TYPE_FLOAT && type.width_bits == 32) {
        float narrow = (float)value;
        memcpy(&bits, &narrow, sizeof narrow);
        return bits;
    }
    lexer_fail(&p->lexer, "expected f32 or f64 after a number with a point");
    return 0;
}

static uint64_t integer_bits(struct parser *p, bool negative, uint64_t value, struct type type) {
    if (type.kind == TYPE_VOID || type.kind == TYPE_POINTER || type.lanes != 1) {
        lexer_fail(&p->lexer, "expected a scalar type");
        return 0;
    }
    uint64_t mask = type.width_bits >= 64 ? UINT64_MAX : ((uint64_t)1 << type.width_bits) - 1;
    uint64_t most = negative ? mask / 2 + 1 : mask;
    if (value > most) {
        lexer_fail(&p->lexer, "expected a number that fits its type");
    }
    return (negative ? 0 - value : value) & mask;
}

/* A number, "-" maybe before it, ":type" maybe behind it (i32 if not). */
static value_ref parse_constant(struct parser *p) {
    bool negative = lexer_accept(&p->lexer, '-');
    struct slice word = lexer_peek_word(&p->lexer);
    bool is_hex = word.length > 1 && (word.text[1] == 'x' || word.text[1] == 'X');
    bool has_point = word.length > 0 && memchr(word.text, '.', word.length) && !is_hex;
    struct type type = {TYPE_INT, 32, 0, 1};
    double real = 0;
    uint64_t value = 0;
    if (has_point) {
        char *end;
        real = strtod(word.text, &end);
        p->lexer.at = end;
    } else {
        value = lexer_number(&p->lexer, UINT64_MAX);
    }
    if (lexer_accept(&p->lexer, ':')) {
        type = parse_type(p);
    }
    if (p->lexer.error) {
        return (value_ref){0};
    }
    uint64_t bits = has_point ? float_bits(p, negative ? -real : real, type) : integer_bits(p, negative, value, type);
    return builder_leaf(p->builder, INST_CONST, type, bits);
}

static struct type parse_leaf_type(struct parser *p, struct type otherwise) {
    return lexer_accept(&p->lexer, ':') ? parse_type(p) : otherwise;
}

/* "$2.name:type" or "@0.name:type", after the sigil. */
static value_ref parse_named(struct parser *p, enum inst_op op) {
    uint32_t index = lexer_index(&p->lexer);
    if (*p->lexer.at == '.') {
        lexer_word(&p->lexer);
    }
    const struct kernel *k = builder_kernel(p->builder);
    uint32_t count = op == INST_PARAM ? k->param_count : k->object_count;
    if (index >= count) {
        lexer_fail(&p->lexer, "expected a declared %s", inst_op_name(op));
        return (value_ref){0};
    }
    struct type plain = {TYPE_POINTER, 64, 0, 1};
    if (op == INST_PARAM) {
        plain = k->params[index].type;
    } else {
        plain.space = (uint8_t)k->objects[index].space;
    }
    return builder_leaf(p->builder, op, parse_leaf_type(p, plain), index);
}

/* Everything but "%name". */
static value_ref parse_leaf(struct parser *p) {
    struct type none = {0}, boolean = {TYPE_INT, 1, 0, 1};
    if (lexer_accept(&p->lexer, '$')) {
        return parse_named(p, INST_PARAM);
    }
    if (lexer_accept(&p->lexer, '@')) {
        return parse_named(p, INST_OBJECT);
    }
    if (lexer_accept_word(&p->lexer, "undef")) {
        return builder_leaf(p->builder, INST_UNDEF, parse_leaf_type(p, none), 0);
    }
    if (lexer_accept_word(&p->lexer, "null")) {
        return builder_leaf(p->builder, INST_NULLPTR, parse_leaf_type(p, none), 0);
    }
    if (lexer_accept_word(&p->lexer, "true")) {
        return builder_leaf(p->builder, INST_CONST, boolean, 1);
    }
    if (lexer_accept_word(&p->lexer, "false")) {
        return builder_leaf(p->builder, INST_CONST, boolean, 0);
    }
    return parse_constant(p);
}

static const char *parse_value_name(struct parser *p) {
    struct slice word = lexer_word(&p->lexer);
    if (word.length == 0) {
        lexer_fail(&p->lexer, "expected a value's name after '%%'");
    }
    return arena_strndup(p->lexer.arena, word.text, word.length);
}

static value_ref find_value(struct parser *p, const char *name) {
    uint32_t id;
    if (!string_map_get(&p->values, name, &id)) {
        lexer_fail(&p->lexer, "expected a defined value instead of %%%s", name);
        return (value_ref){0};
    }
    return (value_ref){id};
}

static value_ref parse_operand(struct parser *p) {
    if (lexer_accept(&p->lexer, '%')) {
        return find_value(p, parse_value_name(p));
    }
    return parse_leaf(p);
}

static bool at_operand(struct parser *p) {
    if (lexer_at_end_of_line(&p->lexer) || lexer_peek(&p->lexer, '!')) {
        return false;
    }
    return !lexer_peek(&p->lexer, '-') || p->lexer.at[1] != '>';
}

static void parse_phi_operands(struct parser *p, value_ref phi) {
    lexer_expect(&p->lexer, '[');
    while (!p->lexer.error && !lexer_accept(&p->lexer, ']')) {
        struct pending_phi pending = {.phi = phi, .line = p->lexer.line};
        pending.from = parse_label(p, lexer_word(&p->lexer));
        if (lexer_accept(&p->lexer, '%')) {
            pending.name = parse_value_name(p);
        } else {
            pending.value = parse_leaf(p);
        }
        vec_push(&p->pending, pending);
        if (!lexer_peek(&p->lexer, ']')) {
            lexer_expect(&p->lexer, ',');
        }
    }
}

void parse_pending(struct parser *p) {
    for (uint32_t i = 0; i < p->pending.size && !p->lexer.error; i++) {
        struct pending_phi *pending = &p->pending.data[i];
        p->lexer.line = pending->line;
        value_ref value = pending->name ? find_value(p, pending->name) : pending->value;
        if (!p->lexer.error) {
            builder_phi_add(p->builder, pending->phi, value, pending->from);
        }
    }
}

static void parse_successors(struct parser *p) {
    VEC(block_ref) successors = {0};
    if (lexer_accept(&p->lexer, '-')) {
        lexer_expect(&p->lexer, '>');
        do {
            vec_push(&successors, parse_label(p, lexer_word(&p->lexer)));
        } while (lexer_accept(&p->lexer, ','));
    }
    if (!p->lexer.error) {
        builder_successors(p->builder, p->block, successors.data, successors.size);
    }
    vec_release(&successors);
}

void parse_inst(struct parser *p) {
    struct inst inst = {0};
    const char *result = NULL;
    VEC(value_ref) operands = {0};
    if (lexer_accept(&p->lexer, '%')) {
        result = parse_value_name(p);
        lexer_expect(&p->lexer, '=');
    }
    inst.op = (uint8_t)parse_op(p);
    parse_immediate(p, &inst);
    parse_modifiers(p, &inst);
    if (result) {
        inst.type = parse_type(p);
    }
    bool is_phi = inst.op == INST_PHI;
    if (!is_phi && at_operand(p)) {
        do {
            vec_push(&operands, parse_operand(p));
        } while (lexer_accept(&p->lexer, ','));
    }
    value_ref ref = {0};
    if (!p->lexer.error) {
        ref = builder_inst(p->builder, p->block, &inst, operands.data, operands.size);
    }
    if (!p->lexer.error && is_phi) {
        parse_phi_operands(p, ref);
    }
    if (!p->lexer.error && inst_class_of((enum inst_op)inst.op) == CLASS_TERMINATOR) {
        parse_successors(p);
        p->has_terminator = true;
    }
    loc_ref loc = parse_loc(p);
    if (!p->lexer.error) {
        builder_kernel(p->builder)->insts[ref.id].loc = loc;
    }
    if (result && !p->lexer.error) {
        uint32_t other;
        if (string_map_get(&p->values, result, &other)) {
            lexer_fail(&p->lexer, "expected a new name: %%%s is defined already", result);
        }
        string_map_set(&p->values, result, ref.id);
    }
    vec_release(&operands);
}

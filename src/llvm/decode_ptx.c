/* Executing inline PTX while decoding: each statement becomes kernel IR (PTX ISA 8.x,
 * section 9), with the assembly's registers as an environment of values.
 *
 * A statement that is not known makes the whole assembly unsupported. Effects decoded before that stay, which is harmless: the
 * unsupported instruction that follows them covers everything the assembly may do. */
#include "llvm/decode_ptx.h"

#include <stdlib.h>
#include <string.h>

enum { REGISTER_LIMIT = 64 };

bool ptx_part_type(const char *part, struct type *type, bool *is_signed) {
    static const struct {
        const char *name;
        uint8_t kind, width_bits;
    } types[] = {
        {"pred", TYPE_INT, 1}, {"b8", TYPE_INT, 8},     {"b16", TYPE_INT, 16},   {"b32", TYPE_INT, 32},
        {"b64", TYPE_INT, 64}, {"u8", TYPE_INT, 8},     {"u16", TYPE_INT, 16},   {"u32", TYPE_INT, 32},
        {"u64", TYPE_INT, 64}, {"s8", TYPE_INT, 8},     {"s16", TYPE_INT, 16},   {"s32", TYPE_INT, 32},
        {"s64", TYPE_INT, 64}, {"f16", TYPE_FLOAT, 16}, {"f32", TYPE_FLOAT, 32}, {"f64", TYPE_FLOAT, 64},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, part) == 0) {
            *type = (struct type){.kind = types[i].kind, .width_bits = types[i].width_bits, .lanes = 1};
            *is_signed = part[0] == 's';
            return true;
        }
    }
    return false;
}

static bool is_word_of(const char *part, const char *words) {
    size_t length = strlen(part);
    for (const char *at = words; *at;) {
        size_t word = strcspn(at, " ");
        bool is_prefix = word > 0 && at[word - 1] == '*';
        if (is_prefix ? strncmp(at, part, word - 1) == 0 : word == length && strncmp(at, part, length) == 0) {
            return true;
        }
        at += word + (at[word] == ' ');
    }
    return false;
}

bool ptx_type_of(const struct ptx_statement *s, const char *words, struct type *type, bool *is_signed) {
    uint32_t types = 0;
    for (uint32_t i = 1; i < s->part_count; i++) {
        if (ptx_part_type(s->parts[i], type, is_signed)) {
            types++;
        } else if (!is_word_of(s->parts[i], words)) {
            return false;
        }
    }
    return types == 1;
}

/* Bits of any scalar, as an integer of its own width. */
static value_ref as_int(struct decoder *d, value_ref value) {
    struct type type = emit_type_of(d, value);
    if (type.kind == TYPE_POINTER) {
        return emit1(d, INST_PTRTOINT, type_i64, value);
    }
    if (type.kind != TYPE_INT) {
        type.kind = TYPE_INT;
        return emit1(d, INST_BITCAST, type, value);
    }
    return value;
}

value_ref ptx_coerce(struct decoder *d, value_ref value, struct type type) {
    struct type from = emit_type_of(d, value);
    if (from.kind == type.kind && from.width_bits == type.width_bits) {
        return value;
    }
    value_ref bits = emit_resize(d, as_int(d, value), type.width_bits, false);
    if (type.kind == TYPE_POINTER) {
        return emit1(d, INST_INTTOPTR, type, bits);
    }
    return type.kind == TYPE_INT ? bits : emit1(d, INST_BITCAST, type, bits);
}

static value_ref *register_of(struct ptx_machine *m, const char *name) {
    for (uint32_t i = 0; i < m->register_count; i++) {
        if (strcmp(m->names[i], name) == 0) {
            return &m->registers[i];
        }
    }
    if (m->register_count == REGISTER_LIMIT) {
        return NULL;
    }
    m->names[m->register_count] = name;
    m->registers[m->register_count] = (value_ref){0};
    return &m->registers[m->register_count++];
}

bool ptx_get(struct ptx_machine *m, const struct ptx_operand *operand, struct type type, value_ref *value) {
    struct decoder *d = m->d;
    value_ref found = {0};
    if (operand->kind == PTX_NUMBER) {
        *value = emit_constant(d, type, operand->bits);
        return type.kind != TYPE_POINTER;
    }
    if (operand->kind == PTX_ARGUMENT) {
        uint32_t index = operand->index;
        if (index >= m->argument_count) {
            return false;
        }
        found = m->arguments[index];
    } else if (operand->kind != PTX_SINK) {
        value_ref *slot = register_of(m, operand->name);
        found = slot ? *slot : found;
        if (found.id == 0 && operand->kind == PTX_SPECIAL && type.kind == TYPE_INT) {
            *value = call_special_register(d, operand->name, type);
            return true;
        }
    }
    if (found.id == 0) {
        return false;
    }
    *value = ptx_coerce(d, found, type);
    return true;
}

bool ptx_value(struct ptx_machine *m, const struct ptx_operand *operand, value_ref *value) {
    *value = (value_ref){0};
    if (operand->kind == PTX_ARGUMENT && operand->index < m->argument_count) {
        *value = m->arguments[operand->index];
    } else if (operand->kind == PTX_REGISTER) {
        value_ref *slot = register_of(m, operand->name);
        *value = slot ? *slot : *value;
    }
    return value->id != 0;
}

bool ptx_set(struct ptx_machine *m, const struct ptx_operand *operand, value_ref value) {
    value_ref *slot = NULL;
    if (operand->kind == PTX_SINK) {
        return true;
    }
    if (operand->kind == PTX_ARGUMENT && operand->index < m->output_count) {
        slot = &m->arguments[operand->index];
    } else if (operand->kind == PTX_REGISTER || operand->kind == PTX_SPECIAL) {
        slot = register_of(m, operand->name);
    }
    if (!slot) {
        return false;
    }
    if (m->guard.id != 0) {
        struct type type = emit_type_of(m->d, value);
        value_ref old = slot->id ? ptx_coerce(m->d, *slot, type) : emit_undef(m->d, type);
        value = emit3(m->d, INST_SELECT, type, m->guard, value, old);
    }
    *slot = value;
    return true;
}

bool ptx_set_wide(struct ptx_machine *m, const struct ptx_operand *operand, value_ref value, bool is_signed) {
    struct type type = emit_type_of(m->d, value);
    unsigned width_bits = 64;
    if (operand->kind == PTX_ARGUMENT && operand->index < m->output_count) {
        struct type output = m->output_types[operand->index];
        width_bits = output.kind == TYPE_INT ? output.width_bits : 0;
    }
    if (type.kind == TYPE_INT && type.width_bits < width_bits) {
        value = emit_resize(m->d, value, width_bits, is_signed);
    }
    return ptx_set(m, operand, value);
}

static bool open_guard(struct ptx_machine *m, const struct ptx_statement *s) {
    m->guard = (value_ref){0};
    if (!s->has_guard) {
        return true;
    }
    value_ref guard;
    if (!ptx_get(m, &s->guard, type_i1, &guard)) {
        return false;
    }
    if (s->guard_is_negated) {
        guard = emit2(m->d, INST_XOR, type_i1, guard, emit_constant(m->d, type_i1, 1));
    }
    m->guard = guard;
    return true;
}

/* Inputs that stand for the initial value of an output: constraint "0". Indirect operands
 * (in memory) are not decoded. */
static bool tie_inputs(struct ptx_machine *m, const char *constraints) {
    uint32_t operand = 0;
    for (const char *at = constraints; *at; operand++) {
        size_t length = strcspn(at, ",");
        if (memchr(at, '*', length)) {
            return false;
        }
        if (*at >= '0' && *at <= '9' && operand < m->argument_count) {
            uint32_t output = (uint32_t)strtoul(at, NULL, 10);
            if (output < m->output_count) {
                m->arguments[output] = m->arguments[operand];
            }
        }
        at += length + (at[length] == ',');
    }
    return true;
}

static bool load_arguments(struct ptx_machine *m, LLVMValueRef call) {
    uint32_t inputs = LLVMGetNumArgOperands(call);
    m->output_count = type_leaf_count(m->d->module, LLVMTypeOf(call));
    m->argument_count = m->output_count + inputs;
    if (m->argument_count > PTX_ARGUMENT_LIMIT) {
        return false;
    }
    struct leaves leaves = {0};
    type_flatten(m->d->module, LLVMTypeOf(call), &leaves);
    for (uint32_t i = 0; i < m->output_count; i++) {
        m->output_types[i] = leaves.list.data[i].type;
    }
    vec_release(&leaves.list);
    for (uint32_t i = 0; i < inputs; i++) {
        struct span span = span_of(m->d, LLVMGetOperand(call, i));
        if (span.count != 1) {
            return false;
        }
        m->arguments[m->output_count + i] = span_at(m->d, span, 0);
    }
    size_t length;
    const char *constraints = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &length);
    return tie_inputs(m, arena_strndup(m->d->arena, constraints, length));
}

static void define_outputs(struct ptx_machine *m, LLVMValueRef call) {
    value_ref outputs[PTX_ARGUMENT_LIMIT];
    for (uint32_t i = 0; i < m->output_count; i++) {
        struct type type = m->output_types[i];
        value_ref value = m->arguments[i];
        outputs[i] = value.id ? ptx_coerce(m->d, value, type) : emit_undef(m->d, type);
    }
    uint32_t first = span_begin(m->d);
    for (uint32_t i = 0; i < m->output_count; i++) {
        span_push(m->d, outputs[i]);
    }
    if (m->output_count > 0) {
        span_define(m->d, call, first);
    }
}

/* What the registers hold behind the statement: what they held before where the guard is false. False: that has another type. */
static bool join_registers(struct ptx_machine *m, value_ref *slots, const value_ref *before, uint32_t count, block_ref from, block_ref then) {
    struct decoder *d = m->d;
    bool are_joined = true;
    for (uint32_t i = 0; i < count; i++) {
        if (slots[i].id == before[i].id) {
            continue;
        }
        struct type type = emit_type_of(d, slots[i]);
        value_ref old = before[i].id ? before[i] : emit_undef(d, type), now = slots[i];
        const struct type had = emit_type_of(d, old);
        are_joined &= had.kind == type.kind && had.width_bits == type.width_bits && had.lanes == type.lanes && had.space == type.space;
        slots[i] = emit(d, INST_PHI, type, 0, NULL, 0);
        builder_phi_add(d->builder, slots[i], are_joined ? old : emit_undef(d, type), from);
        builder_phi_add(d->builder, slots[i], now, then);
    }
    return are_joined;
}

/* A load, store, atomic operation, barrier or exit under a guard: a branch around it. */
static bool guarded_effect(struct ptx_machine *m, const struct ptx_statement *s) {
    struct decoder *d = m->d;
    value_ref arguments[PTX_ARGUMENT_LIMIT], registers[REGISTER_LIMIT];
    const uint32_t register_count = m->register_count;
    const block_ref from = d->block;
    memcpy(arguments, m->arguments, sizeof arguments);
    memcpy(registers, m->registers, register_count * sizeof *registers);
    const block_ref meeting = emit_branch(d, m->guard);
    m->guard = (value_ref){0};
    bool is_done = ptx_effect(m, s);
    const bool ends = d->is_ended;
    const block_ref then = d->block; /* the effect may have parted it */
    emit_join(d, meeting);
    if (ends) {
        return is_done;
    }
    is_done &= join_registers(m, m->arguments, arguments, m->output_count, from, then);
    is_done &= join_registers(m, m->registers, registers, register_count, from, then);
    for (uint32_t i = register_count; i < m->register_count; i++) { /* first set there */
        value_ref none = {0};
        is_done &= join_registers(m, &m->registers[i], &none, 1, from, then);
    }
    return is_done;
}

bool decode_ptx(struct decoder *d, LLVMValueRef call, const struct ptx_text *text, const struct ptx_statement **unknown) {
    struct ptx_machine m = {.d = d};
    value_ref registers[REGISTER_LIMIT];
    const char *names[REGISTER_LIMIT];
    m.registers = registers;
    m.names = names;
    if (!load_arguments(&m, call)) {
        return false;
    }
    for (uint32_t i = 0; i < text->statements.size; i++) {
        const struct ptx_statement *s = &text->statements.data[i];
        *unknown = s;
        if (!s->is_parsed || d->is_ended || !open_guard(&m, s)) {
            return false;
        }
        bool is_done = ptx_arithmetic(&m, s) || ptx_copy(&m, s) || (s->has_guard ? guarded_effect(&m, s) : ptx_effect(&m, s));
        if (!is_done) {
            return false;
        }
    }
    if (!d->is_ended) {
        define_outputs(&m, call);
    }
    return true;
}

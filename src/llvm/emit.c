#include "llvm/decode.h"

value_ref emit_full(struct decoder *d, struct inst inst, const value_ref *operands, uint32_t count) {
    inst.loc = d->loc;
    return builder_inst(d->builder, d->block, &inst, operands, count);
}

value_ref emit(struct decoder *d, enum inst_op op, struct type type, uint64_t imm, const value_ref *operands, uint32_t count) {
    return emit_full(d, (struct inst){.op = (uint8_t)op, .type = type, .imm = imm}, operands, count);
}

void emit_matrix_product(struct decoder *d) {
    emit_full(d, (struct inst){.op = INST_COLLECTIVE, .type = type_void, .imm = COLLECTIVE_MATRIX, .name = "matrix.product"}, NULL, 0);
}

value_ref emit1(struct decoder *d, enum inst_op op, struct type type, value_ref a) {
    return emit(d, op, type, 0, &a, 1);
}

value_ref emit2(struct decoder *d, enum inst_op op, struct type type, value_ref a, value_ref b) {
    return emit(d, op, type, 0, (value_ref[]){a, b}, 2);
}

value_ref emit3(struct decoder *d, enum inst_op op, struct type type, value_ref a, value_ref b, value_ref c) {
    return emit(d, op, type, 0, (value_ref[]){a, b, c}, 3);
}

value_ref emit_constant(struct decoder *d, struct type type, uint64_t bits) {
    if (type.width_bits < 64) {
        bits &= (UINT64_C(1) << type.width_bits) - 1;
    }
    return builder_leaf(d->builder, INST_CONST, type, bits);
}

value_ref emit_undef(struct decoder *d, struct type type) {
    return builder_leaf(d->builder, INST_UNDEF, type, 0);
}

struct type emit_type_of(const struct decoder *d, value_ref value) {
    return kernel_inst(builder_kernel(d->builder), value)->type;
}

value_ref emit_pointer_add(struct decoder *d, value_ref pointer, uint64_t offset_bytes) {
    if (offset_bytes == 0) {
        return pointer;
    }
    struct inst inst = {.op = INST_PTRADD, .flags = INST_INBOUNDS, .type = emit_type_of(d, pointer)};
    value_ref offset = emit_constant(d, type_i64, offset_bytes);
    return emit_full(d, inst, (value_ref[]){pointer, offset}, 2);
}

/* Casts to generic and back cancel: the passes insert such pairs to type pointers. */
value_ref emit_pointer_cast(struct decoder *d, value_ref pointer, enum space space) {
    const struct kernel *k = builder_kernel(d->builder);
    const struct inst *inst = kernel_inst(k, pointer);
    if (inst->type.space == space) {
        return pointer;
    }
    if (inst->op == INST_PTRCAST) {
        value_ref source = kernel_operand(k, inst, 0);
        if (kernel_inst(k, source)->type.space == space) {
            return source;
        }
    }
    struct type type = inst->type;
    type.space = (uint8_t)space;
    return emit1(d, INST_PTRCAST, type, pointer);
}

value_ref emit_plain(struct decoder *d, value_ref pointer) {
    const struct kernel *k = builder_kernel(d->builder);
    const struct inst *inst = kernel_inst(k, pointer);
    return inst->op == INST_PTRCAST && inst->type.space == SPACE_GENERIC ? kernel_operand(k, inst, 0) : pointer;
}

value_ref emit_resize(struct decoder *d, value_ref value, unsigned width_bits, bool is_signed) {
    struct type type = emit_type_of(d, value);
    if (type.width_bits == width_bits) {
        return value;
    }
    enum inst_op op = type.width_bits > width_bits ? INST_TRUNC : is_signed ? INST_SEXT : INST_ZEXT;
    type.width_bits = (uint8_t)width_bits;
    return emit1(d, op, type, value);
}

value_ref emit_unsupported(struct decoder *d, struct type type, enum unsupported_effect effect, const char *name) {
    struct inst inst = {.op = INST_UNSUPPORTED, .type = type, .imm = effect, .name = name};
    return emit_full(d, inst, NULL, 0);
}

void emit_end(struct decoder *d, enum inst_op op) {
    emit(d, op, type_void, 0, NULL, 0);
    builder_successors(d->builder, d->block, NULL, 0);
    d->is_ended = true;
}

block_ref emit_branch(struct decoder *d, value_ref condition) {
    const block_ref then = builder_add_block(d->builder), meeting = builder_add_block(d->builder);
    emit1(d, INST_CONDBR, type_void, condition);
    builder_successors(d->builder, d->block, (block_ref[]){then, meeting}, 2);
    d->block = then;
    return meeting;
}

void emit_join(struct decoder *d, block_ref meeting) {
    if (!d->is_ended) {
        emit(d, INST_BR, type_void, 0, NULL, 0);
        builder_successors(d->builder, d->block, &meeting, 1);
    }
    d->is_ended = false;
    d->block = meeting;
}

value_ref span_at(const struct decoder *d, struct span span, uint32_t n) {
    assert(n < span.count);
    return d->pool.data[span.first + n];
}

uint32_t span_begin(const struct decoder *d) {
    return d->pool.size;
}

void span_push(struct decoder *d, value_ref value) {
    vec_push(&d->pool, value);
}

struct span span_define(struct decoder *d, LLVMValueRef value, uint32_t first) {
    struct span span = {first, d->pool.size - first};
    map_set(&d->values, key_of(value), d->spans.size);
    vec_push(&d->spans, span);
    return span;
}

void span_define_scalar(struct decoder *d, LLVMValueRef value, value_ref scalar) {
    uint32_t first = span_begin(d);
    span_push(d, scalar);
    span_define(d, value, first);
}

void span_define_unsupported(struct decoder *d, LLVMValueRef value, enum unsupported_effect effect, const char *name) {
    struct leaves leaves = {0};
    uint32_t first = span_begin(d);
    bool is_flat = type_flatten(d->module, LLVMTypeOf(value), &leaves);
    if (!is_flat || leaves.list.size == 0) {
        emit_unsupported(d, type_void, effect, name);
    }
    for (uint32_t i = 0; is_flat && i < leaves.list.size; i++) {
        span_push(d, emit_unsupported(d, leaves.list.data[i].type, i == 0 ? effect : UNSUPPORTED_VALUE, name));
    }
    vec_release(&leaves.list);
    span_define(d, value, first);
}

struct span span_of(struct decoder *d, LLVMValueRef value) {
    uint32_t index;
    if (map_get(&d->values, key_of(value), &index)) {
        return d->spans.data[index];
    }
    if (LLVMIsConstant(value)) {
        return decode_constant(d, value);
    }
    span_define_unsupported(d, value, UNSUPPORTED_VALUE, "value of an undecoded instruction");
    map_get(&d->values, key_of(value), &index);
    return d->spans.data[index];
}

value_ref span_scalar(struct decoder *d, LLVMValueRef value) {
    struct span span = span_of(d, value);
    if (span.count == 1) {
        return span_at(d, span, 0);
    }
    return emit_unsupported(d, type_i64, UNSUPPORTED_VALUE, "aggregate where a scalar is expected");
}

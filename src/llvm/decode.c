/* Decoding one kernel: parameters, control flow, phis; the rest is in decode_*.c.
 *
 * Blocks are decoded in reverse post-order, so that values are known before their uses;
 * phi operands follow when all blocks are done. Constant expressions go into the entry
 * block first, because a phi may use one at the end of any predecessor. A branch on a
 * constant becomes a jump (decode_order.c); a call that never returns cuts its block there. */
#include "llvm/decode.h"
#include <llvm-c/DebugInfo.h>

#include <string.h>

#include "llvm/llvm.h"

static block_ref block_of(struct decoder *d, LLVMBasicBlockRef block) {
    uint32_t number;
    bool is_known = map_get(&d->blocks, key_of(block), &number);
    assert(is_known);
    (void)is_known;
    return (block_ref){number};
}

static bool has_attribute(LLVMValueRef function, unsigned index, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, index, kind) != NULL;
}

static LLVMTypeRef byval_type(LLVMValueRef function, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, index + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

value_ref emit_declared(struct decoder *d, value_ref leaf, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAAddrSpaceCastInst(user)) {
            unsigned address_space = LLVMGetPointerAddressSpace(LLVMTypeOf(value));
            return emit_pointer_cast(d, leaf, type_space(d->module, address_space));
        }
    }
    return leaf;
}

static value_ref by_value_object(struct decoder *d, struct param *param, uint32_t index, LLVMTypeRef type) {
    struct object object = {
        .name = param->name,
        .space = SPACE_PARAM,
        .size_bytes = LLVMABISizeOfType(d->module->layout, type),
        .elem_bytes = type_element_bytes(d->module, type),
        .is_constant = true,
        .param = index,
    };
    param->by_value_struct = true;
    param->object = builder_add_object(d->builder, &object);
    param->type = (struct type){.kind = TYPE_POINTER, .width_bits = 64, .space = SPACE_PARAM, .lanes = 1};
    return builder_leaf(d->builder, INST_OBJECT, param->type, param->object);
}

/* OpenCL's local arguments: memory of the work-group, as large as the host says. */
static value_ref local_argument(struct decoder *d, struct param *param, uint32_t index) {
    struct object object = {.name = param->name, .space = SPACE_SHARED, .dynamic = true, .is_argument = true, .param = index};
    return builder_leaf(d->builder, INST_OBJECT, param->type, builder_add_object(d->builder, &object));
}

/* What the launch itself gives OpenCL's kernels has names, too (decode_opencl.c): an argument that is called so gets another. */
static const char *name_beside_launch(struct decoder *d, const char *name) {
    static const char *const taken[] = {"global_offset_x", "global_offset_y", "global_offset_z", "work_dim"};
    bool is_taken = false;
    for (size_t i = 0; i < sizeof taken / sizeof *taken && d->module->language == LANGUAGE_OPENCL; i++) {
        size_t length = strlen(taken[i]);
        is_taken |= strncmp(name, taken[i], length) == 0 && strspn(name + length, "_") == strlen(name + length);
    }
    return is_taken ? arena_printf(d->arena, "%s_", name) : name;
}

static void decode_param(struct decoder *d, LLVMValueRef value, uint32_t index) {
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    struct param param = {.name = length > 0 ? name_beside_launch(d, name_without_suffix(d->arena, name)) : arena_printf(d->arena, "arg%u", index)};
    param.is_restrict = has_attribute(d->function, index + 1, "noalias");
    param.is_readonly = has_attribute(d->function, index + 1, "readonly") || has_attribute(d->function, index + 1, "readnone");
    LLVMTypeRef by_value = byval_type(d->function, index), type = LLVMTypeOf(value);
    if (by_value) {
        value_ref leaf = by_value_object(d, &param, index, by_value);
        span_define_scalar(d, value, emit_declared(d, leaf, value));
    } else if (type_leaf_count(d->module, type) == 1 && !type_is_wide(type) && type_lane(d->module, type).kind != TYPE_VOID) {
        param.type = type_lane(d->module, type);
        bool is_pointer = param.type.kind == TYPE_POINTER;
        if (is_pointer && param.type.space == SPACE_GENERIC) {
            param.type.space = SPACE_GLOBAL;
        }
        bool is_local = is_pointer && param.type.space == SPACE_SHARED;
        value_ref leaf = is_local ? local_argument(d, &param, index) : builder_leaf(d->builder, INST_PARAM, param.type, index);
        span_define_scalar(d, value, is_pointer ? emit_declared(d, leaf, value) : leaf);
    } else {
        decode_load(d, value, by_value_object(d, &param, index, type), 0, SCOPE_KIND_SYSTEM);
    }
    param.leads_to_numbers = members_of_param_lead_to_numbers(d, index);
    builder_add_param(d->builder, &param);
    if (param.by_value_struct) {
        members_add(d, index);
    }
}

static bool is_plain_constant(LLVMValueRef value) {
    return (LLVMIsAConstantInt(value) && !type_is_wide(LLVMTypeOf(value))) || LLVMIsAConstantFP(value) || LLVMIsUndef(value) ||
           LLVMIsAConstantPointerNull(value);
}

static void decode_constants(struct decoder *d) {
    for (uint32_t n = 0; n < d->order.size; n++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(d->order.data[n]); i; i = LLVMGetNextInstruction(i)) {
            int count = LLVMIsACallInst(i) ? (int)LLVMGetNumArgOperands(i) : LLVMGetNumOperands(i);
            bool has_location = false;
            for (int o = 0; o < count; o++) {
                LLVMValueRef operand = LLVMGetOperand(i, (unsigned)o);
                if (!operand || !LLVMIsConstant(operand) || is_plain_constant(operand) || map_get(&d->values, key_of(operand), NULL)) {
                    continue;
                }
                if (!has_location) {
                    d->loc = location_of(d, i);
                    has_location = true;
                }
                span_of(d, operand);
            }
        }
    }
}

static void decode_phi(struct decoder *d, LLVMValueRef phi) {
    struct leaves leaves = {0};
    if (!type_flatten(d->module, LLVMTypeOf(phi), &leaves)) {
        span_define_unsupported(d, phi, UNSUPPORTED_VALUE, "value of an unknown type");
    } else {
        size_t length;
        const char *name = LLVMGetValueName2(phi, &length);
        uint32_t first = span_begin(d);
        for (uint32_t i = 0; i < leaves.list.size; i++) {
            struct inst inst = {.op = INST_PHI, .type = leaves.list.data[i].type};
            inst.name = length > 0 && name[0] != '.' ? name_without_suffix(d->arena, name) : NULL;
            span_push(d, emit_full(d, inst, NULL, 0));
        }
        span_define(d, phi, first);
    }
    vec_release(&leaves.list);
}

/* Whether control passes from the n-th block in order to `to`. */
static bool is_edge(const struct decoder *d, uint32_t n, LLVMBasicBlockRef to) {
    return !d->cut.data[n] && (!d->taken.data[n] || d->taken.data[n] == to);
}

static void decode_phi_operands(struct decoder *d, LLVMBasicBlockRef block) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        struct span span = span_of(d, phi);
        unsigned count = LLVMCountIncoming(phi);
        for (unsigned n = 0; n < count; n++) {
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, n);
            uint32_t number;
            if (!map_get(&d->blocks, key_of(from), &number) || !is_edge(d, number, block)) {
                continue;
            }
            struct span source = span_of(d, LLVMGetIncomingValue(phi, n));
            for (uint32_t i = 0; i < span.count; i++) {
                builder_phi_add(d->builder, span_at(d, span, i), span_at(d, source, i), d->ends.data[number]);
            }
        }
    }
}

static void jump(struct decoder *d, LLVMBasicBlockRef to) {
    block_ref target = block_of(d, to);
    emit(d, INST_BR, type_void, 0, NULL, 0);
    builder_successors(d->builder, d->block, &target, 1);
}

/* Whether a condition is computed from an uninitialised value, within a few steps. */
static bool is_uninitialised(const struct decoder *d, value_ref value, uint32_t depth) {
    const struct kernel *k = builder_kernel(d->builder);
    const struct inst *inst = kernel_inst(k, value);
    if (inst->op == INST_UNDEF) {
        return true;
    }
    if (inst->op == INST_PHI || inst_class_of(inst->op) != CLASS_VALUE || depth == 0) {
        return false;
    }
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        if (is_uninitialised(d, kernel_operand(k, inst, i), depth - 1)) {
            return true;
        }
    }
    return false;
}

static value_ref decode_condition(struct decoder *d, LLVMValueRef condition) {
    enum { DEPTH = 3 };
    value_ref value = span_scalar(d, condition);
    if (!is_uninitialised(d, value, DEPTH)) {
        return value;
    }
    return emit_unsupported(d, emit_type_of(d, value), UNSUPPORTED_VALUE, "branch on an uninitialised value");
}

/* What clang puts where none of the ways out of a scope is taken; `__builtin_unreachable()` has a line. */
static bool is_end_of_scopes(LLVMBasicBlockRef block) {
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    return first && LLVMIsAUnreachableInst(first) && !LLVMInstructionGetDebugLoc(first);
}

static void decode_switch(struct decoder *d, LLVMValueRef last) {
    VEC(value_ref) operands = {0};
    VEC(block_ref) targets = {0};
    unsigned count = LLVMGetNumSuccessors(last);
    LLVMBasicBlockRef otherwise = LLVMGetSuccessor(last, 0);
    if (count > 1 && is_end_of_scopes(otherwise))
        otherwise = LLVMGetSuccessor(last, --count);
    vec_push(&operands, decode_condition(d, LLVMGetOperand(last, 0)));
    vec_push(&targets, block_of(d, otherwise));
    for (unsigned i = 1; i < count; i++) {
        vec_push(&operands, span_scalar(d, LLVMGetOperand(last, 2 * i)));
        vec_push(&targets, block_of(d, LLVMGetSuccessor(last, i)));
    }
    emit(d, INST_SWITCH, type_void, 0, operands.data, operands.size);
    builder_successors(d->builder, d->block, targets.data, targets.size);
    vec_release(&operands);
    vec_release(&targets);
}

static void decode_terminator(struct decoder *d, uint32_t n, LLVMValueRef last) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(last);
    if (d->taken.data[n]) {
        jump(d, d->taken.data[n]);
    } else if (opcode == LLVMBr && !LLVMIsConditional(last)) {
        jump(d, LLVMGetSuccessor(last, 0));
    } else if (opcode == LLVMBr && LLVMGetSuccessor(last, 0) == LLVMGetSuccessor(last, 1)) {
        jump(d, LLVMGetSuccessor(last, 0));
    } else if (opcode == LLVMBr) {
        value_ref condition = decode_condition(d, LLVMGetCondition(last));
        block_ref targets[] = {block_of(d, LLVMGetSuccessor(last, 0)), block_of(d, LLVMGetSuccessor(last, 1))};
        emit1(d, INST_CONDBR, type_void, condition);
        builder_successors(d->builder, d->block, targets, 2);
    } else if (opcode == LLVMSwitch && !type_is_wide(LLVMTypeOf(LLVMGetOperand(last, 0)))) {
        decode_switch(d, last);
    } else if (opcode == LLVMRet) {
        emit_end(d, INST_RET);
    } else if (opcode == LLVMUnreachable) {
        emit_end(d, INST_UNREACHABLE);
    } else {
        emit_unsupported(d, type_void, UNSUPPORTED_MEMORY, "exception or computed jump");
        d->cut.data[n] = true;
        emit_end(d, INST_UNREACHABLE);
    }
    d->is_ended = true;
}

static void decode_instruction(struct decoder *d, uint32_t n, LLVMValueRef instruction) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    d->loc = location_of(d, instruction);
    if (LLVMIsATerminatorInst(instruction)) {
        decode_terminator(d, n, instruction);
    } else if (opcode == LLVMPHI) {
        decode_phi(d, instruction);
    } else if (opcode == LLVMCall) {
        decode_call(d, instruction);
        d->cut.data[n] = d->is_ended;
    } else if (opcode == LLVMAddrSpaceCast && !LLVMGetFirstUse(instruction)) {
        return; /* left over by the pass list */
    } else if (!decode_memory(d, instruction, opcode) && !decode_value(d, instruction, opcode)) {
        span_define_unsupported(d, instruction, UNSUPPORTED_MEMORY, "instruction of an unknown kind");
    }
}

static void decode_blocks(struct decoder *d) {
    for (uint32_t n = 0; n < d->order.size; n++) {
        d->block = (block_ref){n};
        d->is_ended = false;
        LLVMValueRef i = LLVMGetFirstInstruction(d->order.data[n]);
        for (; i && !d->is_ended; i = LLVMGetNextInstruction(i)) {
            decode_instruction(d, n, i);
        }
        vec_push(&d->ends, d->block);
    }
    for (uint32_t n = 0; n < d->order.size; n++) {
        decode_phi_operands(d, d->order.data[n]);
    }
}

/* Element sizes of pointer parameters: the size of a lane where all accesses agree. */
static void guess_element_sizes(struct kernel *k, struct arena *scratch) {
    enum { UNKNOWN = 0 };
    uint32_t *root = arena_alloc(scratch, k->inst_count * sizeof *root); /* parameter + 1 */
    bool *is_mixed = arena_alloc(scratch, k->param_count * sizeof *is_mixed);
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const struct inst *inst = &k->insts[id];
        if (inst->op == INST_PARAM) {
            root[id] = (uint32_t)inst->imm + 1;
        } else if (inst->op == INST_PTRADD || inst->op == INST_PTRCAST || inst->op == INST_PHI) {
            root[id] = root[kernel_operand(k, inst, 0).id];
        } else if (inst->op == INST_SELECT && inst->type.kind == TYPE_POINTER) {
            root[id] = root[kernel_operand(k, inst, 1).id];
        }
        if (inst->op != INST_LOAD && inst->op != INST_STORE && inst->op != INST_ATOMIC && inst->op != INST_CMPXCHG) {
            continue;
        }
        uint32_t param = root[kernel_operand(k, inst, 0).id];
        if (param == UNKNOWN) {
            continue;
        }
        struct type type = inst->op == INST_STORE ? kernel_inst(k, kernel_operand(k, inst, 1))->type : inst->type;
        uint32_t bytes = type.width_bits / 8u, old = k->params[param - 1].elem_bytes;
        is_mixed[param - 1] = is_mixed[param - 1] || (old != UNKNOWN && old != bytes);
        k->params[param - 1].elem_bytes = is_mixed[param - 1] ? UNKNOWN : bytes;
    }
}

static void decoder_release(struct decoder *d) {
    map_release(&d->values);
    vec_release(&d->spans);
    vec_release(&d->pool);
    map_release(&d->blocks);
    vec_release(&d->order);
    vec_release(&d->taken);
    vec_release(&d->cut);
    vec_release(&d->ends);
    map_release(&d->objects);
    map_release(&d->functions_taken);
    map_release(&d->locs);
    map_release(&d->scopes);
    vec_release(&d->functions);
    vec_release(&d->files);
    vec_release(&d->own);
    string_map_release(&d->own_names);
    vec_release(&d->own_loc);
}

struct kernel *llvm_decode(struct llvm_module *module, uint32_t index, struct arena *arena) {
    const struct kernel_entry *entry = &module->kernels.data[index];
    struct arena scratch;
    arena_init(&scratch);
    struct decoder d = {.module = module, .arena = &scratch, .function = entry->function};
    d.builder = builder_create(arena, entry->name);
    struct kernel *draft = builder_kernel(d.builder);
    draft->display = arena_strdup(arena, entry->display);
    draft->file = arena_strdup(arena, entry->file);
    draft->line = entry->line;
    draft->language = module->language;
    draft->max_threads = entry->max_threads;
    memcpy(draft->required_block, entry->required_block, sizeof draft->required_block);
    decode_order(&d);
    uint32_t param = 0;
    for (LLVMValueRef p = LLVMGetFirstParam(d.function); p; p = LLVMGetNextParam(p)) {
        decode_param(&d, p, param++);
    }
    decode_constants(&d);
    decode_blocks(&d);
    struct kernel *kernel = builder_finish(d.builder);
    guess_element_sizes(kernel, &scratch);
    decoder_release(&d);
    arena_release(&scratch);
    return kernel;
}

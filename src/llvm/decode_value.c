/* Instructions and constant expressions that touch no memory: arithmetic, comparisons,
 * conversions, aggregates. Lane by lane; integers wider than 64 bits are
 * moved, compared for equality and masked here piece by piece (more is in decode_wide.c). */
#include "llvm/decode_opencl.h"

static void unsupported(struct decoder *d, LLVMValueRef value, const char *what) {
    span_define_unsupported(d, value, UNSUPPORTED_VALUE, what);
}

static bool has_wide(LLVMTypeRef type) {
    return type_is_wide(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type);
}

static LLVMTypeRef operand_type(LLVMValueRef value, unsigned n) {
    return LLVMTypeOf(LLVMGetOperand(value, n));
}

/* LLVM_OP: whether pieces of a wide integer can be treated one by one. */
static bool is_bitwise(LLVMOpcode opcode) {
    return opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor;
}

static unsigned wrap_flags(LLVMValueRef value, LLVMOpcode opcode) {
    if (!LLVMIsAInstruction(value)) {
        return 0;
    }
    if (opcode == LLVMOr) {
        return LLVMGetIsDisjoint(value) ? INST_DISJOINT : 0;
    }
    if (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl) {
        return (LLVMGetNSW(value) ? INST_NSW : 0u) | (LLVMGetNUW(value) ? INST_NUW : 0u);
    }
    return 0;
}

static void decode_binary(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode, enum inst_op op) {
    if (has_wide(LLVMTypeOf(value)) && !is_bitwise(opcode)) {
        if (!decode_wide_binary(d, value, opcode)) {
            unsupported(d, value, arena_printf(d->arena, "%u-bit integer arithmetic", LLVMGetIntTypeWidth(LLVMTypeOf(value))));
        }
        return;
    }
    struct span a = span_of(d, LLVMGetOperand(value, 0));
    struct span b = span_of(d, LLVMGetOperand(value, 1));
    uint8_t flags = (uint8_t)wrap_flags(value, opcode);
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < a.count; i++) {
        value_ref pair[] = {span_at(d, a, i), span_at(d, b, i)};
        struct inst inst = {.op = (uint8_t)op, .flags = flags, .type = emit_type_of(d, pair[0])};
        span_push(d, emit_full(d, inst, pair, 2));
    }
    span_define(d, value, first);
}

static value_ref compare(struct decoder *d, LLVMIntPredicate predicate, value_ref a, value_ref b) {
    bool is_pointer = emit_type_of(d, a).kind == TYPE_POINTER;
    if (is_pointer && predicate != LLVMIntEQ && predicate != LLVMIntNE) {
        a = emit1(d, INST_PTRTOINT, type_i64, a);
        b = emit1(d, INST_PTRTOINT, type_i64, b);
    }
    switch (predicate) {
    case LLVMIntEQ: return emit2(d, INST_EQ, type_i1, a, b);
    case LLVMIntNE: return emit2(d, INST_NE, type_i1, a, b);
    case LLVMIntUGT: return emit2(d, INST_ULT, type_i1, b, a);
    case LLVMIntUGE: return emit2(d, INST_ULE, type_i1, b, a);
    case LLVMIntULT: return emit2(d, INST_ULT, type_i1, a, b);
    case LLVMIntULE: return emit2(d, INST_ULE, type_i1, a, b);
    case LLVMIntSGT: return emit2(d, INST_SLT, type_i1, b, a);
    case LLVMIntSGE: return emit2(d, INST_SLE, type_i1, b, a);
    case LLVMIntSLT: return emit2(d, INST_SLT, type_i1, a, b);
    case LLVMIntSLE: return emit2(d, INST_SLE, type_i1, a, b);
    }
    return emit_undef(d, type_i1);
}

static void decode_icmp(struct decoder *d, LLVMValueRef value) {
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
    bool is_equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
    LLVMTypeRef type = operand_type(value, 0);
    bool is_wide = type_is_wide(type);
    if (has_wide(type) && (!is_wide || !is_equality)) {
        if (decode_wide_compare(d, value, predicate)) {
            return;
        }
        unsupported(d, value, "comparison of integers wider than 64 bits");
        return;
    }
    struct span a = span_of(d, LLVMGetOperand(value, 0));
    struct span b = span_of(d, LLVMGetOperand(value, 1));
    uint32_t first = span_begin(d);
    value_ref all = {0};
    for (uint32_t i = 0; i < a.count; i++) {
        value_ref bit = compare(d, predicate, span_at(d, a, i), span_at(d, b, i));
        if (is_wide && i > 0) {
            bit = emit2(d, predicate == LLVMIntEQ ? INST_AND : INST_OR, type_i1, all, bit);
        }
        all = bit;
        if (!is_wide || i + 1 == a.count) {
            span_push(d, bit);
        }
    }
    span_define(d, value, first);
}

static void decode_fcmp(struct decoder *d, LLVMValueRef value) {
    struct span a = span_of(d, LLVMGetOperand(value, 0));
    struct span b = span_of(d, LLVMGetOperand(value, 1));
    uint64_t predicate = (uint64_t)LLVMGetFCmpPredicate(value);
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < a.count; i++) {
        value_ref pair[] = {span_at(d, a, i), span_at(d, b, i)};
        span_push(d, emit(d, INST_FCMP, type_i1, predicate, pair, 2));
    }
    span_define(d, value, first);
}

static void decode_fneg(struct decoder *d, LLVMValueRef value) {
    struct span a = span_of(d, LLVMGetOperand(value, 0));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < a.count; i++) {
        span_push(d, emit1(d, INST_FNEG, emit_type_of(d, span_at(d, a, i)), span_at(d, a, i)));
    }
    span_define(d, value, first);
}

/* Truncation of a wide integer, or extension to one. */
static void decode_wide_resize(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
        unsupported(d, value, "conversion of vectors of integers wider than 64 bits");
        return;
    }
    struct span source = span_of(d, LLVMGetOperand(value, 0));
    struct leaves leaves = {0};
    type_flatten(d->module, type, &leaves);
    uint32_t first = span_begin(d);
    value_ref last = span_at(d, source, source.count - 1), fill = {0};
    for (uint32_t i = 0; i < leaves.list.size; i++) {
        unsigned width = leaves.list.data[i].type.width_bits;
        if (i < source.count) {
            span_push(d, emit_resize(d, span_at(d, source, i), width, opcode == LLVMSExt));
            continue;
        }
        if (fill.id == 0) {
            fill = emit_constant(d, type_i64, 0);
            if (opcode == LLVMSExt) {
                value_ref low = emit_resize(d, last, 64, true);
                fill = emit2(d, INST_ASHR, type_i64, low, emit_constant(d, type_i64, 63));
            }
        }
        span_push(d, emit_resize(d, fill, width, false));
    }
    vec_release(&leaves.list);
    span_define(d, value, first);
}

static value_ref cast_scalar(struct decoder *d, LLVMOpcode opcode, enum inst_op op, struct type to, value_ref source) {
    if (opcode == LLVMPtrToInt) {
        return emit_resize(d, emit1(d, INST_PTRTOINT, type_i64, source), to.width_bits, false);
    }
    if (opcode == LLVMIntToPtr) {
        return emit1(d, INST_INTTOPTR, to, emit_resize(d, source, 64, false));
    }
    if (opcode == LLVMAddrSpaceCast) {
        return emit_pointer_cast(d, source, (enum space)to.space);
    }
    value_ref narrow = opcode == LLVMTrunc && d->module->language == LANGUAGE_OPENCL ? builtin_narrowed(d, source, to.width_bits) : (value_ref){0};
    return narrow.id ? narrow : emit1(d, op, to, source);
}

static void decode_cast(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode, enum inst_op op) {
    LLVMTypeRef to_type = LLVMTypeOf(value);
    bool is_resize = opcode == LLVMTrunc || opcode == LLVMZExt || opcode == LLVMSExt;
    if (has_wide(to_type) || has_wide(operand_type(value, 0))) {
        if (is_resize) {
            decode_wide_resize(d, value, opcode);
        } else {
            unsupported(d, value, "conversion of an integer wider than 64 bits");
        }
        return;
    }
    struct type to = type_lane(d->module, to_type);
    struct span source = span_of(d, LLVMGetOperand(value, 0));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < source.count; i++) {
        span_push(d, cast_scalar(d, opcode, op, to, span_at(d, source, i)));
    }
    span_define(d, value, first);
}

/* Bits [low, low + width) of the value that the pieces form, lowest piece first. All
 * pieces are integers of one width. */
static value_ref take_bits(struct decoder *d, struct span pieces, unsigned piece_width, unsigned low, unsigned width) {
    struct type to = {.kind = TYPE_INT, .width_bits = (uint8_t)width, .lanes = 1};
    value_ref result = {0};
    for (unsigned got = 0; got < width;) {
        unsigned piece = (low + got) / piece_width, shift = (low + got) % piece_width;
        unsigned here = piece_width - shift < width - got ? piece_width - shift : width - got;
        value_ref bits = span_at(d, pieces, piece);
        struct type from = emit_type_of(d, bits);
        if (shift > 0) {
            bits = emit2(d, INST_LSHR, from, bits, emit_constant(d, from, shift));
        }
        bits = emit_resize(d, bits, width, false);
        if (got > 0) {
            bits = emit2(d, INST_SHL, to, bits, emit_constant(d, to, got));
        }
        result = got > 0 ? emit2(d, INST_OR, to, result, bits) : bits;
        got += here;
    }
    return result;
}

static value_ref bitcast_scalar(struct decoder *d, value_ref value, struct type to) {
    struct type from = emit_type_of(d, value);
    return from.kind == to.kind ? value : emit1(d, INST_BITCAST, to, value);
}

static void decode_bitcast(struct decoder *d, LLVMValueRef value) {
    struct span source = span_of(d, LLVMGetOperand(value, 0));
    struct leaves leaves = {0};
    bool is_flat = type_flatten(d->module, LLVMTypeOf(value), &leaves) && leaves.list.size > 0;
    struct type from = source.count > 0 ? emit_type_of(d, span_at(d, source, 0)) : type_void;
    struct type to = is_flat ? leaves.list.data[0].type : type_void;
    uint32_t count = leaves.list.size;
    vec_release(&leaves.list);
    if (is_flat && source.count == count && from.width_bits == to.width_bits) {
        uint32_t first = span_begin(d);
        for (uint32_t i = 0; i < count; i++) {
            span_push(d, bitcast_scalar(d, span_at(d, source, i), to));
        }
        span_define(d, value, first);
        return;
    }
    unsigned from_bits = from.width_bits * source.count, to_bits = to.width_bits * count;
    if (!is_flat || from_bits != to_bits || from.kind == TYPE_POINTER || to.kind == TYPE_POINTER) {
        unsupported(d, value, "bit cast between these types");
        return;
    }
    uint32_t pieces_first = span_begin(d);
    struct type piece = {.kind = TYPE_INT, .width_bits = from.width_bits, .lanes = 1};
    for (uint32_t i = 0; i < source.count; i++) {
        span_push(d, bitcast_scalar(d, span_at(d, source, i), piece));
    }
    struct span pieces = {pieces_first, source.count};
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < count; i++) {
        value_ref bits = take_bits(d, pieces, from.width_bits, i * to.width_bits, to.width_bits);
        span_push(d, bitcast_scalar(d, bits, to));
    }
    span_define(d, value, first);
}

static void decode_select(struct decoder *d, LLVMValueRef value) {
    struct span condition = span_of(d, LLVMGetOperand(value, 0));
    struct span a = span_of(d, LLVMGetOperand(value, 1));
    struct span b = span_of(d, LLVMGetOperand(value, 2));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < a.count; i++) {
        value_ref bit = span_at(d, condition, condition.count == a.count ? i : 0);
        span_push(d, emit3(d, INST_SELECT, emit_type_of(d, span_at(d, a, i)), bit, span_at(d, a, i), span_at(d, b, i)));
    }
    span_define(d, value, first);
}

/* Index of the first leaf that the indices of an extractvalue or insertvalue select, and
 * the selected type. */
static uint32_t leaf_at_indices(struct decoder *d, LLVMTypeRef type, LLVMValueRef value, LLVMTypeRef *selected) {
    uint32_t first = 0;
    unsigned count = LLVMGetNumIndices(value);
    const unsigned *indices = LLVMGetIndices(value);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            for (unsigned field = 0; field < indices[i]; field++) {
                first += type_leaf_count(d->module, LLVMStructGetTypeAtIndex(type, field));
            }
            type = LLVMStructGetTypeAtIndex(type, indices[i]);
        } else {
            type = LLVMGetElementType(type);
            first += indices[i] * type_leaf_count(d->module, type);
        }
    }
    *selected = type;
    return first;
}

static void decode_extract_value(struct decoder *d, LLVMValueRef value) {
    LLVMTypeRef selected;
    uint32_t from = leaf_at_indices(d, operand_type(value, 0), value, &selected);
    uint32_t count = type_leaf_count(d->module, selected);
    struct span source = span_of(d, LLVMGetOperand(value, 0));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < count; i++) {
        span_push(d, span_at(d, source, from + i));
    }
    span_define(d, value, first);
}

static void decode_insert_value(struct decoder *d, LLVMValueRef value) {
    LLVMTypeRef selected;
    uint32_t at = leaf_at_indices(d, LLVMTypeOf(value), value, &selected);
    struct span aggregate = span_of(d, LLVMGetOperand(value, 0));
    struct span part = span_of(d, LLVMGetOperand(value, 1));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < aggregate.count; i++) {
        bool is_part = i >= at && i < at + part.count;
        span_push(d, is_part ? span_at(d, part, i - at) : span_at(d, aggregate, i));
    }
    span_define(d, value, first);
}

static void decode_extract_element(struct decoder *d, LLVMValueRef value) {
    if (has_wide(operand_type(value, 0))) {
        unsupported(d, value, "vector of integers wider than 64 bits");
        return;
    }
    struct span vector = span_of(d, LLVMGetOperand(value, 0));
    LLVMValueRef index = LLVMGetOperand(value, 1);
    if (LLVMIsAConstantInt(index)) {
        uint64_t lane = LLVMConstIntGetZExtValue(index);
        struct type type = type_lane(d->module, LLVMTypeOf(value));
        span_define_scalar(d, value, lane < vector.count ? span_at(d, vector, (uint32_t)lane) : emit_undef(d, type));
        return;
    }
    value_ref at = span_scalar(d, index), result = span_at(d, vector, 0);
    struct type type = emit_type_of(d, result), index_type = emit_type_of(d, at);
    for (uint32_t i = 1; i < vector.count; i++) {
        value_ref here = emit2(d, INST_EQ, type_i1, at, emit_constant(d, index_type, i));
        result = emit3(d, INST_SELECT, type, here, span_at(d, vector, i), result);
    }
    span_define_scalar(d, value, result);
}

static void decode_insert_element(struct decoder *d, LLVMValueRef value) {
    if (has_wide(LLVMTypeOf(value))) {
        unsupported(d, value, "vector of integers wider than 64 bits");
        return;
    }
    struct span vector = span_of(d, LLVMGetOperand(value, 0));
    value_ref element = span_scalar(d, LLVMGetOperand(value, 1));
    LLVMValueRef index = LLVMGetOperand(value, 2);
    value_ref at = span_scalar(d, index);
    struct type type = emit_type_of(d, element), index_type = emit_type_of(d, at);
    bool is_known = LLVMIsAConstantInt(index);
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < vector.count; i++) {
        value_ref old = span_at(d, vector, i);
        if (is_known) {
            span_push(d, LLVMConstIntGetZExtValue(index) == i ? element : old);
        } else {
            value_ref here = emit2(d, INST_EQ, type_i1, at, emit_constant(d, index_type, i));
            span_push(d, emit3(d, INST_SELECT, type, here, element, old));
        }
    }
    span_define(d, value, first);
}

static void decode_shuffle(struct decoder *d, LLVMValueRef value) {
    if (has_wide(LLVMTypeOf(value)) || !LLVMIsAInstruction(value)) {
        unsupported(d, value, "shuffle of this vector");
        return;
    }
    struct span a = span_of(d, LLVMGetOperand(value, 0));
    struct span b = span_of(d, LLVMGetOperand(value, 1));
    struct type type = type_lane(d->module, LLVMTypeOf(value));
    unsigned count = LLVMGetNumMaskElements(value);
    uint32_t first = span_begin(d);
    for (unsigned i = 0; i < count; i++) {
        int from = LLVMGetMaskValue(value, i);
        uint32_t lane = (uint32_t)from;
        span_push(d, from < 0 ? emit_undef(d, type) : lane < a.count ? span_at(d, a, lane) : span_at(d, b, lane - a.count));
    }
    span_define(d, value, first);
}

static void decode_freeze(struct decoder *d, LLVMValueRef value) {
    struct span source = span_of(d, LLVMGetOperand(value, 0));
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < source.count; i++) {
        value_ref v = span_at(d, source, i);
        if (kernel_inst(builder_kernel(d->builder), v)->op == INST_UNDEF) {
            v = emit_unsupported(d, emit_type_of(d, v), UNSUPPORTED_VALUE, "uninitialised value");
        }
        span_push(d, v);
    }
    span_define(d, value, first);
}

static const struct {
    LLVMOpcode opcode;
    enum inst_op op;
} binaries[] =
    {
        {LLVMAdd, INST_ADD},   {LLVMSub, INST_SUB},   {LLVMMul, INST_MUL},   {LLVMUDiv, INST_UDIV}, {LLVMSDiv, INST_SDIV}, {LLVMURem, INST_UREM},
        {LLVMSRem, INST_SREM}, {LLVMShl, INST_SHL},   {LLVMLShr, INST_LSHR}, {LLVMAShr, INST_ASHR}, {LLVMAnd, INST_AND},   {LLVMOr, INST_OR},
        {LLVMXor, INST_XOR},   {LLVMFAdd, INST_FADD}, {LLVMFSub, INST_FSUB}, {LLVMFMul, INST_FMUL}, {LLVMFDiv, INST_FDIV}, {LLVMFRem, INST_FREM},
},
  casts[] = {
      {LLVMTrunc, INST_TRUNC},   {LLVMZExt, INST_ZEXT},         {LLVMSExt, INST_SEXT},         {LLVMFPTrunc, INST_FPTRUNC},
      {LLVMFPExt, INST_FPEXT},   {LLVMFPToSI, INST_FPTOSI},     {LLVMFPToUI, INST_FPTOUI},     {LLVMSIToFP, INST_SITOFP},
      {LLVMUIToFP, INST_UITOFP}, {LLVMPtrToInt, INST_PTRTOINT}, {LLVMIntToPtr, INST_INTTOPTR}, {LLVMAddrSpaceCast, INST_PTRCAST},
};

static bool decode_other(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode) {
    static const struct {
        LLVMOpcode opcode;
        void (*decode)(struct decoder *d, LLVMValueRef value);
    } others[] = {
        {LLVMICmp, decode_icmp},
        {LLVMFCmp, decode_fcmp},
        {LLVMFNeg, decode_fneg},
        {LLVMBitCast, decode_bitcast},
        {LLVMSelect, decode_select},
        {LLVMGetElementPtr, decode_gep},
        {LLVMExtractValue, decode_extract_value},
        {LLVMInsertValue, decode_insert_value},
        {LLVMExtractElement, decode_extract_element},
        {LLVMInsertElement, decode_insert_element},
        {LLVMShuffleVector, decode_shuffle},
        {LLVMFreeze, decode_freeze},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].opcode == opcode) {
            others[i].decode(d, value);
            return true;
        }
    }
    return false;
}

bool decode_value(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode) {
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
        if (binaries[i].opcode == opcode) {
            decode_binary(d, value, opcode, binaries[i].op);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
        if (casts[i].opcode == opcode) {
            decode_cast(d, value, opcode, casts[i].op);
            return true;
        }
    }
    return decode_other(d, value, opcode);
}

/* Built-in functions of OpenCL C that access memory: vector loads and stores, halves, atomics.
 *
 * Atomics of OpenCL 1.x are relaxed, and of device scope; those of 2.x have an order and a scope,
 * sequentially consistent and of the device unless they are given. Orders are written as fences
 * beside the access, as for other atomics (decode_memory.c). */
#include "llvm/decode_opencl.h"

#include <stdlib.h>
#include <string.h>

/* ---- vectors ---- */

/* The number of elements in a name: "vload4" gives 4, "vstore_half" 1. */
static uint64_t count_in(const char *name) {
    const char *digits = name + strcspn(name, "0123456789");
    unsigned long count = strtoul(digits, NULL, 10);
    return count ? count : 1;
}

static value_ref element_address(struct decoder *d, value_ref pointer, value_ref offset, uint64_t elements, uint64_t bytes) {
    pointer = emit_plain(d, pointer);
    struct inst scaled = {.op = INST_MUL, .flags = INST_NSW, .type = type_i64};
    value_ref factors[] = {emit_resize(d, offset, 64, false), emit_constant(d, type_i64, elements * bytes)};
    struct inst add = {.op = INST_PTRADD, .flags = INST_INBOUNDS, .type = emit_type_of(d, pointer)};
    return emit_full(d, add, (value_ref[]){pointer, emit_full(d, scaled, factors, 2)}, 2);
}

void builtin_vload(struct decoder *d, const struct builtin_call *b) {
    uint64_t bytes = type_lane(d->module, LLVMTypeOf(b->call)).width_bits / 8u;
    value_ref address = element_address(d, builtin_argument(d, b, 1), builtin_argument(d, b, 0), count_in(b->name), bytes);
    decode_load_aligned(d, b->call, address, bytes);
}

void builtin_vstore(struct decoder *d, const struct builtin_call *b) {
    LLVMValueRef value = LLVMGetOperand(b->call, 0);
    uint64_t bytes = type_lane(d->module, LLVMTypeOf(value)).width_bits / 8u;
    value_ref address = element_address(d, builtin_argument(d, b, 2), builtin_argument(d, b, 1), count_in(b->name), bytes);
    decode_store_aligned(d, value, address, bytes);
}

static const struct type type_half = {.kind = TYPE_FLOAT, .width_bits = 16, .lanes = 1};

/* Those of vloada_ and vstorea_ are as aligned as vectors; of three, as those of four. */
static uint64_t half_stride(const struct builtin_call *b) {
    uint64_t count = count_in(b->name);
    return b->imm && count == 3 ? 4 : count;
}

void builtin_vload_half(struct decoder *d, const struct builtin_call *b) {
    uint64_t count = count_in(b->name);
    struct type result = type_lane(d->module, LLVMTypeOf(b->call)), loaded_type = type_half;
    value_ref address = element_address(d, builtin_argument(d, b, 1), builtin_argument(d, b, 0), half_stride(b), 2);
    loaded_type.lanes = (uint8_t)count;
    struct inst load = {.op = INST_LOAD, .type = loaded_type, .imm = count > 1 ? 2 : 0};
    value_ref loaded = emit_full(d, load, &address, 1), lanes[16];
    for (uint64_t i = 0; i < count; i++) {
        value_ref half = count > 1 ? emit(d, INST_LANE, type_half, i, &loaded, 1) : loaded;
        lanes[i] = emit1(d, INST_FPEXT, result, half);
    }
    uint32_t first = span_begin(d);
    for (uint64_t i = 0; i < count; i++) {
        span_push(d, lanes[i]);
    }
    span_define(d, b->call, first);
}

/* Rounding is to the nearest, which is the default; other roundings give values that are not known.
 */
void builtin_vstore_half(struct decoder *d, const struct builtin_call *b) {
    uint64_t count = count_in(b->name);
    bool is_nearest = !strstr(b->name, "_rt") || strstr(b->name, "_rte");
    struct span source = span_of(d, LLVMGetOperand(b->call, 0));
    value_ref address = element_address(d, builtin_argument(d, b, 2), builtin_argument(d, b, 1), half_stride(b), 2), lanes[16];
    for (uint64_t i = 0; i < count; i++) {
        value_ref lane = span_at(d, source, (uint32_t)i);
        struct inst other = {.op = INST_CALL, .type = type_half, .name = "vstore_half with a rounding mode"};
        lanes[i] = is_nearest ? emit1(d, INST_FPTRUNC, type_half, lane) : emit_full(d, other, &lane, 1);
    }
    struct type packed = type_half;
    packed.lanes = (uint8_t)count;
    value_ref value = count > 1 ? emit(d, INST_PACK, packed, 0, lanes, (uint32_t)count) : lanes[0];
    struct inst store = {.op = INST_STORE, .type = type_void, .imm = count > 1 ? 2 : 0};
    emit_full(d, store, (value_ref[]){address, value}, 2);
}

/* ---- atomics ---- */

enum { ORDER_RELAXED, ORDER_ACQUIRE = 2, ORDER_RELEASE, ORDER_BOTH, ORDER_SEQUENTIAL };

struct order {
    uint64_t order;
    enum scope_kind scope;
    bool is_known;
};

static enum scope_kind scope_of(uint64_t scope) {
    static const enum scope_kind scopes[] = {SCOPE_KIND_WARP, SCOPE_KIND_BLOCK, SCOPE_KIND_DEVICE, SCOPE_KIND_SYSTEM, SCOPE_KIND_WARP};
    return scope < sizeof scopes / sizeof *scopes ? scopes[scope] : SCOPE_KIND_WARP;
}

/* Of the 2.x functions: the arguments from `at` on, if the name ends in _explicit. A compare has
 * two orders. */
static struct order order_of(struct decoder *d, const struct builtin_call *b, unsigned at, unsigned orders) {
    struct order o = {ORDER_SEQUENTIAL, SCOPE_KIND_DEVICE, true};
    uint64_t scope;
    if (!strstr(b->name, "_explicit")) {
        return o;
    }
    o.is_known = builtin_constant(d, b, at, &o.order);
    if (LLVMGetNumArgOperands(b->call) > at + orders) {
        o.is_known = builtin_constant(d, b, at + orders, &scope) && o.is_known;
        o.scope = o.is_known ? scope_of(scope) : SCOPE_KIND_WARP;
    }
    return o;
}

static void fence_before(struct decoder *d, const struct order *o) {
    if (o->order >= ORDER_RELEASE) {
        emit(d, INST_FENCE, type_void, o->scope, NULL, 0);
    }
}

static void fence_after(struct decoder *d, const struct order *o) {
    if (o->order == ORDER_ACQUIRE || o->order >= ORDER_BOTH) {
        emit(d, INST_FENCE, type_void, o->scope, NULL, 0);
    }
}

static bool is_float(struct type type) {
    return type.kind == TYPE_FLOAT;
}

/* The operation on values of that type. */
static enum atomic_op op_for(const struct builtin_call *b, struct type type) {
    bool is_signed = builtin_is_signed(b->types, 0);
    switch ((enum atomic_op)b->imm) {
    case ATOMIC_ADD: return is_float(type) ? ATOMIC_FADD : ATOMIC_ADD;
    case ATOMIC_SUB: return is_float(type) ? ATOMIC_FSUB : ATOMIC_SUB;
    case ATOMIC_MIN: return is_float(type) ? ATOMIC_FMIN : is_signed ? ATOMIC_MIN : ATOMIC_UMIN;
    case ATOMIC_MAX: return is_float(type) ? ATOMIC_FMAX : is_signed ? ATOMIC_MAX : ATOMIC_UMAX;
    case ATOMIC_XCHG:
    case ATOMIC_AND:
    case ATOMIC_OR:
    case ATOMIC_XOR:
    case ATOMIC_NAND:
    case ATOMIC_UMAX:
    case ATOMIC_UMIN:
    case ATOMIC_FADD:
    case ATOMIC_FSUB:
    case ATOMIC_FMAX:
    case ATOMIC_FMIN:
    case ATOMIC_INC:
    case ATOMIC_DEC:
    case ATOMIC_OP_COUNT: break;
    }
    return (enum atomic_op)b->imm;
}

static value_ref emit_update(struct decoder *d, enum atomic_op op, enum scope_kind scope, value_ref pointer, value_ref operand) {
    struct inst inst = {.op = INST_ATOMIC, .type = emit_type_of(d, operand), .imm = op, .scope = (uint16_t)scope};
    return emit_full(d, inst, (value_ref[]){emit_plain(d, pointer), operand}, 2);
}

void builtin_atomic_old(struct decoder *d, const struct builtin_call *b) {
    value_ref operand = builtin_argument(d, b, 1);
    span_define_scalar(d, b->call, emit_update(d, op_for(b, emit_type_of(d, operand)), SCOPE_KIND_DEVICE, builtin_argument(d, b, 0), operand));
}

void builtin_atomic_step(struct decoder *d, const struct builtin_call *b) {
    value_ref one = emit_constant(d, type_lane(d->module, LLVMTypeOf(b->call)), 1);
    span_define_scalar(d, b->call, emit_update(d, (enum atomic_op)b->imm, SCOPE_KIND_DEVICE, builtin_argument(d, b, 0), one));
}

static value_ref emit_compare(struct decoder *d, enum scope_kind scope, value_ref pointer, value_ref expected, value_ref desired) {
    struct inst inst = {.op = INST_CMPXCHG, .type = emit_type_of(d, desired), .scope = (uint16_t)scope};
    return emit_full(d, inst, (value_ref[]){emit_plain(d, pointer), expected, desired}, 3);
}

void builtin_atomic_cmpxchg(struct decoder *d, const struct builtin_call *b) {
    span_define_scalar(d, b->call,
                       emit_compare(d, SCOPE_KIND_DEVICE, builtin_argument(d, b, 0), builtin_argument(d, b, 1), builtin_argument(d, b, 2)));
}

static bool unknown_order(struct decoder *d, const struct builtin_call *b, const struct order *o) {
    if (!o->is_known) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "atomic whose order or scope is not constant");
    }
    return !o->is_known;
}

void builtin_atomic_update(struct decoder *d, const struct builtin_call *b) {
    struct order o = order_of(d, b, 2, 1);
    if (unknown_order(d, b, &o)) {
        return;
    }
    value_ref operand = builtin_argument(d, b, 1);
    fence_before(d, &o);
    span_define_scalar(d, b->call, emit_update(d, op_for(b, emit_type_of(d, operand)), o.scope, builtin_argument(d, b, 0), operand));
    fence_after(d, &o);
}

void builtin_atomic_load(struct decoder *d, const struct builtin_call *b) {
    struct order o = order_of(d, b, 1, 1);
    if (!unknown_order(d, b, &o)) {
        decode_load(d, b->call, emit_plain(d, builtin_argument(d, b, 0)), INST_ATOMIC_ACCESS, o.scope);
        fence_after(d, &o);
    }
}

void builtin_atomic_store(struct decoder *d, const struct builtin_call *b) {
    bool is_init = b->imm == ATOMIC_IS_INIT;
    struct order o = order_of(d, b, 2, 1);
    if (unknown_order(d, b, &o)) {
        return;
    }
    if (!is_init) {
        fence_before(d, &o);
    }
    struct inst store = {.op = INST_STORE, .type = type_void, .flags = is_init ? 0 : INST_ATOMIC_ACCESS, .scope = (uint16_t)(is_init ? 0 : o.scope)};
    emit_full(d, store, (value_ref[]){emit_plain(d, builtin_argument(d, b, 0)), builtin_argument(d, b, 1)}, 2);
}

/* What was expected lies in memory, and gets the old value where the two differ. */
void builtin_atomic_compare(struct decoder *d, const struct builtin_call *b) {
    struct order o = order_of(d, b, 3, 2);
    value_ref place = emit_plain(d, builtin_argument(d, b, 1)), desired = builtin_argument(d, b, 2);
    if (unknown_order(d, b, &o)) {
        return;
    }
    if (emit_type_of(d, place).space != SPACE_LOCAL) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "compare with a value that is not in private memory");
        return;
    }
    struct type type = emit_type_of(d, desired);
    value_ref expected = emit_full(d, (struct inst){.op = INST_LOAD, .type = type}, &place, 1);
    fence_before(d, &o);
    value_ref old = emit_compare(d, o.scope, builtin_argument(d, b, 0), expected, desired);
    fence_after(d, &o);
    value_ref is_equal;
    if (is_float(type)) {
        struct type bits = {.kind = TYPE_INT, .width_bits = type.width_bits, .lanes = 1};
        is_equal = emit2(d, INST_EQ, type_i1, emit1(d, INST_BITCAST, bits, old), emit1(d, INST_BITCAST, bits, expected));
    } else {
        is_equal = emit2(d, INST_EQ, type_i1, old, expected);
    }
    emit_full(d, (struct inst){.op = INST_STORE, .type = type_void}, (value_ref[]){place, old}, 2); /* where equal the same */
    span_define_scalar(d, b->call, is_equal);
}

/* A flag is an int. */
void builtin_atomic_flag(struct decoder *d, const struct builtin_call *b) {
    struct order o = order_of(d, b, 1, 1);
    if (unknown_order(d, b, &o)) {
        return;
    }
    value_ref pointer = builtin_argument(d, b, 0), value = emit_constant(d, type_i32, b->imm);
    fence_before(d, &o);
    if (b->imm) {
        value_ref old = emit_update(d, ATOMIC_XCHG, o.scope, pointer, value);
        span_define_scalar(d, b->call, emit2(d, INST_NE, type_i1, old, emit_constant(d, type_i32, 0)));
        fence_after(d, &o);
    } else {
        struct inst store = {.op = INST_STORE, .type = type_void, .flags = INST_ATOMIC_ACCESS, .scope = (uint16_t)o.scope};
        emit_full(d, store, (value_ref[]){emit_plain(d, pointer), value}, 2);
    }
}

/* ---- a value, and another behind a pointer ---- */

/* fract, modf, frexp, sincos, remquo, lgamma_r: the last argument is written, with a value that is
 * not computed here. */
void builtin_number_and_part(struct decoder *d, const struct builtin_call *b) {
    unsigned count = LLVMGetNumArgOperands(b->call);
    value_ref pointer = emit_plain(d, builtin_argument(d, b, count - 1));
    struct span input = span_of(d, LLVMGetOperand(b->call, 0));
    bool gives_int = builtin_code(b->types, count - 1) == 'i';
    struct type type = gives_int ? type_i32 : emit_type_of(d, span_at(d, input, 0)), packed = type;
    value_ref lanes[16];
    const char *part = arena_printf(d->arena, "%s, second result", b->name);
    uint32_t first = span_begin(d), lane_count = input.count <= 16 ? input.count : 16;
    VEC(value_ref) results = {0};
    for (uint32_t i = 0; i < lane_count; i++) {
        value_ref operands[2] = {span_at(d, input, i)};
        if (count > 2) {
            operands[1] = span_at(d, span_of(d, LLVMGetOperand(b->call, 1)), i);
        }
        struct inst inst = {.op = INST_CALL, .type = emit_type_of(d, operands[0]), .name = b->name};
        vec_push(&results, emit_full(d, inst, operands, count - 1));
        inst.type = type;
        inst.name = part;
        lanes[i] = emit_full(d, inst, operands, count - 1);
    }
    packed.lanes = (uint8_t)lane_count;
    value_ref value = lane_count > 1 ? emit(d, INST_PACK, packed, 0, lanes, lane_count) : lanes[0];
    emit_full(d, (struct inst){.op = INST_STORE, .type = type_void}, (value_ref[]){pointer, value}, 2);
    first = span_begin(d);
    for (uint32_t i = 0; i < results.size; i++) {
        span_push(d, results.data[i]);
    }
    vec_release(&results);
    span_define(d, b->call, first);
}

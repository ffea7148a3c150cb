/* Accesses of images.
 *
 * An image is an array of pixels of 16 bytes in global memory. A pixel's number has its coordinates as digits, with radices that are
 * larger than images have, 2^35 together: the simulator's arrays end there. That coordinates lie below the radices is
 * assumed, for a program where they do not lie in the image is undefined. A write stores the colour as it is given;
 * what a read gives depends on the image's format and the sampler, and is any value. What a kernel
 * only reads nobody writes: such a read is no access. Levels of mipmaps are not modelled. */
#include <string.h>

#include "llvm/decode_opencl.h"

enum { PIXEL_BYTES = 16, LANE_BYTES = 4, COORDINATES = 3 };

/* A kind of image by its mangled type, "14ocl_image2d_wo". Layers of arrays are coordinates. */
struct shape {
    const char *type;
    uint32_t lanes, count;      /* of the coordinates' vector; of them that count */
    uint32_t bits[COORDINATES]; /* of each coordinate */
    const char *assumption;
};

static const char plane[] = "coordinates of an image are below 2^17 and 2^18",
                  volume[] = "coordinates of an image of three dimensions are below 2^11, 2^12 and 2^12",
                  layers[] = "coordinates of an image in an array are below 2^13 and 2^13, its layer below 2^9";
static const struct shape shapes[] = {
    {"image1d_", 1, 1, {35}, NULL},
    {"image1d_buffer_", 1, 1, {35}, NULL},
    {"image1d_array_", 2, 2, {17, 18}, plane},
    {"image2d_", 2, 2, {17, 18}, plane},
    {"image2d_depth_", 2, 2, {17, 18}, plane},
    {"image2d_array_", 4, 3, {13, 13, 9}, layers},
    {"image2d_array_depth_", 4, 3, {13, 13, 9}, layers},
    {"image3d_", 4, 3, {11, 12, 12}, volume},
};

static value_ref scaled(struct decoder *d, value_ref number, uint64_t by) {
    struct inst mul = {.op = INST_MUL, .flags = INST_NSW, .type = type_i64};
    return emit_full(d, mul, (value_ref[]){emit_resize(d, number, 64, true), emit_constant(d, type_i64, by)}, 2);
}

/* Coordinates lie below the radices. */
static void assume_inside(struct decoder *d, const struct shape *shape, struct span at) {
    value_ref inside = {0};
    for (uint32_t i = 0; i < shape->count; i++) {
        value_ref below = emit2(d, INST_SLT, type_i1, span_at(d, at, i), emit_constant(d, type_i32, UINT64_C(1) << shape->bits[i]));
        value_ref one = emit2(d, INST_AND, type_i1, emit2(d, INST_SLE, type_i1, emit_constant(d, type_i32, 0), span_at(d, at, i)), below);
        inside = i == 0 ? one : emit2(d, INST_AND, type_i1, inside, one);
    }
    struct inst assume = {.op = INST_ASSUME, .type = type_void, .name = shape->assumption};
    emit_full(d, assume, &inside, 1);
}

/* Of an image that the kernel writes; NULL: not modelled. */
static const struct shape *shape_of(const struct builtin_call *b) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const char *at = strstr(b->types, shapes[i].type);
        const char *access = at ? at + strlen(shapes[i].type) : "";
        if (strncmp(access, "wo", 2) == 0 || strncmp(access, "rw", 2) == 0) {
            return &shapes[i];
        }
    }
    return NULL;
}

/* The pixel's address; {0}: not known. */
static value_ref pixel(struct decoder *d, const struct builtin_call *b, unsigned operands) {
    const struct shape *shape = shape_of(b);
    if (!shape || LLVMGetNumArgOperands(b->call) != operands) {
        return (value_ref){0};
    }
    value_ref image = emit_plain(d, builtin_argument(d, b, 0));
    struct span at = span_of(d, LLVMGetOperand(b->call, 1));
    struct type type = emit_type_of(d, span_at(d, at, 0));
    if (emit_type_of(d, image).kind != TYPE_POINTER || at.count != shape->lanes || type.kind != TYPE_INT || type.width_bits != 32) {
        return (value_ref){0};
    }
    if (shape->assumption) {
        assume_inside(d, shape, at);
    }
    struct inst add = {.op = INST_ADD, .flags = INST_NSW, .type = type_i64};
    value_ref offset = scaled(d, span_at(d, at, 0), PIXEL_BYTES);
    uint64_t bytes = PIXEL_BYTES;
    for (uint32_t i = 1; i < shape->count; i++) {
        bytes <<= shape->bits[i - 1];
        offset = emit_full(d, add, (value_ref[]){scaled(d, span_at(d, at, i), bytes), offset}, 2);
    }
    struct inst to = {.op = INST_PTRADD, .flags = INST_INBOUNDS, .type = emit_type_of(d, image)};
    return emit_full(d, to, (value_ref[]){image, offset}, 2);
}

void builtin_image_write(struct decoder *d, const struct builtin_call *b) {
    enum { OPERANDS = 3 };
    value_ref address = pixel(d, b, OPERANDS);
    if (address.id == 0) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "write to an image");
        return;
    }
    LLVMValueRef colour = LLVMGetOperand(b->call, 2);
    decode_store_aligned(d, colour, address, type_lane(d->module, LLVMTypeOf(colour)).width_bits / 8u);
    call_define_any(d, b->call);
}

void builtin_image_read(struct decoder *d, const struct builtin_call *b) {
    enum { OPERANDS = 2 };
    value_ref address = strstr(b->types, "_rw") ? pixel(d, b, OPERANDS) : (value_ref){0};
    if (address.id != 0) {
        struct inst load = {.op = INST_LOAD, .type = type_i32, .imm = LANE_BYTES};
        load.type.lanes = PIXEL_BYTES / LANE_BYTES;
        emit_full(d, load, &address, 1);
    }
    bool may_be_written = strstr(b->types, "_rw") && address.id == 0;
    builtin_unsupported(d, b, may_be_written ? UNSUPPORTED_MEMORY : UNSUPPORTED_VALUE, "value of an image");
}

/* ---- sizes ---- */

/* A number that comes with the image, which is an argument: a parameter of the launch, named "image.width". An image has at least one pixel, and
 * where it is not assumed of coordinates it is assumed here that it has less than 2^31 along each axis. */
static value_ref size_of(struct decoder *d, value_ref image, enum image_size size) {
    static const char *const names[] = {"width", "height", "depth", "layers"};
    const struct kernel *k = builder_kernel(d->builder);
    const char *name = arena_printf(d->arena, "%s.%s", k->params[kernel_inst(k, image)->imm].name, names[size]);
    value_ref value = launch_parameter(d, name, type_i32);
    value_ref some = emit2(d, INST_SLT, type_i1, emit_constant(d, type_i32, 0), value);
    struct inst assume = {.op = INST_ASSUME, .type = type_void, .name = arena_printf(d->arena, "%s is from 1 to 2^31 - 1", name)};
    emit_full(d, assume, &some, 1);
    return value;
}

/* Several lanes are width and height, and depth and 0. */
void builtin_image_size(struct decoder *d, const struct builtin_call *b) {
    LLVMTypeRef type = LLVMTypeOf(b->call);
    value_ref image = emit_plain(d, builtin_argument(d, b, 0));
    if (kernel_inst(builder_kernel(d->builder), image)->op != INST_PARAM) {
        builtin_unsupported(d, b, UNSUPPORTED_VALUE, "size of an image");
        return;
    }
    if (b->imm != IMAGE_DIMENSIONS) {
        span_define_scalar(d, b->call, emit_resize(d, size_of(d, image, (enum image_size)b->imm), type_lane(d->module, type).width_bits, false));
        return;
    }
    value_ref lanes[4];
    uint32_t count = LLVMGetVectorSize(type) == 2 ? 2 : 4;
    for (uint32_t i = 0; i < count; i++) {
        lanes[i] = i < 3 ? size_of(d, image, (enum image_size)i) : emit_constant(d, type_i32, 0);
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < count; i++) {
        span_push(d, lanes[i]);
    }
    span_define(d, b->call, first);
}

bool image_is_written(LLVMValueRef function) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
            if (callee && strstr(LLVMGetValueName2(callee, &(size_t){0}), "write_image")) {
                return true;
            }
        }
    }
    return false;
}

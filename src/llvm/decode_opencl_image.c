/* Accesses of images of one and two dimensions.
 *
 * An image is an array of pixels of 16 bytes in global memory, in rows of 2^17 of which there are
 * 2^18: more than images have (the simulator's arrays end there). That coordinates lie in them is
 * assumed, for a program where they do not is undefined. A write stores the colour as it is given;
 * what a read gives depends on the image's format and the sampler, and is any value. What a kernel
 * only reads nobody writes: such a read is no access. Images of more dimensions, and levels of
 * mipmaps, are not modelled. */
#include <string.h>

#include "llvm/decode_opencl.h"

enum { PIXEL_BYTES = 16, LANE_BYTES = 4, ROW_PIXELS = 1 << 17, ROWS = 1 << 18 };

static value_ref scaled(struct decoder *d, value_ref number, uint64_t by) {
    struct inst mul = {.op = INST_MUL, .flags = INST_NSW, .type = type_i64};
    return emit_full(d, mul, (value_ref[]){emit_resize(d, number, 64, false), emit_constant(d, type_i64, by)}, 2);
}

/* Coordinates of two dimensions lie in the image. */
static void assume_inside(struct decoder *d, value_ref x, value_ref y) {
    value_ref in_row = emit2(d, INST_ULT, type_i1, x, emit_constant(d, type_i32, ROW_PIXELS)),
              in_column = emit2(d, INST_ULT, type_i1, y, emit_constant(d, type_i32, ROWS));
    value_ref inside = emit2(d, INST_AND, type_i1, in_row, in_column);
    struct inst assume = {.op = INST_ASSUME, .type = type_void, .name = "coordinates of an image are below 2^17 and 2^18"};
    emit_full(d, assume, &inside, 1);
}

/* How many coordinates the image has by its mangled type, "14ocl_image2d_wo"; 0: not modelled. */
static uint32_t dimensions(const struct builtin_call *b) {
    static const struct {
        const char *type;
        uint32_t count;
    } types[] = {{"image1d_", 1}, {"image1d_buffer_", 1}, {"image2d_", 2}, {"image2d_depth_", 2}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *at = strstr(b->types, types[i].type);
        const char *access = at ? at + strlen(types[i].type) : "";
        if (strncmp(access, "wo", 2) == 0 || strncmp(access, "rw", 2) == 0) {
            return types[i].count;
        }
    }
    return 0;
}

/* The pixel's address; {0}: not known. */
static value_ref pixel(struct decoder *d, const struct builtin_call *b, unsigned operands) {
    uint32_t count = dimensions(b);
    if (count == 0 || LLVMGetNumArgOperands(b->call) != operands) {
        return (value_ref){0};
    }
    value_ref image = emit_plain(d, builtin_argument(d, b, 0));
    struct span at = span_of(d, LLVMGetOperand(b->call, 1));
    struct type type = emit_type_of(d, span_at(d, at, 0));
    if (emit_type_of(d, image).kind != TYPE_POINTER || at.count != count || type.kind != TYPE_INT || type.width_bits != 32) {
        return (value_ref){0};
    }
    value_ref offset = scaled(d, span_at(d, at, 0), PIXEL_BYTES);
    if (count == 2) {
        struct inst add = {.op = INST_ADD, .flags = INST_NSW, .type = type_i64};
        assume_inside(d, span_at(d, at, 0), span_at(d, at, 1));
        value_ref row = scaled(d, span_at(d, at, 1), (uint64_t)PIXEL_BYTES * ROW_PIXELS);
        offset = emit_full(d, add, (value_ref[]){row, offset}, 2);
    }
    struct inst add = {.op = INST_PTRADD, .flags = INST_INBOUNDS, .type = emit_type_of(d, image)};
    return emit_full(d, add, (value_ref[]){image, offset}, 2);
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

/* OpenCL C's built-in functions: what the files that decode them share. */
#ifndef WP_LLVM_DECODE_OPENCL_H
#define WP_LLVM_DECODE_OPENCL_H

#include "llvm/decode.h"
#include "llvm/decode_call.h"

enum work_item_function {
    WORK_GLOBAL_ID,
    WORK_LOCAL_ID,
    WORK_GROUP_ID,
    WORK_GLOBAL_SIZE,
    WORK_LOCAL_SIZE,
    WORK_ENQUEUED_SIZE, /* of every work-group but the last ones, which may be smaller */
    WORK_NUM_GROUPS,
    WORK_GLOBAL_OFFSET
};

enum image_size { IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_DEPTH, IMAGE_LAYERS, IMAGE_DIMENSIONS };

enum { ATOMIC_IS_INIT = 1 };

enum group_value { EACH_ITS_OWN, ONE_FOR_ALL, ONE_OF_A_WORK_ITEM };

/* A call of a built-in function: its name without types, and the mangled types of its parameters.
 */
struct builtin_call {
    LLVMValueRef call;
    const char *name, *types;
    uint64_t imm;
};

typedef void (*builtin_handler)(struct decoder *d, const struct builtin_call *b);

#define BUILTIN(name, handler, number) void builtin_##handler(struct decoder *d, const struct builtin_call *b);
#include "llvm/opencl.def"

/* A number that the host gives with the launch, as a parameter of this name. */
value_ref launch_parameter(struct decoder *d, const char *name, struct type type);

/* Whether the call is one of a built-in function, which it then decodes. */
bool decode_opencl(struct decoder *d, LLVMValueRef call, const char *name);

/* decode_opencl_value.c: functions of each lane alone; false: the name is none of theirs. */
bool builtin_of_lanes(struct decoder *d, const struct builtin_call *b);

/* The scalar type of a parameter as Itanium's name mangling codes it: 'i', 'j', 'f', ...; 'H' for
 * half; 0: none. */
char builtin_code(const char *types, unsigned param);
bool builtin_is_signed(const char *types, unsigned param);

/* A sum or product of identifiers and sizes, whose low bits are wanted, as one of narrow numbers:
 * "int i = get_global_id(0)" is then what it is in CUDA. Any other value: {0}. */
value_ref builtin_narrowed(struct decoder *d, value_ref value, unsigned width_bits);

/* decode_opencl_events.c: how a wait is said in groups of copies. WAITS_UNKNOWN: it cannot be, or
 * it is not known for which copies it waits; WAITS_NONE: none of them is under way; otherwise how
 * many of the copies, the youngest, may still be under way. */
enum { WAITS_UNKNOWN = -1, WAITS_NONE = -2 };
int events_left(struct decoder *d, LLVMValueRef wait);
/* Of a wait for one event whose place work-items choose: a number that tells the event; {0}: not known. */
value_ref events_chosen(struct decoder *d, LLVMValueRef wait);

/* decode_opencl_image.c: whether the function writes images. */
bool image_is_written(LLVMValueRef function);

/* Bytes of what the parameter points to, by the mangled types; of vectors of three, as of four. 0: not known. */
uint64_t builtin_pointee_bytes(const char *types, unsigned param);

value_ref builtin_argument(struct decoder *d, const struct builtin_call *b, unsigned n);
/* The number that an argument is; false if it is no constant. */
bool builtin_constant(struct decoder *d, const struct builtin_call *b, unsigned n, uint64_t *value);
/* All work-items of the group come together, with one value of this argument (decode_opencl_copy.c); other values are divergence. */
void builtin_come_with(struct decoder *d, value_ref value);
void builtin_unsupported(struct decoder *d, const struct builtin_call *b, enum unsupported_effect effect, const char *what);

#endif

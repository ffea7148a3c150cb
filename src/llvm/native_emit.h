/* The emitter of native code; private to native*.c.
 *
 * native.c: the module and the machine. native_flow.c: threads, blocks, points.
 * native_value.c: arithmetic. native_memory.c: accesses and their checks. */
#ifndef WP_LLVM_NATIVE_EMIT_H
#define WP_LLVM_NATIVE_EMIT_H

#include <llvm-c/Core.h>

#include "base/arena.h"
#include "base/vec.h"
#include "llvm/native.h"

/* An area's place, loaded once per call. */
struct native_base {
    LLVMValueRef bytes, cells, size_bytes, address;
};

struct emitter {
    const struct native_plan *plan;
    const struct kernel *kernel;
    struct arena *arena;
    LLVMContextRef llvm;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef function, context;
    LLVMTypeRef i1, i8, i16, i32, i64, pointer, context_type, place_type;
    LLVMBasicBlockRef latch, failed;
    LLVMValueRef failed_inst;       /* alloca: the instruction of the event */
    LLVMValueRef thread, thread_64; /* index in the block */
    LLVMValueRef tag;               /* of this thread now */
    LLVMValueRef block_tag, interval_tag, unknown, step_limit, locals, local_step;
    LLVMValueRef points, frames, mail, rounds, thread_ids[3], id[3][3], warp_tags;
    LLVMValueRef steps;               /* alloca */
    LLVMValueRef operand_array;       /* alloca, for evaluate */
    struct native_base *bases;        /* by area */
    LLVMValueRef *arguments;          /* by parameter */
    uint32_t *slot;                   /* by instruction: its first lane below */
    LLVMValueRef *values, *variables; /* by slot; a variable is an alloca, or NULL */
    uint32_t *frame_place;            /* by slot, of variables that frames keep; NATIVE_NONE */
    uint32_t frame_words;
    LLVMValueRef *round_variables; /* by loop, or NULL */
    uint32_t round_words;
    bool **live;
    LLVMBasicBlockRef *blocks; /* by block of the kernel: where it begins */
    VEC(uint32_t) point_insts;
    LLVMValueRef resume;    /* the switch over points */
    uint64_t pending_steps; /* not yet added */
    uint32_t inst;          /* being emitted */
};

/* native_flow.c */
void native_emit_function(struct emitter *e);
LLVMBasicBlockRef native_block(struct emitter *e, const char *name);
/* Goes on only if `holds`; otherwise the run ends with an event. */
void native_require(struct emitter *e, LLVMValueRef holds);
/* A branch that is nearly always taken to `then`. */
void native_branch_likely(struct emitter *e, LLVMValueRef condition, LLVMBasicBlockRef then, LLVMBasicBlockRef otherwise);
LLVMValueRef native_bits(const struct emitter *e, uint64_t bits);   /* i64 */
LLVMTypeRef native_type(const struct emitter *e, struct type type); /* of one lane */
LLVMValueRef native_operand(struct emitter *e, const struct inst *inst, uint32_t n, uint32_t lane);
LLVMValueRef native_value(struct emitter *e, value_ref v, uint32_t lane);
void native_define(struct emitter *e, uint32_t inst, uint32_t lane, LLVMValueRef value);
struct type native_operand_type(const struct emitter *e, const struct inst *inst, uint32_t n);
/* A value as the bits of an i64, and back. */
LLVMValueRef native_to_bits(struct emitter *e, LLVMValueRef value, struct type type);
LLVMValueRef native_from_bits(struct emitter *e, LLVMValueRef bits, struct type type);
/* An intrinsic overloaded on one type. */
LLVMValueRef native_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *types, uint32_t type_count, LLVMValueRef *arguments, uint32_t count);
LLVMValueRef native_helper(struct emitter *e, uintptr_t address, LLVMTypeRef result, LLVMTypeRef *types, LLVMValueRef *arguments, uint32_t count);

/* native_value.c */
void native_emit_value(struct emitter *e, uint32_t inst);
LLVMValueRef native_evaluate(struct emitter *e, uint32_t inst, struct type result, const LLVMValueRef *bits, uint32_t count);

/* native_memory.c */
void native_emit_memory(struct emitter *e, uint32_t inst);

static inline bool native_is_float(struct type t) {
    return t.kind == TYPE_FLOAT && t.width_bits >= 32;
}

#endif

/* Decoding, shared by the files of this room: the module after the pass list, the state
 * of one kernel's decoding, and what the files offer each other.
 *
 * An LLVM value of any first-class type becomes a span: the references of its scalar
 * leaves in memory order (vector lanes, struct fields and array elements; integers wider
 * than 64 bits are cut into 64-bit pieces, lowest first). Operations on vectors are done
 * lane by lane. Spans are indices into the decoder's pool, so they stay valid as it grows. */
#ifndef WP_LLVM_DECODE_H
#define WP_LLVM_DECODE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/map.h"
#include "base/vec.h"
#include "kernel/kernel.h"
#include "llvm/llvm.h"

enum target { TARGET_NVPTX, TARGET_SPIR };

/* A kernel of the module, with what its annotations say. */
struct kernel_entry {
    LLVMValueRef function;
    const char *name, *display, *file;
    uint32_t line, max_threads, required_block[3];
};

struct llvm_module {
    enum language language;
    struct arena *arena; /* the caller's */
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    enum target target;
    VEC(struct kernel_entry) kernels;
    const char *names_left_out;      /* llvm_names_left_out */
    uint32_t kernels_left_out;       /* no pattern of the options matches them */
    VEC(struct llvm_header) headers; /* whose kernels are left out */
    bool trusts_undefined;           /* of the options */
    const char *const *own_files;    /* likewise */
    uint32_t own_file_count;
    struct buffer diagnostic; /* the first error LLVM reported */
};

struct span {
    uint32_t first, count;
};

struct decoder {
    const struct llvm_module *module;
    struct kernel_builder *builder;
    struct arena *arena;
    LLVMValueRef function;
    struct map values; /* LLVMValueRef: index into spans */
    VEC(struct span) spans;
    VEC(value_ref) pool;
    struct map blocks; /* LLVMBasicBlockRef: index into order, and the block's number */
    VEC(LLVMBasicBlockRef) order;
    VEC(LLVMBasicBlockRef) taken; /* the only successor, where the condition is constant, or NULL */
    VEC(bool) cut;                /* the block ends before its LLVM terminator */
    VEC(block_ref) ends;          /* the last of the blocks that it became: statements under a guard part it */
    struct map objects;           /* global variable: object */
    struct map functions_taken;   /* function whose address is a value: its number */
    struct map locs;              /* debug location: loc_ref */
    struct map scopes;            /* debug scope: index into functions */
    VEC(const char *) functions, files;
    VEC(bool) own;               /* by scope: its file is the program's */
    struct string_map own_names; /* likewise, by the file's name */
    VEC(bool) own_loc;           /* by location: likewise */
    block_ref block;             /* where instructions are appended */
    loc_ref loc;                 /* and the location they get */
    bool is_ended;               /* the block has its terminator already */
};

static inline uint64_t key_of(const void *reference) {
    return (uint64_t)(uintptr_t)reference;
}

/* names.c: text in `arena`. */
const char *name_demangle(struct arena *arena, const char *mangled);
/* The last component of a demangled or plain name: "kernel(float*)::tile" gives "tile". */
const char *name_last_component(struct arena *arena, const char *demangled);
/* Without the suffixes that clang and the passes append: "arr.i.sroa.0" gives "arr". */
const char *name_without_suffix(struct arena *arena, const char *name);
bool name_matches(const char *pattern, const char *name); /* '*' stands for any text */

/* load.c: the file is one of the program's, no system header; also where that is not known. */
bool load_is_own_file(const char *file, const char *const *own_files, uint32_t count);

/* param_names.c: gives arguments without a name those of the debug information. */
void param_names_find(struct llvm_module *module, LLVMValueRef function);

/* location.c: what is inlined from a system header into the program's own code is at the call there. */
loc_ref location_of(struct decoder *d, LLVMValueRef instruction);
const char *location_file(struct arena *arena, LLVMMetadataRef scope);

/* members.c: to the last parameter of the builder, the members of the struct that it is. */
void members_add(struct decoder *d, uint32_t index);
/* What struct param tells of it. */
bool members_of_param_lead_to_numbers(struct decoder *d, uint32_t index);

/* types.c */
enum { LEAF_LIMIT = 4096 };
struct leaf {
    struct type type;
    uint64_t offset_bytes;
};
struct leaves {
    VEC(struct leaf) list;
    bool is_packed_bits; /* lanes that do not start at bytes: cannot be loaded or stored */
};
extern const struct type type_void, type_i1, type_i8, type_i32, type_i64;
enum space type_space(const struct llvm_module *module, unsigned address_space);
/* False for types that no value of ours has (labels, scalable vectors, more than LEAF_LIMIT
 * leaves). */
bool type_flatten(const struct llvm_module *module, LLVMTypeRef type, struct leaves *leaves);
uint32_t type_leaf_count(const struct llvm_module *module, LLVMTypeRef type);
struct type type_lane(const struct llvm_module *module, LLVMTypeRef type); /* of a scalar or a vector's lane */
bool type_is_wide(LLVMTypeRef type);                                       /* integer of more than 64 bits */
uint32_t type_element_bytes(const struct llvm_module *module, LLVMTypeRef type);

/* emit.c: appending instructions at d->block. */
value_ref emit(struct decoder *d, enum inst_op op, struct type type, uint64_t imm, const value_ref *operands, uint32_t count);
value_ref emit_full(struct decoder *d, struct inst inst, const value_ref *operands, uint32_t count);
value_ref emit1(struct decoder *d, enum inst_op op, struct type type, value_ref a);
#define MATRIX_PRODUCT "matrix product by a warp"
/* That the whole warp takes part in one, not what it gives. */
void emit_matrix_product(struct decoder *d);
value_ref emit2(struct decoder *d, enum inst_op op, struct type type, value_ref a, value_ref b);
value_ref emit3(struct decoder *d, enum inst_op op, struct type type, value_ref a, value_ref b, value_ref c);
value_ref emit_constant(struct decoder *d, struct type type, uint64_t bits);
value_ref emit_undef(struct decoder *d, struct type type);
value_ref emit_pointer_add(struct decoder *d, value_ref pointer, uint64_t offset_bytes);
value_ref emit_pointer_cast(struct decoder *d, value_ref pointer, enum space space);
/* decode.c: the leaf behind an LLVM pointer, in the space LLVM has it, unless all its users cast
 * it. */
value_ref emit_declared(struct decoder *d, value_ref leaf, LLVMValueRef value);
/* Without a cast to the generic space: the pointer to access memory with. */
value_ref emit_plain(struct decoder *d, value_ref pointer);
/* To another integer width, zero- or sign-extended. */
value_ref emit_resize(struct decoder *d, value_ref value, unsigned width_bits, bool is_signed);
/* decode_sync.c: the thread's lane in its warp, an i32. */
value_ref emit_lane(struct decoder *d);
/* A branch around what is decoded next where the condition is false; gives the block where both ways meet, for emit_join. */
block_ref emit_branch(struct decoder *d, value_ref condition);
void emit_join(struct decoder *d, block_ref meeting);
value_ref emit_unsupported(struct decoder *d, struct type type, enum unsupported_effect effect, const char *name);
void emit_end(struct decoder *d, enum inst_op op); /* RET, TRAP, UNREACHABLE: cuts the block */
struct type emit_type_of(const struct decoder *d, value_ref value);

/* Spans. span_begin, then span_push for each leaf (nothing else may be decoded in
 * between), then span_define. */
struct span span_of(struct decoder *d, LLVMValueRef value);
value_ref span_at(const struct decoder *d, struct span span, uint32_t n);
value_ref span_scalar(struct decoder *d, LLVMValueRef value); /* of a value with one leaf */
uint32_t span_begin(const struct decoder *d);
void span_push(struct decoder *d, value_ref value);
struct span span_define(struct decoder *d, LLVMValueRef value, uint32_t first);
void span_define_scalar(struct decoder *d, LLVMValueRef value, value_ref scalar);
/* Defines value as unsupported; the effect MEMORY stands on one instruction only. */
void span_define_unsupported(struct decoder *d, LLVMValueRef value, enum unsupported_effect effect, const char *name);

/* decode_order.c: fills `order`, `taken` and `blocks`, and adds the blocks to the builder. */
void decode_order(struct decoder *d);
/* decode_value.c: instructions and constant expressions without memory effect; false: not one of
 * them. */
bool decode_value(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode);
/* decode_wide.c: 128-bit integers; false: unsupported. */
bool decode_wide_binary(struct decoder *d, LLVMValueRef value, LLVMOpcode opcode);
bool decode_wide_compare(struct decoder *d, LLVMValueRef value, LLVMIntPredicate predicate);
/* decode_address.c: a getelementptr, lane by lane */
void decode_gep(struct decoder *d, LLVMValueRef value);
/* decode_constant.c */
struct span decode_constant(struct decoder *d, LLVMValueRef constant);
value_ref decode_object(struct decoder *d, LLVMValueRef global);
const char *constant_text(struct decoder *d, LLVMValueRef pointer); /* of a string literal, or NULL */
/* decode_memory.c */
bool decode_memory(struct decoder *d, LLVMValueRef instruction, LLVMOpcode opcode);
void decode_load(struct decoder *d, LLVMValueRef result, value_ref pointer, unsigned flags, enum scope_kind scope);
/* Aligned to that many bytes. */
void decode_load_aligned(struct decoder *d, LLVMValueRef result, value_ref pointer, uint64_t align_bytes);
void decode_store_aligned(struct decoder *d, LLVMValueRef value, value_ref pointer, uint64_t align_bytes);
enum scope_kind decode_scope(struct decoder *d, LLVMValueRef instruction, enum scope_kind otherwise);
/* decode_call.c */
void decode_call(struct decoder *d, LLVMValueRef call);
/* A PTX special register by its name, "tid.x", as an integer of this type. */
value_ref call_special_register(struct decoder *d, const char *name, struct type type);
bool call_is_pure(LLVMValueRef call);
/* decode_annotation.c: a load of the kernel's memory whose value only annotations use: no access. */
bool annotation_reads(LLVMValueRef load);
/* decode_asm.c */
void decode_asm(struct decoder *d, LLVMValueRef call);
/* decode_ptx.c: false where the assembly is not understood wholly; *unknown is then the
 * first statement that is not, or as it was. */
struct ptx_text;
struct ptx_statement;
bool decode_ptx(struct decoder *d, LLVMValueRef call, const struct ptx_text *text, const struct ptx_statement **unknown);

/* load.c: like llvm_load, with the first stages only. */
struct llvm_options;
struct llvm_module *llvm_load_stages(struct arena *arena, const char *path, const struct llvm_options *options, uint32_t stage_end,
                                     const char **error);
/* components.c: accesses of single components of vectors touch these alone. */
void components_split(struct llvm_module *module, LLVMValueRef function, LLVMBuilderRef builder);
/* aggregate.c: members taken out of aggregates in registers become the values that were put in. Whether there was one. */
bool aggregate_fold(LLVMValueRef function);

/* constant_copy.c: reads of local arrays that are copies of constants become reads of these; such arrays and copies go. */
void constant_copies_read(const struct llvm_module *m, LLVMBuilderRef builder, LLVMValueRef function);
/* strided.c: a copy with a stride becomes a loop of copies of elements. */
void strided_define(struct llvm_module *module, LLVMBuilderRef builder);
/* access_log.c: after everything is inlined. True if variables were made that are to be promoted. */
bool access_log_define(struct llvm_module *module, LLVMBuilderRef builder);
bool access_log_is_query(LLVMValueRef instruction);
/* annotate.c: GPUVerify's annotations whose meaning depends on the function that they stand in. */
void annotate_functions(struct llvm_module *module, LLVMBuilderRef builder);
/* devirtualise.c: replaces the call by one of a dispatcher, if its callees are known. */
bool devirtualise_call(struct llvm_module *module, LLVMValueRef call);
/* normalise.c: the variable, argument or instruction that an address is computed from. */
LLVMValueRef normalise_base_of(LLVMValueRef pointer);
/* Runs the stages before `stage_end`; a message, or NULL. */
const char *normalise_run(struct llvm_module *module, uint32_t stage_end);
extern const char *const normalise_undef_branch; /* name of the function that stands for an undefined condition */
extern const char *const normalise_grid_sync;    /* and for a grid-wide barrier; a suffix may follow */

#endif

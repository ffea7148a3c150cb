/* Handlers of calls, one per line of calls.def, and what they share. */
#ifndef WP_LLVM_DECODE_CALL_H
#define WP_LLVM_DECODE_CALL_H

#include "llvm/decode.h"

enum { OPERAND_LIMIT = 16 };

/* imm is the table's, name the callee's whole name. */
typedef void (*call_handler)(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name);

#define CALL(pattern, handler, number) void call_##handler(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name);
#include "llvm/calls.def"

value_ref call_argument(struct decoder *d, LLVMValueRef call, unsigned n);
/* At most OPERAND_LIMIT of them; how many is the result. */
uint32_t call_arguments(struct decoder *d, LLVMValueRef call, value_ref *operands);
bool call_has_result(LLVMValueRef call);
/* Defines the result of a call that nothing should depend on. */
void call_define_any(struct decoder *d, LLVMValueRef call);

#endif

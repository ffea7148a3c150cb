/* How far functions are inlined. Calls that lead back, chains of hundreds of calls, and functions that call the next one twice, which calls the
   next one twice, would make LLVM's passes run for hours. */
#ifndef WP_LLVM_INLINE_BOUND_H
#define WP_LLVM_INLINE_BOUND_H

#include <llvm-c/Core.h>

/* To be called before functions marked `alwaysinline` are inlined: calls that would make their caller too large get the attribute `noinline`.
   Which ones they are depends on the module alone. */
void inline_bound(LLVMModuleRef module);

#endif

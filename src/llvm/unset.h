/* Variables without a value yet. LLVM's passes give such a variable whatever value is convenient, the only one that is ever assigned
   (`int k; if (c) k = 0;` becomes `int k = 0;`). So while passes run its value is the result of a call that nothing is known of. */
#ifndef WP_LLVM_UNSET_H
#define WP_LLVM_UNSET_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Where the life of a local variable begins that has at most `leaves_most` numbers and pointers, each gets such a result. Of host code no
   pointers (whoever uses one that has no value does something without meaning), and no arrays that calls get: what those hold is found
   otherwise (host_contents.c). */
void unset_begin(LLVMModuleRef module, unsigned leaves_most, bool is_host);
/* Such a result, of a value that other code reads where nothing has put one; NULL: the type has none. */
LLVMValueRef unset_value(LLVMModuleRef module, LLVMBuilderRef builder, LLVMTypeRef type);
/* The call gives the value of a variable that has none. */
bool unset_is(LLVMValueRef call);
/* Memory that variables stayed in has no such results any more. */
void unset_leave_memory(LLVMModuleRef module);
/* The same; and each that is left becomes undef. */
void unset_end(LLVMModuleRef module);

#endif

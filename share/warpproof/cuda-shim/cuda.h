/* In front of the toolkit's: clang's wrapper includes its built-in variables next, then host_defines.h. Reading one calls
 * a getter, and clang drops what __builtin_assume says of a call that is not `const`. */
#include_next <cuda.h>
#if !defined(__CUDA_BUILTIN_VARS_H) && defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__)
#define always_inline always_inline, const
#define __WP_CONST_GETTERS
#endif

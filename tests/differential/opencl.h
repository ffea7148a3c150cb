/* Random kernels as OpenCL C. */
#ifndef WP_TESTS_OPENCL_H
#define WP_TESTS_OPENCL_H

#include "generate.h"

/* What stands before the kernels of a file: the words of CUDA that they use. */
extern const char opencl_prelude[];
/* False, and nothing printed, if the kernel has what OpenCL C does not have: operations of warps, copies, assertions. Clang may still
   reject what is printed: a pointer into the wrong memory. */
bool opencl_print(const struct generated *kernel, const char *name, struct buffer *out);

#endif

/* Forced in before the program (-include): what nvcc gives every CUDA file without an #include.
 *
 * Device semantics are expressed in one of three ways, so that the bitcode shows what a thread does and nothing else:
 *   - clang's NVPTX builtins, which become llvm.nvvm.* intrinsics, atomicrmw and cmpxchg;
 *   - plain C, where the operation is plain arithmetic or one plain load or store;
 *   - declared-only functions: usual C names for mathematics, names that begin with __wp_ for the rest (__wp/functions.h lists them).
 * No header function adds a memory access that the program does not make, and none hides one. Helper functions carry no debug
 * information, so that an access made inside one has the source location of the program's call.
 *
 * Host code is only type-checked: the runtime's functions take any arguments (__wp/runtime.h). */
#ifndef __WARPPROOF_CUDA_H
#define __WARPPROOF_CUDA_H
#pragma clang system_header

#include <stddef.h>

#include "__wp/qualifiers.h"
#include "__wp/vector_types.h"
#include "__wp/builtins.h"
#include "__wp/functions.h"
#include "__wp/integer.h"
#include "__wp/mathematics.h"
#include "__wp/warp.h"
#include "__wp/atomics.h"
#include "__wp/memory.h"
#include "__wp/runtime.h"
#include "__wp/texture.h"
#ifdef __WARPPROOF_HOST__
#include "__wp/host.h"
#endif

/* The second, slower attempt: the C and C++ headers that nvcc includes by itself, and what nvcc tolerates. */
#ifdef __WARPPROOF_WITH_STANDARD_HEADERS
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

/* `__shared__ alignas(16) float a[4];`: nvcc takes alignas in any place of a declaration, clang first only. GNU's attribute may stand there. */
template <class T> constexpr size_t __wp_alignment() { return alignof(T); }
template <size_t bytes> constexpr size_t __wp_alignment() { return bytes; }
#define alignas(...) __attribute__((aligned(__wp_alignment<__VA_ARGS__>())))
#endif
#endif

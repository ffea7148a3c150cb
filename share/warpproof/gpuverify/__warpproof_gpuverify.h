/* The annotation macros that GPUVerify's test programs use, as no-ops: a program means the same with and without them. Arguments are
 * swallowed unread, so an annotation adds no memory access. In CUDA __requires(e) is what wp_requires(e) is: launches with such sizes and arguments only. For CUDA and OpenCL C; forced in with --annotations=gpuverify, after the device
 * headers. An annotation is a statement, an operand of the comma operator or, for axioms, a declaration. */
#ifndef __WARPPROOF_GPUVERIFY_H
#define __WARPPROOF_GPUVERIFY_H
#if defined(__has_include) && !defined(__OPENCL_C_VERSION__)
/* The C library declares a function named __assert: before the macro. */
#if __has_include(<assert.h>)
#include <assert.h>
#endif
#endif
#ifdef __CUDACC__
#include <stddef.h>
#include <cuda.h>
#include <cooperative_groups.h>
#include <curand_kernel.h>
typedef unsigned uint;
extern "C" __attribute__((device, host)) void __wp_assume(bool condition, const char *text);
#endif

#ifdef __OPENCL_C_VERSION__
void __wp_assume(bool condition, __constant const char *text);
#endif

#define __axiom(...) _Static_assert(1, "")
#define __wp_no_annotation ((void)0)
#undef __assert
#ifdef __CUDACC__
#define __requires(...) __wp_assume(static_cast<bool>(__VA_ARGS__), "__requires(" #__VA_ARGS__ ")")
#else
#define __requires(...) __wp_assume((bool)(__VA_ARGS__), "__requires(" #__VA_ARGS__ ")")
#endif
#define __ensures(...) __wp_no_annotation
#define __global_requires(...) __wp_no_annotation
#define __global_ensures(...) __wp_no_annotation
#define __candidate_requires(...) __wp_no_annotation
#define __candidate_ensures(...) __wp_no_annotation
#define __invariant(...) __wp_no_annotation
#define __global_invariant(...) __wp_no_annotation
#define __candidate_invariant(...) __wp_no_annotation
#define __candidate_global_invariant(...) __wp_no_annotation
#define __function_wide_invariant(...) __wp_no_annotation
#define __function_wide_candidate_invariant(...) __wp_no_annotation
#define __assert(...) __wp_no_annotation
#define __global_assert(...) __wp_no_annotation
#define __candidate_assert(...) __wp_no_annotation
#define __candidate_global_assert(...) __wp_no_annotation
#define __assume(...) __wp_no_annotation
#define __global_assume(...) __wp_no_annotation
#define __at_most_one(...) __wp_no_annotation
#define __requires_fresh_array(...) __wp_no_annotation
#define __array_snapshot(...) __wp_no_annotation
#define __non_temporal_annotation(...) __wp_no_annotation
#define __loop_bound(...) __wp_no_annotation
#define __reads_from(...) __wp_no_annotation
#define __reads_from_local(...) __wp_no_annotation
#define __writes_to(...) __wp_no_annotation
#define __writes_to_local(...) __wp_no_annotation
#define __barrier_invariant(...) __wp_no_annotation
#define __barrier_invariant_binary(...) __wp_no_annotation
#define __barrier_invariant_1(...) __wp_no_annotation
#define __barrier_invariant_2(...) __wp_no_annotation
#define __barrier_invariant_3(...) __wp_no_annotation
#define __barrier_invariant_4(...) __wp_no_annotation
#define __barrier_invariant_5(...) __wp_no_annotation
#define __barrier_invariant_6(...) __wp_no_annotation
#define __barrier_invariant_7(...) __wp_no_annotation
#define __barrier_invariant_8(...) __wp_no_annotation
#define __barrier_invariant_9(...) __wp_no_annotation
#define __barrier_invariant_10(...) __wp_no_annotation
#define __barrier_invariant_11(...) __wp_no_annotation
#define __barrier_invariant_12(...) __wp_no_annotation
#define __barrier_invariant_13(...) __wp_no_annotation
#define __non_temporal(...) __VA_ARGS__
/* Predicates and values: only read inside annotations. */
#define __implies(premise, conclusion) (!(premise) || (conclusion))
#define __enabled() 1
#define __all(...) 1
#define __exclusive(...) 1
#define __ite(condition, yes, no) ((condition) ? (yes) : (no))
#define __read(...) 1
#define __write(...) 1
#define __no_read(...) 1
#define __no_write(...) 1
#define __read_implies(...) 1
#define __write_implies(...) 1
#define __atomic_has_taken_value(...) 1
#define __same_group(...) 1
#define __same_warp(...) 1
#define __is_pow2(...) 1
#define __uniform(...) 1
#define __uniform_int(...) 1
#define __uniform_uint(...) 1
#define __uniform_bool(...) 1
#define __distinct(...) 1
#define __distinct_int(...) 1
#define __distinct_bool(...) 1
#define __read_offset_bytes(...) 0
#define __write_offset_bytes(...) 0
#define __read_offset(...) 0
#define __write_offset(...) 0
#define __ptr_offset_bytes(...) 0
#define __ptr_base(...) 0
#define __mod_pow2(...) 0
#define __add_noovfl(...) 0
#define __add_noovfl_unsigned(...) 0
#define __add_noovfl_signed(...) 0
#define __return_val_bool() 0
#define __other_bool(value) (value)
#define __old_bool(value) (value)
#define __return_val_char() 0
#define __other_char(value) (value)
#define __old_char(value) (value)
#define __return_val_short() 0
#define __other_short(value) (value)
#define __old_short(value) (value)
#define __return_val_int() 0
#define __other_int(value) (value)
#define __old_int(value) (value)
#define __return_val_unsigned_int() 0
#define __other_unsigned_int(value) (value)
#define __old_unsigned_int(value) (value)
#define __return_val_uint() 0
#define __other_uint(value) (value)
#define __old_uint(value) (value)
#define __return_val_long() 0
#define __other_long(value) (value)
#define __old_long(value) (value)
#define __return_val_longlong() 0
#define __other_longlong(value) (value)
#define __old_longlong(value) (value)
#define __return_val_float() 0
#define __other_float(value) (value)
#define __old_float(value) (value)
#define __return_val_double() 0
#define __other_double(value) (value)
#define __old_double(value) (value)
#define __return_val_ptr() 0
#define __other_ptr(value) (value)
#define __old_ptr(value) (value)
#define __return_val_funptr() 0
#define __other_funptr(value) (value)
#define __old_funptr(value) (value)
#define __return_val_size_t() 0
#define __other_size_t(value) (value)
#define __old_size_t(value) (value)
#define __return_val() 0
#define __other(value) (value)
#define __old(value) (value)
#endif

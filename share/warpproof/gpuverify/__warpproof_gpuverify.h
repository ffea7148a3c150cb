/* GPUVerify's annotations, for CUDA and OpenCL C; forced in with --annotations=gpuverify, after the device headers.
 *
 *   __requires(e), __assume(e), __global_assume(e)                  what wp_requires and wp_assume are: used, and listed
 *   __assert(e), __global_assert(e), __invariant(e), __global_invariant(e)   what wp_assert is: to be proved, never trusted
 *   __implies, __ite, __enabled, __add_noovfl_*                     their values
 *   predicates and values that speak of other threads or of accesses made so far   not known here: what rests on them is
 *                                                                   unproved, and the reason names them
 *   everything else                                                 says nothing; arguments are not read
 * Memory that a condition reads is not accessed by it: the value is not known, and no race comes of it (llvm/decode_memory.c).
 * An annotation is a statement, an operand of the comma operator or, for axioms, a declaration. */
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
extern "C" __attribute__((device, host)) void __wp_annotation_assert(bool condition, const char *text);
extern "C" __attribute__((device, host)) int __wp_annotation_value(const char *text);
#endif

#ifdef __OPENCL_C_VERSION__
void __wp_assume(bool condition, __constant const char *text);
void __wp_annotation_assert(bool condition, __constant const char *text);
int __wp_annotation_value(__constant const char *text);
#endif

#define __axiom(...) _Static_assert(1, "")
#define __wp_no_annotation ((void)0)
#undef __assert
#ifdef __CUDACC__
#define __wp_truth(e) static_cast<bool>(e)
#else
#define __wp_truth(e) ((bool)(e))
#endif
#define __requires(...) __wp_assume(__wp_truth(__VA_ARGS__), "__requires(" #__VA_ARGS__ ")")
#define __assume(...) __wp_assume(__wp_truth(__VA_ARGS__), "__assume(" #__VA_ARGS__ ")")
#define __global_assume(...) __wp_assume(__wp_truth(__VA_ARGS__), "__global_assume(" #__VA_ARGS__ ")")
#define __assert(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__assert(" #__VA_ARGS__ ")")
#define __global_assert(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__global_assert(" #__VA_ARGS__ ")")
#define __invariant(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__invariant(" #__VA_ARGS__ ")")
#define __global_invariant(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__global_invariant(" #__VA_ARGS__ ")")
#define __ensures(...) __wp_no_annotation
#define __global_requires(...) __wp_no_annotation
#define __global_ensures(...) __wp_no_annotation
#define __candidate_requires(...) __wp_no_annotation
#define __candidate_ensures(...) __wp_no_annotation
#define __candidate_invariant(...) __wp_no_annotation
#define __candidate_global_invariant(...) __wp_no_annotation
#define __function_wide_invariant(...) __wp_no_annotation
#define __function_wide_candidate_invariant(...) __wp_no_annotation
#define __candidate_assert(...) __wp_no_annotation
#define __candidate_global_assert(...) __wp_no_annotation
#define __at_most_one(...) __wp_no_annotation
#define __requires_fresh_array(...) __wp_no_annotation
#define __array_snapshot(...) __wp_no_annotation
#define __non_temporal_annotation(...) __wp_no_annotation
#define __loop_bound(...) __wp_no_annotation
#define __reads_from(...) __wp_no_annotation
#define __reads_from_local(...) __wp_no_annotation
#define __writes_to(...) __wp_no_annotation
#define __writes_to_local(...) __wp_no_annotation
#define __read_permission(...) __wp_no_annotation
#define __write_permission(...) __wp_no_annotation
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
#define __barrier_invariant_14(...) __wp_no_annotation
#define __barrier_invariant_15(...) __wp_no_annotation
#define __barrier_invariant_16(...) __wp_no_annotation
#define __barrier_invariant_17(...) __wp_no_annotation
#define __barrier_invariant_18(...) __wp_no_annotation
#define __barrier_invariant_19(...) __wp_no_annotation
#define __barrier_invariant_20(...) __wp_no_annotation
#define __barrier_invariant_21(...) __wp_no_annotation
#define __barrier_invariant_22(...) __wp_no_annotation
#define __barrier_invariant_23(...) __wp_no_annotation
#define __barrier_invariant_24(...) __wp_no_annotation
#define __barrier_invariant_binary_1(...) __wp_no_annotation
#define __barrier_invariant_binary_2(...) __wp_no_annotation
#define __barrier_invariant_binary_3(...) __wp_no_annotation
#define __barrier_invariant_binary_4(...) __wp_no_annotation
#define __barrier_invariant_binary_5(...) __wp_no_annotation
#define __barrier_invariant_binary_6(...) __wp_no_annotation
#define __barrier_invariant_binary_7(...) __wp_no_annotation
#define __barrier_invariant_binary_8(...) __wp_no_annotation
#define __barrier_invariant_binary_9(...) __wp_no_annotation
#define __barrier_invariant_binary_10(...) __wp_no_annotation
#define __barrier_invariant_binary_11(...) __wp_no_annotation
#define __barrier_invariant_binary_12(...) __wp_no_annotation
#define __barrier_invariant_binary_13(...) __wp_no_annotation
#define __barrier_invariant_binary_14(...) __wp_no_annotation
#define __barrier_invariant_binary_15(...) __wp_no_annotation
#define __barrier_invariant_binary_16(...) __wp_no_annotation
#define __barrier_invariant_binary_17(...) __wp_no_annotation
#define __barrier_invariant_binary_18(...) __wp_no_annotation
#define __barrier_invariant_binary_19(...) __wp_no_annotation
#define __barrier_invariant_binary_20(...) __wp_no_annotation
#define __barrier_invariant_binary_21(...) __wp_no_annotation
#define __barrier_invariant_binary_22(...) __wp_no_annotation
#define __barrier_invariant_binary_23(...) __wp_no_annotation
#define __barrier_invariant_binary_24(...) __wp_no_annotation
#define __non_temporal(...) __VA_ARGS__
/* Values that are what they say. */
#define __implies(premise, conclusion) (!(premise) || (conclusion))
#define __enabled() 1
#define __ite(condition, yes, no) ((condition) ? (yes) : (no))
#define __add_noovfl_unsigned_int(x, y) ((x) + (y))
#define __add_noovfl_unsigned_char(x, y) ((x) + (y))
#define __add_noovfl_unsigned_short(x, y) ((x) + (y))
#define __add_noovfl_unsigned_long(x, y) ((x) + (y))
#define __add_noovfl_int(x, y) ((x) + (y))
#define __add_noovfl_char(x, y) ((x) + (y))
#define __add_noovfl_short(x, y) ((x) + (y))
#define __add_noovfl_long(x, y) ((x) + (y))
#define __add_noovfl_uint(x, y) ((x) + (y))
#define __add_noovfl_uchar(x, y) ((x) + (y))
#define __add_noovfl_ushort(x, y) ((x) + (y))
#define __add_noovfl_ulong(x, y) ((x) + (y))
#define DECLARE_UF_UNARY(name, a, result) result name(a)
#define DECLARE_UF_BINARY(name, a, b, result) result name(a, b)
#define DECLARE_UF_TERNARY(name, a, b, c, result) result name(a, b, c)
/* Predicates and values that are not known. */
#define __all(...) __wp_annotation_value("__all(" #__VA_ARGS__ ")")
#define __exclusive(...) __wp_annotation_value("__exclusive(" #__VA_ARGS__ ")")
#define __read(...) __wp_annotation_value("__read(" #__VA_ARGS__ ")")
#define __write(...) __wp_annotation_value("__write(" #__VA_ARGS__ ")")
#define __no_read(...) __wp_annotation_value("__no_read(" #__VA_ARGS__ ")")
#define __no_write(...) __wp_annotation_value("__no_write(" #__VA_ARGS__ ")")
#define __read_implies(...) __wp_annotation_value("__read_implies(" #__VA_ARGS__ ")")
#define __write_implies(...) __wp_annotation_value("__write_implies(" #__VA_ARGS__ ")")
#define __atomic_has_taken_value(...) __wp_annotation_value("__atomic_has_taken_value(" #__VA_ARGS__ ")")
#define __same_group __wp_annotation_value("__same_group")
#define __dominator_enabled(...) __wp_annotation_value("__dominator_enabled()")
#define __same_warp(...) __wp_annotation_value("__same_warp(" #__VA_ARGS__ ")")
#define __is_pow2(...) __wp_annotation_value("__is_pow2(" #__VA_ARGS__ ")")
#define __uniform(...) __wp_annotation_value("__uniform(" #__VA_ARGS__ ")")
#define __uniform_int(...) __wp_annotation_value("__uniform_int(" #__VA_ARGS__ ")")
#define __uniform_uint(...) __wp_annotation_value("__uniform_uint(" #__VA_ARGS__ ")")
#define __uniform_bool(...) __wp_annotation_value("__uniform_bool(" #__VA_ARGS__ ")")
#define __distinct(...) __wp_annotation_value("__distinct(" #__VA_ARGS__ ")")
#define __distinct_int(...) __wp_annotation_value("__distinct_int(" #__VA_ARGS__ ")")
#define __distinct_bool(...) __wp_annotation_value("__distinct_bool(" #__VA_ARGS__ ")")
#define __read_offset_bytes(...) __wp_annotation_value("__read_offset_bytes(" #__VA_ARGS__ ")")
#define __write_offset_bytes(...) __wp_annotation_value("__write_offset_bytes(" #__VA_ARGS__ ")")
#define __read_offset(...) __wp_annotation_value("__read_offset(" #__VA_ARGS__ ")")
#define __write_offset(...) __wp_annotation_value("__write_offset(" #__VA_ARGS__ ")")
#define __ptr_offset_bytes(...) __wp_annotation_value("__ptr_offset_bytes(" #__VA_ARGS__ ")")
#define __ptr_base(...) __wp_annotation_value("__ptr_base(" #__VA_ARGS__ ")")
#define __mod_pow2(...) __wp_annotation_value("__mod_pow2(" #__VA_ARGS__ ")")
#define __add_noovfl(...) __wp_annotation_value("__add_noovfl(" #__VA_ARGS__ ")")
#define __add_noovfl_unsigned(...) __wp_annotation_value("__add_noovfl_unsigned(" #__VA_ARGS__ ")")
#define __add_noovfl_signed(...) __wp_annotation_value("__add_noovfl_signed(" #__VA_ARGS__ ")")
#define __return_val_bool(...) __wp_annotation_value("__return_val_bool(" #__VA_ARGS__ ")")
#define __other_bool(...) __wp_annotation_value("__other_bool(" #__VA_ARGS__ ")")
#define __old_bool(...) __wp_annotation_value("__old_bool(" #__VA_ARGS__ ")")
#define __return_val_char(...) __wp_annotation_value("__return_val_char(" #__VA_ARGS__ ")")
#define __other_char(...) __wp_annotation_value("__other_char(" #__VA_ARGS__ ")")
#define __old_char(...) __wp_annotation_value("__old_char(" #__VA_ARGS__ ")")
#define __return_val_short(...) __wp_annotation_value("__return_val_short(" #__VA_ARGS__ ")")
#define __other_short(...) __wp_annotation_value("__other_short(" #__VA_ARGS__ ")")
#define __old_short(...) __wp_annotation_value("__old_short(" #__VA_ARGS__ ")")
#define __return_val_int(...) __wp_annotation_value("__return_val_int(" #__VA_ARGS__ ")")
#define __other_int(...) __wp_annotation_value("__other_int(" #__VA_ARGS__ ")")
#define __old_int(...) __wp_annotation_value("__old_int(" #__VA_ARGS__ ")")
#define __return_val_unsigned_int(...) __wp_annotation_value("__return_val_unsigned_int(" #__VA_ARGS__ ")")
#define __other_unsigned_int(...) __wp_annotation_value("__other_unsigned_int(" #__VA_ARGS__ ")")
#define __old_unsigned_int(...) __wp_annotation_value("__old_unsigned_int(" #__VA_ARGS__ ")")
#define __return_val_uint(...) __wp_annotation_value("__return_val_uint(" #__VA_ARGS__ ")")
#define __other_uint(...) __wp_annotation_value("__other_uint(" #__VA_ARGS__ ")")
#define __old_uint(...) __wp_annotation_value("__old_uint(" #__VA_ARGS__ ")")
#define __return_val_long(...) __wp_annotation_value("__return_val_long(" #__VA_ARGS__ ")")
#define __other_long(...) __wp_annotation_value("__other_long(" #__VA_ARGS__ ")")
#define __old_long(...) __wp_annotation_value("__old_long(" #__VA_ARGS__ ")")
#define __return_val_longlong(...) __wp_annotation_value("__return_val_longlong(" #__VA_ARGS__ ")")
#define __other_longlong(...) __wp_annotation_value("__other_longlong(" #__VA_ARGS__ ")")
#define __old_longlong(...) __wp_annotation_value("__old_longlong(" #__VA_ARGS__ ")")
#define __return_val_float(...) __wp_annotation_value("__return_val_float(" #__VA_ARGS__ ")")
#define __other_float(...) __wp_annotation_value("__other_float(" #__VA_ARGS__ ")")
#define __old_float(...) __wp_annotation_value("__old_float(" #__VA_ARGS__ ")")
#define __return_val_double(...) __wp_annotation_value("__return_val_double(" #__VA_ARGS__ ")")
#define __other_double(...) __wp_annotation_value("__other_double(" #__VA_ARGS__ ")")
#define __old_double(...) __wp_annotation_value("__old_double(" #__VA_ARGS__ ")")
#define __return_val_ptr(...) __wp_annotation_value("__return_val_ptr(" #__VA_ARGS__ ")")
#define __other_ptr(...) __wp_annotation_value("__other_ptr(" #__VA_ARGS__ ")")
#define __old_ptr(...) __wp_annotation_value("__old_ptr(" #__VA_ARGS__ ")")
#define __return_val_funptr(...) __wp_annotation_value("__return_val_funptr(" #__VA_ARGS__ ")")
#define __other_funptr(...) __wp_annotation_value("__other_funptr(" #__VA_ARGS__ ")")
#define __old_funptr(...) __wp_annotation_value("__old_funptr(" #__VA_ARGS__ ")")
#define __return_val_size_t(...) __wp_annotation_value("__return_val_size_t(" #__VA_ARGS__ ")")
#define __other_size_t(...) __wp_annotation_value("__other_size_t(" #__VA_ARGS__ ")")
#define __old_size_t(...) __wp_annotation_value("__old_size_t(" #__VA_ARGS__ ")")
#define __return_val(...) __wp_annotation_value("__return_val(" #__VA_ARGS__ ")")
#define __other(...) __wp_annotation_value("__other(" #__VA_ARGS__ ")")
#define __old(...) __wp_annotation_value("__old(" #__VA_ARGS__ ")")
#endif

/* GPUVerify's annotations, for CUDA and OpenCL C; forced in with --annotations=gpuverify, after the device headers.
 *
 *   __requires(e)                      of a kernel: used, and listed; of a function: to be proved where it is called
 *   __assume(e), __global_assume(e), __axiom(e)          used, and listed
 *   __assert(e), __invariant(e), __barrier_invariant_N(e, ...), their kin        to be proved, never trusted
 *   __ensures(e)                       to be proved at each return
 *   __read_permission(T, e)            reads e
 *   __implies, __ite, __enabled, __same_group, ...       their values
 *   __add_noovfl_int(x, y), its kin    the sum; that it does not overflow is used, and listed
 *   __read, __write_offset_bytes, ...  of any access that the thread has made since the last barrier
 *   __other_int, __uniform_bool, __all, ...   of every two threads that get there in the same iteration
 *   the same of what is no integer     not known here: what rests on it is unproved, and the reason names it
 *   candidates, fresh arrays           ask nothing; the report lists them as not used
 *   the rest                           is named, and leaves what it may change unproved
 * Memory that a condition reads is not accessed by it: the value is not known, and no race comes of it (llvm/decode_annotation.c).
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
#define __WP_FUNCTION extern "C" __attribute__((device, host))
#define __WP_TEXT const char *
#define __WP_AXIOM static __attribute__((device, used))
#define __wp_truth(e) static_cast<bool>(e)
__WP_FUNCTION size_t __wp_annotation_log(const volatile void *p, int kind, __WP_TEXT text);
__WP_FUNCTION void __wp_annotation_snapshot(void *destination, void *source, __WP_TEXT text);
#else
#define __WP_FUNCTION
#define __WP_TEXT __constant const char *
#define __WP_AXIOM static __attribute__((used))
#define __wp_truth(e) ((bool)(e))
size_t __attribute__((overloadable)) __wp_annotation_log(__global const void *p, int kind, __WP_TEXT text);
size_t __attribute__((overloadable)) __wp_annotation_log(__local const void *p, int kind, __WP_TEXT text);
size_t __attribute__((overloadable)) __wp_annotation_log(__private const void *p, int kind, __WP_TEXT text);
size_t __attribute__((overloadable)) __wp_annotation_log(__constant const void *p, int kind, __WP_TEXT text);
void __attribute__((overloadable)) __wp_annotation_snapshot(__local void *destination, __local void *source, __WP_TEXT text);
void __attribute__((overloadable)) __wp_annotation_snapshot(__global void *destination, __global void *source, __WP_TEXT text);
#endif
__WP_FUNCTION void __wp_assume(bool condition, __WP_TEXT text);
__WP_FUNCTION void __wp_annotation_assert(bool condition, __WP_TEXT text);
__WP_FUNCTION void __wp_annotation_requires(bool condition, __WP_TEXT text);
__WP_FUNCTION void __wp_annotation_ensures(bool condition, __WP_TEXT text);
__WP_FUNCTION void __wp_annotation_asked(__WP_TEXT text);
__WP_FUNCTION void __wp_annotation_ignored(__WP_TEXT text);
__WP_FUNCTION void __wp_annotation_effect(__WP_TEXT text);
__WP_FUNCTION int __wp_annotation_value(__WP_TEXT text);
__WP_FUNCTION void __wp_permission(bool value);

#undef __assert
/* Used, and listed. */
#define __requires(...) __wp_annotation_requires(__wp_truth(__VA_ARGS__), "__requires(" #__VA_ARGS__ ")")
#define __global_requires(...) __wp_annotation_requires(__wp_truth(__VA_ARGS__), "__global_requires(" #__VA_ARGS__ ")")
#define __assume(...) __wp_assume(__wp_truth(__VA_ARGS__), "__assume(" #__VA_ARGS__ ")")
#define __global_assume(...) __wp_assume(__wp_truth(__VA_ARGS__), "__global_assume(" #__VA_ARGS__ ")")
#define __wp_axiom(number, text, ...) \
  __WP_AXIOM void __wp_axiom_##number(void) { __wp_assume(__wp_truth(__VA_ARGS__), text); } \
  _Static_assert(1, "")
#define __wp_numbered_axiom(number, text, ...) __wp_axiom(number, text, __VA_ARGS__)
#define __axiom(...) __wp_numbered_axiom(__COUNTER__, "__axiom(" #__VA_ARGS__ ")", __VA_ARGS__)
/* To be proved. */
#define __assert(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__assert(" #__VA_ARGS__ ")")
#define __global_assert(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__global_assert(" #__VA_ARGS__ ")")
#define __invariant(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__invariant(" #__VA_ARGS__ ")")
#define __global_invariant(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__global_invariant(" #__VA_ARGS__ ")")
#define __unsafe_assert(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__unsafe_assert(" #__VA_ARGS__ ")")
#define __unsafe_global_assert(...) __wp_annotation_assert(__wp_truth(__VA_ARGS__), "__unsafe_global_assert(" #__VA_ARGS__ ")")
#define __ensures(...) __wp_annotation_ensures(__wp_truth(__VA_ARGS__), "__ensures(" #__VA_ARGS__ ")")
#define __global_ensures(...) __wp_annotation_ensures(__wp_truth(__VA_ARGS__), "__global_ensures(" #__VA_ARGS__ ")")
/* Before the barrier that follows; the other arguments say of whom it may be used behind it, which it is not. */
#define __barrier_invariant(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant(" #e ")")
#define __barrier_invariant_0(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_0(" #e ")")
#define __barrier_invariant_1(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_1(" #e ")")
#define __barrier_invariant_2(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_2(" #e ")")
#define __barrier_invariant_3(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_3(" #e ")")
#define __barrier_invariant_4(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_4(" #e ")")
#define __barrier_invariant_5(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_5(" #e ")")
#define __barrier_invariant_6(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_6(" #e ")")
#define __barrier_invariant_7(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_7(" #e ")")
#define __barrier_invariant_8(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_8(" #e ")")
#define __barrier_invariant_9(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_9(" #e ")")
#define __barrier_invariant_10(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_10(" #e ")")
#define __barrier_invariant_11(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_11(" #e ")")
#define __barrier_invariant_12(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_12(" #e ")")
#define __barrier_invariant_13(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_13(" #e ")")
#define __barrier_invariant_14(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_14(" #e ")")
#define __barrier_invariant_15(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_15(" #e ")")
#define __barrier_invariant_16(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_16(" #e ")")
#define __barrier_invariant_17(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_17(" #e ")")
#define __barrier_invariant_18(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_18(" #e ")")
#define __barrier_invariant_19(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_19(" #e ")")
#define __barrier_invariant_20(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_20(" #e ")")
#define __barrier_invariant_21(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_21(" #e ")")
#define __barrier_invariant_22(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_22(" #e ")")
#define __barrier_invariant_23(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_23(" #e ")")
#define __barrier_invariant_24(e, ...) __wp_annotation_assert(__wp_truth(e), "__barrier_invariant_24(" #e ")")
#define __barrier_invariant_binary(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary(" #e ")")
#define __barrier_invariant_binary_0(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_0(" #e ")")
#define __barrier_invariant_binary_1(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_1(" #e ")")
#define __barrier_invariant_binary_2(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_2(" #e ")")
#define __barrier_invariant_binary_3(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_3(" #e ")")
#define __barrier_invariant_binary_4(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_4(" #e ")")
#define __barrier_invariant_binary_5(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_5(" #e ")")
#define __barrier_invariant_binary_6(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_6(" #e ")")
#define __barrier_invariant_binary_7(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_7(" #e ")")
#define __barrier_invariant_binary_8(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_8(" #e ")")
#define __barrier_invariant_binary_9(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_9(" #e ")")
#define __barrier_invariant_binary_10(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_10(" #e ")")
#define __barrier_invariant_binary_11(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_11(" #e ")")
#define __barrier_invariant_binary_12(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_12(" #e ")")
#define __barrier_invariant_binary_13(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_13(" #e ")")
#define __barrier_invariant_binary_14(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_14(" #e ")")
#define __barrier_invariant_binary_15(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_15(" #e ")")
#define __barrier_invariant_binary_16(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_16(" #e ")")
#define __barrier_invariant_binary_17(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_17(" #e ")")
#define __barrier_invariant_binary_18(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_18(" #e ")")
#define __barrier_invariant_binary_19(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_19(" #e ")")
#define __barrier_invariant_binary_20(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_20(" #e ")")
#define __barrier_invariant_binary_21(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_21(" #e ")")
#define __barrier_invariant_binary_22(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_22(" #e ")")
#define __barrier_invariant_binary_23(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_23(" #e ")")
#define __barrier_invariant_binary_24(e, ...) __wp_annotation_assert(!(__same_group) | __wp_truth(e), "__barrier_invariant_binary_24(" #e ")")
#define __read_permission(type, ...) __wp_permission(__wp_truth(__VA_ARGS__))
/* Asked, and not judged. */
#define __function_wide_invariant(...) __wp_annotation_asked("__function_wide_invariant(" #__VA_ARGS__ ")")
#define __at_most_one(...) \
    __wp_annotation_assert(!(__wp_truth(__VA_ARGS__) & __wp_other_truth((__VA_ARGS__), "__at_most_one(" #__VA_ARGS__ ")")), "__at_most_one(" #__VA_ARGS__ ")")
#define __write_permission(...) __wp_annotation_asked("__write_permission(" #__VA_ARGS__ ")")
/* What a function without a body does to memory. */
#define __reads_from(...) __wp_annotation_effect("__reads_from(" #__VA_ARGS__ ")")
#define __reads_from_local(...) __wp_annotation_effect("__reads_from_local(" #__VA_ARGS__ ")")
#define __reads_from_global(...) __wp_annotation_effect("__reads_from_global(" #__VA_ARGS__ ")")
#define __writes_to(...) __wp_annotation_effect("__writes_to(" #__VA_ARGS__ ")")
#define __writes_to_local(...) __wp_annotation_effect("__writes_to_local(" #__VA_ARGS__ ")")
#define __writes_to_global(...) __wp_annotation_effect("__writes_to_global(" #__VA_ARGS__ ")")
#define __array_snapshot(destination, source) __wp_annotation_snapshot(destination, source, "__array_snapshot(" #destination ", " #source ")")
/* Not used. */
#define __candidate_requires(...) __wp_annotation_ignored("__candidate_requires(" #__VA_ARGS__ ")")
#define __candidate_ensures(...) __wp_annotation_ignored("__candidate_ensures(" #__VA_ARGS__ ")")
#define __candidate_invariant(...) __wp_annotation_ignored("__candidate_invariant(" #__VA_ARGS__ ")")
#define __candidate_global_invariant(...) __wp_annotation_ignored("__candidate_global_invariant(" #__VA_ARGS__ ")")
#define __candidate_assert(...) __wp_annotation_ignored("__candidate_assert(" #__VA_ARGS__ ")")
#define __candidate_global_assert(...) __wp_annotation_ignored("__candidate_global_assert(" #__VA_ARGS__ ")")
#define __unsafe_candidate_assert(...) __wp_annotation_ignored("__unsafe_candidate_assert(" #__VA_ARGS__ ")")
#define __unsafe_candidate_global_assert(...) __wp_annotation_ignored("__unsafe_candidate_global_assert(" #__VA_ARGS__ ")")
#define __function_wide_candidate_invariant(...) __wp_annotation_ignored("__function_wide_candidate_invariant(" #__VA_ARGS__ ")")
#define __requires_fresh_array(...) __wp_annotation_ignored("__requires_fresh_array(" #__VA_ARGS__ ")")
#define __non_temporal_annotation(...) __wp_annotation_ignored("__non_temporal_annotation(" #__VA_ARGS__ ")")
#define __loop_bound(...) __wp_annotation_ignored("__loop_bound(" #__VA_ARGS__ ")")
#define __non_temporal(...) __VA_ARGS__
/* The sum; that it does not overflow is used, and listed. */
#define __WP_SUM(type, unsigned_type, fits, x, y, text) \
    ({ \
        type __wp_x = (x), __wp_y = (y), __wp_sum = (type)((unsigned_type)__wp_x + (unsigned_type)__wp_y); \
        __wp_assume(fits, text); \
        __wp_sum; \
    })
#define __WP_SUM_UNSIGNED(type, x, y, text) __WP_SUM(type, type, __wp_sum >= __wp_x, x, y, text)
#define __WP_SUM_SIGNED(type, x, y, text) __WP_SUM(type, unsigned type, ((__wp_sum ^ __wp_x) & (__wp_sum ^ __wp_y)) >= 0, x, y, text)
#define __add_noovfl_unsigned_int(x, y) __WP_SUM_UNSIGNED(unsigned, x, y, "__add_noovfl_unsigned_int(" #x ", " #y ")")
#define __add_noovfl_unsigned_char(x, y) __WP_SUM_UNSIGNED(unsigned char, x, y, "__add_noovfl_unsigned_char(" #x ", " #y ")")
#define __add_noovfl_unsigned_short(x, y) __WP_SUM_UNSIGNED(unsigned short, x, y, "__add_noovfl_unsigned_short(" #x ", " #y ")")
#define __add_noovfl_unsigned_long(x, y) __WP_SUM_UNSIGNED(unsigned long, x, y, "__add_noovfl_unsigned_long(" #x ", " #y ")")
#define __add_noovfl_int(x, y) __WP_SUM_SIGNED(int, x, y, "__add_noovfl_int(" #x ", " #y ")")
#define __add_noovfl_char(x, y) __WP_SUM_SIGNED(char, x, y, "__add_noovfl_char(" #x ", " #y ")")
#define __add_noovfl_short(x, y) __WP_SUM_SIGNED(short, x, y, "__add_noovfl_short(" #x ", " #y ")")
#define __add_noovfl_long(x, y) __WP_SUM_SIGNED(long, x, y, "__add_noovfl_long(" #x ", " #y ")")
#define __add_noovfl_uint(x, y) __WP_SUM_UNSIGNED(unsigned, x, y, "__add_noovfl_uint(" #x ", " #y ")")
#define __add_noovfl_uchar(x, y) __WP_SUM_UNSIGNED(unsigned char, x, y, "__add_noovfl_uchar(" #x ", " #y ")")
#define __add_noovfl_ushort(x, y) __WP_SUM_UNSIGNED(unsigned short, x, y, "__add_noovfl_ushort(" #x ", " #y ")")
#define __add_noovfl_ulong(x, y) __WP_SUM_UNSIGNED(unsigned long, x, y, "__add_noovfl_ulong(" #x ", " #y ")")
/* The value that any other thread has which gets there in the same iteration (decode_annotation.c, docs/opencl.md); that the thread gets there. */
__WP_FUNCTION bool __wp_annotation_enabled(void);
__WP_FUNCTION bool __wp_annotation_same_group(void);
__WP_FUNCTION bool __wp_annotation_other_bool(bool value, __WP_TEXT text);
#define __other_bool(...) __wp_annotation_other_bool((bool)(__VA_ARGS__), "__other_bool(" #__VA_ARGS__ ")")
__WP_FUNCTION char __wp_annotation_other_char(char value, __WP_TEXT text);
#define __other_char(...) __wp_annotation_other_char((char)(__VA_ARGS__), "__other_char(" #__VA_ARGS__ ")")
__WP_FUNCTION short __wp_annotation_other_short(short value, __WP_TEXT text);
#define __other_short(...) __wp_annotation_other_short((short)(__VA_ARGS__), "__other_short(" #__VA_ARGS__ ")")
__WP_FUNCTION int __wp_annotation_other_int(int value, __WP_TEXT text);
#define __other_int(...) __wp_annotation_other_int((int)(__VA_ARGS__), "__other_int(" #__VA_ARGS__ ")")
__WP_FUNCTION unsigned int __wp_annotation_other_unsigned_int(unsigned int value, __WP_TEXT text);
#define __other_unsigned_int(...) __wp_annotation_other_unsigned_int((unsigned int)(__VA_ARGS__), "__other_unsigned_int(" #__VA_ARGS__ ")")
__WP_FUNCTION unsigned int __wp_annotation_other_uint(unsigned int value, __WP_TEXT text);
#define __other_uint(...) __wp_annotation_other_uint((unsigned int)(__VA_ARGS__), "__other_uint(" #__VA_ARGS__ ")")
__WP_FUNCTION long __wp_annotation_other_long(long value, __WP_TEXT text);
#define __other_long(...) __wp_annotation_other_long((long)(__VA_ARGS__), "__other_long(" #__VA_ARGS__ ")")
__WP_FUNCTION size_t __wp_annotation_other_size_t(size_t value, __WP_TEXT text);
#define __other_size_t(...) __wp_annotation_other_size_t((size_t)(__VA_ARGS__), "__other_size_t(" #__VA_ARGS__ ")")
#ifdef __CUDACC__
__WP_FUNCTION long long __wp_annotation_other_longlong(long long value, __WP_TEXT text);
#define __other_longlong(...) __wp_annotation_other_longlong((long long)(__VA_ARGS__), "__other_longlong(" #__VA_ARGS__ ")")
#else
#define __other_longlong(...) __other_long(__VA_ARGS__)
#endif
#define __WP_OTHER(type, e, text) __wp_annotation_other_##type(e, text)
#define __wp_other_truth(e, text) __WP_OTHER(bool, __wp_truth(e), text)
#define __same_group __wp_annotation_same_group()
#define __all(...) (__wp_truth(__VA_ARGS__) & __wp_other_truth((__VA_ARGS__), "__all(" #__VA_ARGS__ ")"))
#define __exclusive(...) (!(__wp_truth(__VA_ARGS__) & __wp_other_truth((__VA_ARGS__), "__exclusive(" #__VA_ARGS__ ")")))
#define __uniform_bool(...) (__wp_truth(__VA_ARGS__) == __wp_other_truth((__VA_ARGS__), "__uniform_bool(" #__VA_ARGS__ ")"))
#define __uniform_int(...) ((int)(__VA_ARGS__) == __WP_OTHER(int, (int)(__VA_ARGS__), "__uniform_int(" #__VA_ARGS__ ")"))
#define __uniform_uint(...) ((unsigned)(__VA_ARGS__) == __WP_OTHER(uint, (unsigned)(__VA_ARGS__), "__uniform_uint(" #__VA_ARGS__ ")"))
#define __distinct_bool(...) (__wp_truth(__VA_ARGS__) != __wp_other_truth((__VA_ARGS__), "__distinct_bool(" #__VA_ARGS__ ")"))
#define __distinct_int(...) ((int)(__VA_ARGS__) != __WP_OTHER(int, (int)(__VA_ARGS__), "__distinct_int(" #__VA_ARGS__ ")"))
/* Values that are what they say. No operand decides whether another is evaluated. */
#define __implies(premise, conclusion) (!__wp_truth(premise) | __wp_truth(conclusion))
#define __enabled() __wp_annotation_enabled()
#define __dominator_enabled() __wp_annotation_enabled()
#define __ite(condition, yes, no) ((condition) ? (yes) : (no))
#define __is_pow2(x) ((((x) & ((x) - 1)) == 0))
#define __mod_pow2(x, y) (((y) - 1) & (x))
#define DECLARE_UF_UNARY(name, a, result) result name(a)
#define DECLARE_UF_BINARY(name, a, b, result) result name(a, b)
#define DECLARE_UF_TERNARY(name, a, b, c, result) result name(a, b, c)
/* The result of the function whose postcondition asks; an argument as the function got it. */
__WP_FUNCTION bool __wp_annotation_result_bool(void);
#define __return_val_bool() __wp_annotation_result_bool()
__WP_FUNCTION char __wp_annotation_result_char(void);
#define __return_val_char() __wp_annotation_result_char()
__WP_FUNCTION short __wp_annotation_result_short(void);
#define __return_val_short() __wp_annotation_result_short()
__WP_FUNCTION int __wp_annotation_result_int(void);
#define __return_val_int() __wp_annotation_result_int()
__WP_FUNCTION unsigned int __wp_annotation_result_unsigned_int(void);
#define __return_val_unsigned_int() __wp_annotation_result_unsigned_int()
__WP_FUNCTION unsigned int __wp_annotation_result_uint(void);
#define __return_val_uint() __wp_annotation_result_uint()
__WP_FUNCTION long __wp_annotation_result_long(void);
#define __return_val_long() __wp_annotation_result_long()
__WP_FUNCTION float __wp_annotation_result_float(void);
#define __return_val_float() __wp_annotation_result_float()
__WP_FUNCTION size_t __wp_annotation_result_size_t(void);
#define __return_val_size_t() __wp_annotation_result_size_t()
#ifdef __CUDACC__
__WP_FUNCTION long long __wp_annotation_result_longlong(void);
__WP_FUNCTION double __wp_annotation_result_double(void);
__WP_FUNCTION void *__wp_annotation_result_ptr(void);
#define __return_val_longlong() __wp_annotation_result_longlong()
#define __return_val_double() __wp_annotation_result_double()
#define __return_val_ptr() __wp_annotation_result_ptr()
#define __return_val_funptr(type) reinterpret_cast<type>(__wp_annotation_result_ptr())
#else
char2 __wp_annotation_result_char2(void);
#define __return_val_char2() __wp_annotation_result_char2()
char4 __wp_annotation_result_char4(void);
#define __return_val_char4() __wp_annotation_result_char4()
int2 __wp_annotation_result_int2(void);
#define __return_val_int2() __wp_annotation_result_int2()
int4 __wp_annotation_result_int4(void);
#define __return_val_int4() __wp_annotation_result_int4()
uint2 __wp_annotation_result_uint2(void);
#define __return_val_uint2() __wp_annotation_result_uint2()
uint4 __wp_annotation_result_uint4(void);
#define __return_val_uint4() __wp_annotation_result_uint4()
float2 __wp_annotation_result_float2(void);
#define __return_val_float2() __wp_annotation_result_float2()
float4 __wp_annotation_result_float4(void);
#define __return_val_float4() __wp_annotation_result_float4()
#define __return_val_ptr() __wp_annotation_value("__return_val_ptr()")
#endif
#define __old_bool(x) (x)
#define __old_char(x) (x)
#define __old_short(x) (x)
#define __old_int(x) (x)
#define __old_unsigned_int(x) (x)
#define __old_uint(x) (x)
#define __old_long(x) (x)
#define __old_longlong(x) (x)
#define __old_float(x) (x)
#define __old_double(x) (x)
#define __old_ptr(x) (x)
#define __old_funptr(x) (x)
#define __old_size_t(x) (x)
#define __old(x) (x)
/* Predicates about an access, whichever, that the work-item has made to p's array (llvm/access_log.c). */
#define __read(p) ((bool)__wp_annotation_log(p, 0, "__read(" #p ")"))
#define __write(p) ((bool)__wp_annotation_log(p, 1, "__write(" #p ")"))
#define __read_offset_bytes(p) __wp_annotation_log(p, 2, "__read_offset_bytes(" #p ")")
#define __write_offset_bytes(p) __wp_annotation_log(p, 3, "__write_offset_bytes(" #p ")")
#define __ptr_offset_bytes(p) __wp_annotation_log(p, 4, "__ptr_offset_bytes(" #p ")")
#define __no_read(p) (!__read(p))
#define __no_write(p) (!__write(p))
#define __read_implies(p, ...) __implies(__read(p), __VA_ARGS__)
#define __write_implies(p, ...) __implies(__write(p), __VA_ARGS__)
/* Predicates and values that are not known. */
#define __atomic_has_taken_value(...) __wp_annotation_value("__atomic_has_taken_value(" #__VA_ARGS__ ")")
#define __same_warp(...) __wp_annotation_value("__same_warp(" #__VA_ARGS__ ")")
#define __uniform_ptr_base(...) __wp_annotation_value("__uniform_ptr_base(" #__VA_ARGS__ ")")
#define __distinct_ptr_base(...) __wp_annotation_value("__distinct_ptr_base(" #__VA_ARGS__ ")")
#define __read_offset(...) __wp_annotation_value("__read_offset(" #__VA_ARGS__ ")")
#define __write_offset(...) __wp_annotation_value("__write_offset(" #__VA_ARGS__ ")")
#define __ptr_base(...) __wp_annotation_value("__ptr_base(" #__VA_ARGS__ ")")
#define __add_noovfl(...) __wp_annotation_value("__add_noovfl(" #__VA_ARGS__ ")")
#define __add_noovfl_unsigned(...) __wp_annotation_value("__add_noovfl_unsigned(" #__VA_ARGS__ ")")
#define __add_noovfl_signed(...) __wp_annotation_value("__add_noovfl_signed(" #__VA_ARGS__ ")")
#define __return_val(...) __wp_annotation_value("__return_val(" #__VA_ARGS__ ")")
#define __other_float(...) __wp_annotation_value("__other_float(" #__VA_ARGS__ ")")
#define __other_double(...) __wp_annotation_value("__other_double(" #__VA_ARGS__ ")")
#define __other_ptr(...) __wp_annotation_value("__other_ptr(" #__VA_ARGS__ ")")
#define __other_funptr(...) __wp_annotation_value("__other_funptr(" #__VA_ARGS__ ")")
#define __other_ptr_base(...) __wp_annotation_value("__other_ptr_base(" #__VA_ARGS__ ")")
#endif

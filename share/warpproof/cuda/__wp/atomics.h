/* Atomic functions. Device scope is an atomicrmw or cmpxchg; block and system scope are llvm.nvvm.atomic.* calls, whose names carry the
 * scope. A form that the hardware lacks (floats exchanged, narrow or vector values) is built from the access it is: one atomic access of
 * the value's size, and of each component's size for vectors, which CUDA makes atomic one by one. */
#ifndef __WP_ATOMICS_H
#define __WP_ATOMICS_H
#pragma clang system_header

#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__

#define __WP_ATOMIC(name, type, carrier, builtin)                                                                                \
  __WP_DEVICE type name(type *address, type value) { return (type)builtin((carrier *)address, (carrier)value); }
#define __WP_ATOMIC_SCOPES(name, type, carrier, operation, suffix)                                                               \
  __WP_ATOMIC(name, type, carrier, __nvvm_atom_##operation##_gen_##suffix)                                                       \
  __WP_ATOMIC(name##_block, type, carrier, __nvvm_atom_cta_##operation##_gen_##suffix)                                           \
  __WP_ATOMIC(name##_system, type, carrier, __nvvm_atom_sys_##operation##_gen_##suffix)
#define __WP_ATOMIC_ADD_BITS(name, operation)                                                                                    \
  __WP_ATOMIC_SCOPES(name, int, int, operation, i)                                                                               \
  __WP_ATOMIC_SCOPES(name, unsigned, int, operation, i)                                                                          \
  __WP_ATOMIC_SCOPES(name, unsigned long long, long long, operation, ll)                                                         \
  __WP_ATOMIC_SCOPES(name, long long, long long, operation, ll)                                                                  \
  __WP_ATOMIC_SCOPES(name, unsigned long, long, operation, l)                                                                    \
  __WP_ATOMIC_SCOPES(name, long, long, operation, l)
#define __WP_ATOMIC_ORDER(name, operation)                                                                                       \
  __WP_ATOMIC_SCOPES(name, int, int, operation, i)                                                                               \
  __WP_ATOMIC_SCOPES(name, unsigned, unsigned, operation, ui)                                                                    \
  __WP_ATOMIC_SCOPES(name, long long, long long, operation, ll)                                                                  \
  __WP_ATOMIC_SCOPES(name, unsigned long long, unsigned long long, operation, ull)                                               \
  __WP_ATOMIC_SCOPES(name, long, long, operation, l)                                                                             \
  __WP_ATOMIC_SCOPES(name, unsigned long, unsigned long, operation, ul)

__WP_ATOMIC_ADD_BITS(atomicAdd, add)
__WP_ATOMIC_SCOPES(atomicAdd, float, float, add, f)
__WP_ATOMIC_SCOPES(atomicAdd, double, double, add, d)
__WP_ATOMIC_ADD_BITS(atomicAnd, and)
__WP_ATOMIC_ADD_BITS(atomicOr, or)
__WP_ATOMIC_ADD_BITS(atomicXor, xor)
__WP_ATOMIC_ADD_BITS(atomicExch, xchg)
__WP_ATOMIC_ORDER(atomicMin, min)
__WP_ATOMIC_ORDER(atomicMax, max)
__WP_ATOMIC_SCOPES(atomicInc, unsigned, unsigned, inc, ui)
__WP_ATOMIC_SCOPES(atomicDec, unsigned, unsigned, dec, ui)

#define __WP_ATOMIC_SUB(type)                                                                                                    \
  __WP_DEVICE type atomicSub(type *address, type value) { return __scoped_atomic_fetch_sub(address, value, 0, 1); }              \
  __WP_DEVICE type atomicSub_block(type *address, type value) { return atomicAdd_block(address, (type)-value); }                 \
  __WP_DEVICE type atomicSub_system(type *address, type value) { return atomicAdd_system(address, (type)-value); }
__WP_ATOMIC_SUB(int)
__WP_ATOMIC_SUB(unsigned)
__WP_ATOMIC_SUB(long long)
__WP_ATOMIC_SUB(unsigned long long)

#define __WP_ATOMIC_CAS(type, carrier, scope, suffix)                                                                            \
  __WP_DEVICE type atomicCAS##scope(type *address, type compare, type value) {                                                   \
    return (type)__nvvm_atom_##suffix((carrier *)address, (carrier)compare, (carrier)value);                                     \
  }
#define __WP_ATOMIC_CAS_SCOPES(type, carrier, suffix)                                                                            \
  __WP_ATOMIC_CAS(type, carrier, , cas_gen_##suffix)                                                                             \
  __WP_ATOMIC_CAS(type, carrier, _block, cta_cas_gen_##suffix)                                                                   \
  __WP_ATOMIC_CAS(type, carrier, _system, sys_cas_gen_##suffix)
__WP_ATOMIC_CAS_SCOPES(int, int, i)
__WP_ATOMIC_CAS_SCOPES(unsigned, int, i)
__WP_ATOMIC_CAS_SCOPES(long, long, l)
__WP_ATOMIC_CAS_SCOPES(unsigned long, long, l)
__WP_ATOMIC_CAS_SCOPES(long long, long long, ll)
__WP_ATOMIC_CAS_SCOPES(unsigned long long, long long, ll)

__WP_DEVICE unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value) {
  return __sync_val_compare_and_swap(address, compare, value);
}

#define __WP_ATOMIC_EXCHANGE(type, carrier)                                                                                      \
  __WP_DEVICE type atomicExch(type *address, type value) {                                                                       \
    return __builtin_bit_cast(type, atomicExch((carrier *)address, __builtin_bit_cast(carrier, value)));                         \
  }                                                                                                                              \
  __WP_DEVICE type atomicExch_block(type *address, type value) {                                                                 \
    return __builtin_bit_cast(type, atomicExch_block((carrier *)address, __builtin_bit_cast(carrier, value)));                   \
  }                                                                                                                              \
  __WP_DEVICE type atomicExch_system(type *address, type value) {                                                                \
    return __builtin_bit_cast(type, atomicExch_system((carrier *)address, __builtin_bit_cast(carrier, value)));                  \
  }
__WP_ATOMIC_EXCHANGE(float, int)
__WP_ATOMIC_EXCHANGE(double, long long)

__WP_DEVICE float2 atomicAdd(float2 *address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
__WP_DEVICE float4 atomicAdd(float4 *address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
          atomicAdd(&address->w, value.w)};
}

#define __iAtomicAdd atomicAdd
#define __uAtomicAdd atomicAdd
#define __fAtomicAdd atomicAdd
#define __ullAtomicAdd atomicAdd
#define __iAtomicCAS atomicCAS
#define __uAtomicCAS atomicCAS
#define __ullAtomicCAS atomicCAS
#define __iAtomicExch atomicExch
#define __uAtomicExch atomicExch

/* The compiler's own functions (CUDA 12.8) and clang's builtins, whose order is any and whose scope is a constant. A scope that is left out
 * is the whole system. Clusters have no name here. */
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 3
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_DEVICE 1
#define __NV_THREAD_SCOPE_SYSTEM 0
#define __nv_atomic_load_n(...) __WP_NV_load_n(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_load(...) __WP_NV_load(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_store_n(...) __WP_NV_store_n(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_store(...) __WP_NV_store(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_exchange_n(...) __WP_NV_exchange_n(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_exchange(...) __WP_NV_exchange(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_compare_exchange_n(...) __WP_NV_compare_exchange_n(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_compare_exchange(...) __WP_NV_compare_exchange(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_fetch_add(...) __WP_NV_fetch(fetch_add, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_add(...) ((void)__WP_NV_fetch(fetch_add, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, ))
#define __nv_atomic_fetch_sub(...) __WP_NV_fetch(fetch_sub, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_sub(...) ((void)__WP_NV_fetch(fetch_sub, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, ))
#define __nv_atomic_fetch_and(...) __WP_NV_fetch(fetch_and, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_and(...) ((void)__WP_NV_fetch(fetch_and, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, ))
#define __nv_atomic_fetch_or(...) __WP_NV_fetch(fetch_or, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_or(...) ((void)__WP_NV_fetch(fetch_or, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, ))
#define __nv_atomic_fetch_xor(...) __WP_NV_fetch(fetch_xor, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_xor(...) ((void)__WP_NV_fetch(fetch_xor, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, ))
#define __nv_atomic_fetch_min(...) __WP_NV_fetch(fetch_min, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_min(...) ((void)__WP_NV_fetch(fetch_min, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, ))
#define __nv_atomic_fetch_max(...) __WP_NV_fetch(fetch_max, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define __nv_atomic_max(...) ((void)__WP_NV_fetch(fetch_max, __VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, ))
#define __WP_NV_load_n(p, order, scope, ...) __wp_scoped::load<scope>(p, order)
#define __WP_NV_load(p, result, order, scope, ...) ((void)(*(result) = __wp_scoped::load<scope>(p, order)))
#define __WP_NV_store_n(p, v, order, scope, ...) __wp_scoped::store<scope>(p, v, order)
#define __WP_NV_store(p, v, order, scope, ...) __wp_scoped::store<scope>(p, *(v), order)
#define __WP_NV_exchange_n(p, v, order, scope, ...) __wp_scoped::exchange<scope>(p, v, order)
#define __WP_NV_exchange(p, v, result, order, scope, ...) ((void)(*(result) = __wp_scoped::exchange<scope>(p, *(v), order)))
#define __WP_NV_compare_exchange_n(p, expected, v, weak, success, failure, scope, ...) \
  __wp_scoped::compare_exchange<scope>(p, expected, v, success, failure)
#define __WP_NV_compare_exchange(p, expected, v, weak, success, failure, scope, ...) \
  __wp_scoped::compare_exchange<scope>(p, expected, *(v), success, failure)
#define __WP_NV_fetch(name, p, v, order, scope, ...) __wp_scoped::name<scope>(p, v, order)
#define __nv_atomic_thread_fence(order, scope) __wp_order_fence(order, scope, 2)
#include "scoped_atomics.h"
/* Clang's builtins, whose scopes of a wavefront and of one thread (3, 4) count as one thread's. */
#define __WP_CLANG_SCOPE(scope) ((scope) < 3 ? (scope) : 3)
#define __scoped_atomic_load_n(p, order, scope) __wp_scoped::load<__WP_CLANG_SCOPE(scope)>(p, order)
#define __scoped_atomic_load(p, result, order, scope) ((void)(*(result) = __wp_scoped::load<__WP_CLANG_SCOPE(scope)>(p, order)))
#define __scoped_atomic_store_n(p, v, order, scope) __wp_scoped::store<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_store(p, v, order, scope) __wp_scoped::store<__WP_CLANG_SCOPE(scope)>(p, *(v), order)
#define __scoped_atomic_exchange_n(p, v, order, scope) __wp_scoped::exchange<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_exchange(p, v, result, order, scope) ((void)(*(result) = __wp_scoped::exchange<__WP_CLANG_SCOPE(scope)>(p, *(v), order)))
#define __scoped_atomic_compare_exchange_n(p, expected, v, weak, success, failure, scope) \
  __wp_scoped::compare_exchange<__WP_CLANG_SCOPE(scope)>(p, expected, v, success, failure)
#define __scoped_atomic_compare_exchange(p, expected, v, weak, success, failure, scope) \
  __wp_scoped::compare_exchange<__WP_CLANG_SCOPE(scope)>(p, expected, *(v), success, failure)
#define __scoped_atomic_fetch_add(p, v, order, scope) __wp_scoped::fetch_add<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_fetch_sub(p, v, order, scope) __wp_scoped::fetch_sub<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_fetch_and(p, v, order, scope) __wp_scoped::fetch_and<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_fetch_or(p, v, order, scope) __wp_scoped::fetch_or<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_fetch_xor(p, v, order, scope) __wp_scoped::fetch_xor<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_fetch_nand(p, v, order, scope) __wp_scoped::fetch_nand<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_fetch_min(p, v, order, scope) __wp_scoped::fetch_min<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_fetch_max(p, v, order, scope) __wp_scoped::fetch_max<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_add_fetch(p, v, order, scope) __wp_scoped::add_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_sub_fetch(p, v, order, scope) __wp_scoped::sub_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_and_fetch(p, v, order, scope) __wp_scoped::and_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_or_fetch(p, v, order, scope) __wp_scoped::or_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_xor_fetch(p, v, order, scope) __wp_scoped::xor_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_nand_fetch(p, v, order, scope) __wp_scoped::nand_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_min_fetch(p, v, order, scope) __wp_scoped::min_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#define __scoped_atomic_max_fetch(p, v, order, scope) __wp_scoped::max_fetch<__WP_CLANG_SCOPE(scope)>(p, v, order)
#endif

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

#include "scoped_builtins.h"
#endif

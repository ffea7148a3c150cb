/* The compiler's own functions (CUDA 12.8) and clang's builtins, whose order is any and whose scope is a constant. A scope that is left out
 * is the whole system. Clusters have no name here. Also forced in after a toolkit's headers (__warpproof_shim.h). */
#ifndef __WP_SCOPED_BUILTINS_H
#define __WP_SCOPED_BUILTINS_H
#pragma clang system_header

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

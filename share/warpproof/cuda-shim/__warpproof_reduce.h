/* Reductions of a warp. clang 19's own have mask and value the wrong way round, and none of signed sums. */
#ifndef __WARPPROOF_REDUCE_H
#define __WARPPROOF_REDUCE_H
#pragma clang system_header
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __WP_REDUCE(name, type, operation)                                                                                       \
  inline __attribute__((device, always_inline, nodebug)) type __wp_reduce_##name##_sync(unsigned mask, type value) {             \
    return (type)__nvvm_redux_sync_##operation(value, mask);                                                                     \
  }
__WP_REDUCE(add, unsigned, add)
__WP_REDUCE(add, int, add)
__WP_REDUCE(min, unsigned, umin)
__WP_REDUCE(min, int, min)
__WP_REDUCE(max, unsigned, umax)
__WP_REDUCE(max, int, max)
__WP_REDUCE(and, unsigned, and)
__WP_REDUCE(or, unsigned, or)
__WP_REDUCE(xor, unsigned, xor)
#undef __WP_REDUCE
#define __reduce_add_sync __wp_reduce_add_sync
#define __reduce_min_sync __wp_reduce_min_sync
#define __reduce_max_sync __wp_reduce_max_sync
#define __reduce_and_sync __wp_reduce_and_sync
#define __reduce_or_sync __wp_reduce_or_sync
#define __reduce_xor_sync __wp_reduce_xor_sync
#endif
#endif

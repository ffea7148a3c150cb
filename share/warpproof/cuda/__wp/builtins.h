/* Built-in variables, block barriers, fences, clocks and the few device functions of the C library. */
#ifndef __WP_BUILTINS_H
#define __WP_BUILTINS_H
#pragma clang system_header

#define __DEVICE_LAUNCH_PARAMETERS_H__

/* Reading a member calls a getter, the getter reads the special register: no variable, no load. It is `const`, or
 * clang would drop what __builtin_assume says of it for fear of side effects. */
#define __WP_REGISTER(member, register)                                                                                          \
  __declspec(property(get = __get_##member)) unsigned member;                                                                    \
  static __attribute__((const)) __WP_DEVICE unsigned __get_##member() { return __nvvm_read_ptx_sreg_##register##_##member(); }
#define __WP_VARIABLE(type, variable, register)                                                                                  \
  struct type {                                                                                                                  \
    __WP_REGISTER(x, register)                                                                                                   \
    __WP_REGISTER(y, register)                                                                                                   \
    __WP_REGISTER(z, register)                                                                                                   \
    __WP_DEVICE operator dim3() const { return dim3(x, y, z); }                                                                  \
    __WP_DEVICE operator uint3() const { return {x, y, z}; }                                                                     \
    __device__ type() = delete;                                                                                                  \
    __device__ type(const type &) = delete;                                                                                      \
    __device__ void operator=(const type &) const = delete;                                                                      \
  };                                                                                                                             \
  extern const __device__ __attribute__((weak)) type variable;
__WP_VARIABLE(__wp_thread_index, threadIdx, tid)
__WP_VARIABLE(__wp_block_index, blockIdx, ctaid)
__WP_VARIABLE(__wp_block_extent, blockDim, ntid)
__WP_VARIABLE(__wp_grid_extent, gridDim, nctaid)
#undef __WP_VARIABLE
#undef __WP_REGISTER
__device__ const int warpSize = 32;

__WP_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
__WP_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
__WP_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
__WP_DEVICE void __barrier_sync(unsigned barrier) { __nvvm_barrier_sync(barrier); }
__WP_DEVICE void __barrier_sync_count(unsigned barrier, unsigned threads) { __nvvm_barrier_sync_cnt(barrier, threads); }

__WP_DEVICE void __threadfence() { __nvvm_membar_gl(); }
__WP_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
__WP_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }

__WP_DEVICE long clock() { return __nvvm_read_ptx_sreg_clock(); }
__WP_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
__WP_DEVICE void __nanosleep(unsigned nanoseconds) { __nvvm_nanosleep(nanoseconds); }
__WP_DEVICE void __trap() { __builtin_trap(); }
__WP_DEVICE void __brkpt() {}
__WP_DEVICE void __prof_trigger(int) {}

__WP_DEVICE unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__WP_DEVICE unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__WP_DEVICE unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__WP_DEVICE unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
__WP_DEVICE unsigned __isGridConstant(const void *) { return 0; }
__WP_DEVICE size_t __cvta_generic_to_global(const void *p) { return (size_t)(void __attribute__((address_space(1))) *)p; }
__WP_DEVICE size_t __cvta_generic_to_shared(const void *p) { return (size_t)(void __attribute__((address_space(3))) *)p; }
__WP_DEVICE size_t __cvta_generic_to_constant(const void *p) { return (size_t)(void __attribute__((address_space(4))) *)p; }
__WP_DEVICE size_t __cvta_generic_to_local(const void *p) { return (size_t)(void __attribute__((address_space(5))) *)p; }
__WP_DEVICE void *__cvta_global_to_generic(size_t p) { return (void *)(void __attribute__((address_space(1))) *)p; }
__WP_DEVICE void *__cvta_shared_to_generic(size_t p) { return (void *)(void __attribute__((address_space(3))) *)p; }
__WP_DEVICE void *__cvta_constant_to_generic(size_t p) { return (void *)(void __attribute__((address_space(4))) *)p; }
__WP_DEVICE void *__cvta_local_to_generic(size_t p) { return (void *)(void __attribute__((address_space(5))) *)p; }

/* The value of printf's arguments is all that counts: called by this name, it stays one call without a buffer. */
__device__ int printf(const char *, ...) __asm__("__wp_printf");
extern "C" {
__device__ void *malloc(size_t);
__device__ void free(void *);
__device__ void *memcpy(void *, const void *, size_t);
__device__ void *memmove(void *, const void *, size_t);
__device__ void *memset(void *, int, size_t);
__device__ __attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned, const char *);
__device__ __attribute__((noreturn)) void __assertfail(const char *, const char *, unsigned, const char *, size_t);
__device__ __attribute__((noreturn)) void abort();
}
#endif

/* CUDA's keywords, as clang attributes, and the version macros that programs test. */
#ifndef __WP_QUALIFIERS_H
#define __WP_QUALIFIERS_H
#pragma clang system_header

#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDA_ARCH_LIST__ 800
#define CUDA_VERSION 13000
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION 13000
#define __WARPPROOF__ 1

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#ifndef __global__ /* a program whose host code calls kernels as functions may be given another one */
#define __global__ __attribute__((global))
#endif
#define __shared__ __attribute__((shared))
#ifdef __WARPPROOF_HOST__
#define __constant__ __attribute__((constant, annotate("__wp_constant")))
#define __managed__ __attribute__((device, annotate("__wp_managed")))
#else
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#endif
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __nv_pure__
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __specialization_static static
#define __nv_hdl_wrapper_t
#define __annotate__(x)
#define __location__(x) __attribute__((x))
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define __CUDA_HOSTDEVICE__ __host__ __device__

#define __WP_DEVICE inline __attribute__((device, always_inline, nodebug))
#define __WP_BOTH inline __attribute__((host, device, always_inline, nodebug))
/* A function of its arguments, whichever thread calls it. */
#define __WP_PURE [[omp::assume("wp_pure")]] __attribute__((device, const))
#define __WP_CALL __attribute__((device))

typedef __SIZE_TYPE__ size_t;
#endif

/* The host half of a CUDA file (__WARPPROOF_HOST__): the calls whose effects src/llvm/host_*.c follows, in terms of a few functions
 * without a body. What is not here keeps its declaration in runtime.h, takes any arguments, and may change whatever it can reach.
 */
#ifndef __WP_HOST_H
#define __WP_HOST_H
#pragma clang system_header

#include "host_calls.h"

template <class T> __WP_HOST cudaError_t cudaMalloc(T **p, size_t bytes) { return *p = (T *)__wp_host_allocate(bytes), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned = 1) { return *p = (T *)__wp_host_allocate(bytes), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) { return *p = (T *)__wp_host_allocate(bytes), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned) { return *p = (T *)__wp_host_allocate(bytes), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t) { return *p = (T *)__wp_host_allocate(bytes), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaMemPool_t, cudaStream_t) { return *p = (T *)__wp_host_allocate(bytes), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t, cudaStream_t) { return *p = (T *)__wp_host_allocate(bytes), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
  return __wp_host_allocate_rows((void **)p, pitch, width, height);
}
/* Memory of the host as devices see it: the same allocation. Where it is no longer registered, devices do not see it. */
template <class T> __WP_HOST cudaError_t cudaHostGetDevicePointer(T **p, void *host, unsigned) { return *p = (T *)host, __WP_STATUS; }
template <class T, class... X> __WP_HOST cudaError_t cudaHostRegister(T *, X...) { return __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaHostUnregister(T *p) { return __wp_host_free(p), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaFree(T *p) { return __wp_host_free(p), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaFreeHost(T *p) { return __wp_host_free(p), __WP_STATUS; }
template <class T> __WP_HOST cudaError_t cudaFreeAsync(T *p, cudaStream_t) { return __wp_host_free(p), __WP_STATUS; }

template <class F> __WP_HOST cudaError_t cudaLaunchKernel(F *f, const dim3 &g, const dim3 &b, void **arguments, size_t shared = 0, cudaStream_t = 0) {
  return __wp_host_launch((const void *)f, g.x, g.y, g.z, b.x, b.y, b.z, shared, arguments, 0), __WP_STATUS;
}
template <class F> __WP_HOST cudaError_t cudaLaunchCooperativeKernel(F *f, const dim3 &g, const dim3 &b, void **arguments, size_t shared = 0, cudaStream_t = 0) {
  return __wp_host_launch((const void *)f, g.x, g.y, g.z, b.x, b.y, b.z, shared, arguments, 2), __WP_STATUS;
}
/* 0: the launch is not cooperative; 1: not known; 2: it is. */
__WP_HOST int __wp_host_cooperation(const cudaLaunchAttribute *a) { return a->id != cudaLaunchAttributeCooperative ? 0 : a->val.cooperative ? 2 : 0; }
__WP_HOST int __wp_host_is_cooperative(const cudaLaunchConfig_t *c) {
  return c->numAttrs == 0 ? 0 : c->numAttrs == 1 ? __wp_host_cooperation(c->attrs)
       : c->numAttrs == 2 && c->attrs[0].id != c->attrs[1].id ? __wp_host_cooperation(c->attrs) | __wp_host_cooperation(c->attrs + 1) : 1;
}
template <class F> __WP_HOST cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, F *f, void **arguments) {
  return __wp_host_launch((const void *)f, c->gridDim.x, c->gridDim.y, c->gridDim.z, c->blockDim.x, c->blockDim.y, c->blockDim.z,
                          c->dynamicSmemBytes, arguments, __wp_host_is_cooperative(c)), __WP_STATUS;
}
template <class T> struct __wp_host_is { typedef T type; };
template <class... P> __WP_HOST cudaError_t __wp_host_extended(const cudaLaunchConfig_t *c, void (*f)(P...), typename __wp_host_is<P>::type... p) {
  void *list[] = {(void *)&p..., 0};
  return cudaLaunchKernelExC(c, f, list);
}
template <class... P, class... A> __WP_HOST cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*f)(P...), A &&...a) {
  return __wp_host_extended(c, f, (A &&)a...);
}

/* A texture, and the memory that it reads if that is linear. */
template <class... X> __WP_HOST cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *of, X...) {
  const void *memory = of->resType == cudaResourceTypeLinear ? of->res.linear.devPtr : of->resType == cudaResourceTypePitch2D ? of->res.pitch2D.devPtr : 0;
  return __wp_host_texture((int)of->resType, memory), __wp_host_fill(texture, sizeof *texture), __WP_STATUS;
}

/* Nodes of graphs: what they are given is copied, and launched later, each time that the graph is. */
template <class P> __WP_HOST cudaError_t __wp_host_node(const P *p) {
  __wp_host_disorder();
  return __wp_host_launch((const void *)p->func, p->gridDim.x, p->gridDim.y, p->gridDim.z, p->blockDim.x, p->blockDim.y, p->blockDim.z,
                          p->sharedMemBytes, p->extra ? 0 : p->kernelParams, 1), __WP_STATUS;
}
__WP_HOST cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaKernelNodeParams *p) {
  return __wp_host_fill(node, sizeof *node), __wp_host_node(p);
}
__WP_HOST cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t, const cudaKernelNodeParams *p) { return __wp_host_node(p); }
__WP_HOST cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaKernelNodeParams *p) { return __wp_host_node(p); }

/* Calls that say how a kernel is to be launched, or ask, and launch nothing: they do not get the kernel. */
template <class F, class... X> __WP_HOST cudaError_t cudaFuncSetAttribute(F *, X...) { return __WP_STATUS; }
template <class F, class... X> __WP_HOST cudaError_t cudaFuncSetCacheConfig(F *, X...) { return __WP_STATUS; }
template <class F, class... X> __WP_HOST cudaError_t cudaFuncSetSharedMemConfig(F *, X...) { return __WP_STATUS; }
template <class T, class F> __WP_HOST cudaError_t cudaFuncGetAttributes(T *a, F *) { return __wp_host_fill(a, sizeof *a), __WP_STATUS; }
template <class T, class F, class... X> __WP_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(T *n, F, X...) { return __wp_host_fill(n, sizeof *n), __WP_STATUS; }
template <class T, class F, class... X> __WP_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(T *n, F, X...) { return __wp_host_fill(n, sizeof *n), __WP_STATUS; }
template <class T, class F, class... X> __WP_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(T *g, T *b, F, X...) { return __wp_host_fill(g, sizeof *g), __wp_host_fill(b, sizeof *b), __WP_STATUS; }

/* Calls that write one object of the program's and keep no pointer to it. */
#define __WP_FILLS(name) template <class T, class... X> __WP_HOST cudaError_t name(T *p, X...) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_FILLS(cudaGetDevice) __WP_FILLS(cudaGetDeviceCount)
__WP_FILLS(cudaStreamCreate) __WP_FILLS(cudaEventCreate)
__WP_FILLS(cudaEventCreateWithFlags) __WP_FILLS(cudaEventElapsedTime) __WP_FILLS(cudaDriverGetVersion) __WP_FILLS(cudaRuntimeGetVersion)
#undef __WP_FILLS
/* Warps have 32 threads. */
template <class T, class... X> __WP_HOST cudaError_t cudaGetDeviceProperties(T *p, X...) { return __wp_host_fill(p, sizeof *p), p->warpSize = 32, __WP_STATUS; }
template <class T, class A, class... X> __WP_HOST cudaError_t cudaDeviceGetAttribute(T *p, A a, X...) {
  __wp_host_fill(p, sizeof *p);
  if ((int)a == 10) /* cudaDevAttrWarpSize */
    *p = 32;
  return __WP_STATUS;
}
template <class T, class... X> __WP_HOST cudaError_t cudaStreamCreateWithFlags(T *p, X...) { return __wp_host_disorder(), __wp_host_fill(p, sizeof *p), __WP_STATUS; }
template <class T, class... X> __WP_HOST cudaError_t cudaStreamCreateWithPriority(T *p, X...) { return __wp_host_disorder(), __wp_host_fill(p, sizeof *p), __WP_STATUS; }
/* Calls that write nothing of the program's. */
#define __WP_TOUCHES_NOTHING(name) template <class... X> __WP_HOST cudaError_t name(X...) { return __WP_STATUS; }
template <class... X> __WP_HOST cudaError_t cudaSetDevice(X...) { return __wp_host_device(), __WP_STATUS; }
__WP_TOUCHES_NOTHING(cudaEventRecord) __WP_TOUCHES_NOTHING(cudaEventDestroy)
__WP_TOUCHES_NOTHING(cudaStreamDestroy) __WP_TOUCHES_NOTHING(cudaStreamWaitEvent)
__WP_TOUCHES_NOTHING(cudaDeviceSetLimit) __WP_TOUCHES_NOTHING(cudaDeviceSetCacheConfig)

/* Fills: host code reads managed and pinned memory, which a fill changes as well. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define __WP_SET __wp_host_disorder(), __wp_host_set
#define __WP_COPY __wp_host_disorder(), __wp_host_copy
#define __WP_TO_VARIABLE __wp_host_disorder(), __wp_host_to_variable
#else
#define __WP_SET __wp_host_set
#define __WP_COPY __wp_host_copy
#define __WP_TO_VARIABLE __wp_host_to_variable
#endif
template <class T> __WP_HOST cudaError_t cudaMemset(T *p, int value, size_t bytes) { return __WP_SET((void *)p, value, bytes), __WP_STATUS; }
template <class T, class S> __WP_HOST cudaError_t cudaMemcpy(T *to, const S *from, size_t bytes, int) { return __WP_COPY((void *)to, (const void *)from, bytes), __WP_STATUS; }
template <class T, class S> __WP_HOST cudaError_t cudaMemcpyToSymbol(const T &symbol, const S *from, size_t bytes, size_t offset = 0, int = 1) {
  return __WP_TO_VARIABLE((char *)__builtin_addressof(symbol) + offset, (const void *)from, bytes), __WP_STATUS;
}
#undef __WP_SET
#undef __WP_COPY
#undef __WP_TO_VARIABLE
template <class T, class... X> __WP_HOST cudaError_t cudaMemsetAsync(T *p, X...) { return __wp_host_fill((void *)p, 1), __WP_STATUS; }
#undef __WP_STATUS
#endif

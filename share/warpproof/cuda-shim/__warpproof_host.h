/* The host half of a CUDA file with a real toolkit's headers (__WARPPROOF_HOST__): as cuda/__wp/host.h says for the bundled ones, bodies
 * for the runtime's functions whose effects src/llvm/host_*.c follows. The toolkit's templates end in these. What is not here may change
 * whatever it can reach. */
#ifndef __WARPPROOF_SHIM_HOST_H
#define __WARPPROOF_SHIM_HOST_H
#pragma clang system_header

extern "C" int cudaConfigureCall(const dim3 &, const dim3 &, size_t = 0, cudaStream_t = 0);
#include "../cuda/__wp/host_calls.h"

extern "C" {
__WP_HOST cudaError_t cudaMalloc(void **p, size_t bytes) { return *p = __wp_host_allocate(bytes), __WP_STATUS; }
__WP_HOST cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned) { return *p = __wp_host_allocate(bytes), __WP_STATUS; }
__WP_HOST cudaError_t cudaMallocHost(void **p, size_t bytes) { return *p = __wp_host_allocate(bytes), __WP_STATUS; }
__WP_HOST cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned) { return *p = __wp_host_allocate(bytes), __WP_STATUS; }
__WP_HOST cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t) { return *p = __wp_host_allocate(bytes), __WP_STATUS; }
__WP_HOST cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t, cudaStream_t) { return *p = __wp_host_allocate(bytes), __WP_STATUS; }
__WP_HOST cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
  return __wp_host_allocate_rows(p, pitch, width, height);
}
__WP_HOST cudaError_t cudaHostGetDevicePointer(void **p, void *host, unsigned) { return *p = host, __WP_STATUS; }
__WP_HOST cudaError_t cudaHostRegister(void *, size_t, unsigned) { return __WP_STATUS; }
__WP_HOST cudaError_t cudaHostUnregister(void *p) { return __wp_host_free(p), __WP_STATUS; }
__WP_HOST cudaError_t cudaFree(void *p) { return __wp_host_free(p), __WP_STATUS; }
__WP_HOST cudaError_t cudaFreeHost(void *p) { return __wp_host_free(p), __WP_STATUS; }
__WP_HOST cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return __wp_host_free(p), __WP_STATUS; }

__WP_HOST cudaError_t cudaLaunchKernel(const void *f, dim3 g, dim3 b, void **arguments, size_t shared, cudaStream_t) {
  return __wp_host_launch(f, g.x, g.y, g.z, b.x, b.y, b.z, shared, arguments, 0), __WP_STATUS;
}
__WP_HOST cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 g, dim3 b, void **arguments, size_t shared, cudaStream_t) {
  return __wp_host_launch(f, g.x, g.y, g.z, b.x, b.y, b.z, shared, arguments, 1), __WP_STATUS;
}
/* With debug information: the toolkit calls it in front of this, where clang gives it some. */
inline __attribute__((host, always_inline)) cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *f, void **arguments) {
  return __wp_host_launch(f, c->gridDim.x, c->gridDim.y, c->gridDim.z, c->blockDim.x, c->blockDim.y, c->blockDim.z, c->dynamicSmemBytes, arguments,
                          c->numAttrs > 0),
         __WP_STATUS;
}

/* Nodes of graphs: what they are given is copied, and launched later. */
__WP_HOST cudaError_t __wp_host_node(const struct cudaKernelNodeParams *p) {
  __wp_host_disorder();
  return __wp_host_launch(p->func, p->gridDim.x, p->gridDim.y, p->gridDim.z, p->blockDim.x, p->blockDim.y, p->blockDim.z, p->sharedMemBytes,
                          p->extra ? 0 : p->kernelParams, 1),
         __WP_STATUS;
}
__WP_HOST cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t, const cudaGraphNode_t *, size_t, const struct cudaKernelNodeParams *p) {
  return __wp_host_fill(node, sizeof *node), __wp_host_node(p);
}
__WP_HOST cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t, const struct cudaKernelNodeParams *p) { return __wp_host_node(p); }
__WP_HOST cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaKernelNodeParams *p) { return __wp_host_node(p); }

/* Calls that say how a kernel is to be launched, or ask, and launch nothing. */
__WP_HOST cudaError_t cudaFuncSetAttribute(const void *, enum cudaFuncAttribute, int) { return __WP_STATUS; }
__WP_HOST cudaError_t cudaFuncSetCacheConfig(const void *, enum cudaFuncCache) { return __WP_STATUS; }
__WP_HOST cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *) { return __wp_host_fill(a, sizeof *a), __WP_STATUS; }
__WP_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *, int, size_t) { return __wp_host_fill(n, sizeof *n), __WP_STATUS; }
__WP_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *, int, size_t, unsigned) {
  return __wp_host_fill(n, sizeof *n), __WP_STATUS;
}

/* Calls that write one object of the program's and keep no pointer to it, and calls that write nothing of the program's. */
__WP_HOST cudaError_t cudaGetDevice(int *p) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaGetDeviceCount(int *p) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaDeviceGetAttribute(int *p, enum cudaDeviceAttr, int) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaStreamCreate(cudaStream_t *p) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaStreamCreateWithFlags(cudaStream_t *p, unsigned) { return __wp_host_disorder(), __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaEventCreate(cudaEvent_t *p) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaEventCreateWithFlags(cudaEvent_t *p, unsigned) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaEventElapsedTime(float *p, cudaEvent_t, cudaEvent_t) { return __wp_host_fill(p, sizeof *p), __WP_STATUS; }
__WP_HOST cudaError_t cudaSetDevice(int) { return __wp_host_device(), __WP_STATUS; }
__WP_HOST cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return __WP_STATUS; }
__WP_HOST cudaError_t cudaEventDestroy(cudaEvent_t) { return __WP_STATUS; }
__WP_HOST cudaError_t cudaStreamDestroy(cudaStream_t) { return __WP_STATUS; }

/* Fills: host code reads managed and pinned memory, which a fill changes as well. */
__WP_HOST cudaError_t cudaMemset(void *p, int value, size_t bytes) { return __wp_host_set(p, value, bytes), __WP_STATUS; }
__WP_HOST cudaError_t cudaMemsetAsync(void *p, int, size_t, cudaStream_t) { return __wp_host_fill(p, 1), __WP_STATUS; }
}
#undef __WP_STATUS
#undef __WP_HOST
#endif

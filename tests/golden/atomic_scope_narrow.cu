// Scopes of bytes, of the compiler's loads and stores, and of one thread, whose atomics are plain accesses.
#include <cuda/atomic>

// expect: one_thread race=refuted
__global__ void one_thread(int *h) {
  cuda::atomic_ref<int, cuda::thread_scope_thread> r(h[blockIdx.x]);
  r.fetch_add(1, cuda::memory_order_relaxed); // race: * h
}

// expect: one_thread_own race=proved
__global__ void one_thread_own(int *h) {
  cuda::atomic_ref<int, cuda::thread_scope_thread> r(h[blockIdx.x * blockDim.x + threadIdx.x]);
  r.exchange(r.fetch_max(3) + 1);
}

// expect: bytes race=refuted
__global__ void bytes(unsigned char *h) {
  cuda::atomic_ref<unsigned char, cuda::thread_scope_block> r(h[blockIdx.x & 1]);
  r.store(blockIdx.x); // race: atomic-atomic h
}

// expect: bytes_own race=proved
__global__ void bytes_own(unsigned char *h) {
  cuda::atomic_ref<unsigned char, cuda::thread_scope_block> r(h[blockIdx.x]);
  r.store(r.load() + 1);
}

// expect: compiler_store race=refuted
__global__ void compiler_store(unsigned *h) {
  __nv_atomic_store_n(&h[blockIdx.x & 1], blockIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); // race: atomic-atomic h
}

// expect: builtin_add race=refuted
__global__ void builtin_add(unsigned *h) {
  __scoped_atomic_fetch_add(&h[blockIdx.x & 1], 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); // race: atomic-atomic h
}

// expect: builtin_max race=refuted
__global__ void builtin_max(unsigned *h) {
  __scoped_atomic_max_fetch(&h[blockIdx.x & 1], 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); // race: atomic-atomic h
}

// expect: builtin_nand race=unproved divergence=unproved
__global__ void builtin_nand(unsigned *h) {
  __scoped_atomic_nand_fetch(&h[blockIdx.x & 1], 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); // unproved: race unsupported; unproved: divergence unsupported
}

// expect: builtin_device race=proved
__global__ void builtin_device(unsigned *h) {
  __scoped_atomic_nand_fetch(&h[blockIdx.x & 1], 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_fetch_nand(&h[blockIdx.x & 1], 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  __scoped_atomic_min_fetch(&h[blockIdx.x & 1], 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// Objects of no word's size have no access of block scope.
struct Four {
  int a[4];
};
// expect: four race=unproved divergence=unproved
__global__ void four(cuda::atomic<Four, cuda::thread_scope_block> *p) {
  Four x = p[blockIdx.x].load(); // unproved: race unsupported; unproved: divergence unsupported
  p[blockIdx.x].store(x);        // unproved: race unsupported; unproved: divergence unsupported
}

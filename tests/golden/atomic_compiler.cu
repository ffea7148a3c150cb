// The compiler's atomic functions of CUDA 12.8: a scope of one block does not reach the other blocks.
// RUN: check --only=race

// expect: device race=proved
__global__ void device(int *p) {
    __nv_atomic_add(p + blockIdx.x / 2, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// expect: block race=refuted
__global__ void block(int *p) {
    __nv_atomic_add(p + blockIdx.x / 2, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); // race: atomic-atomic p
}

// expect: own race=proved
__global__ void own(unsigned *p) {
    __nv_atomic_fetch_max(p + blockIdx.x, threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}

// expect: plain race=refuted
__global__ void plain(unsigned *p) {
    __nv_atomic_store_n(p, threadIdx.x, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); // @store
    p[1 + threadIdx.x + blockIdx.x * blockDim.x] = *p; // race: atomic-plain p @store
}

// Memory orders of cuda::atomic: a release and an acquire make a flag as fences do; relaxed ones do not.
#include <cuda/atomic>

// expect: message race=unproved
__global__ void message(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 4; // unproved: race flag-synchronisation
    flag->store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (flag->load(cuda::memory_order_acquire) == 0)
      ;
    *out = *data;
  }
}

// The order that is not named is the strongest.
// expect: unnamed race=unproved
__global__ void unnamed(cuda::atomic<int> *flag, int *data, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 4; // unproved: race flag-synchronisation
    flag->store(1);
    flag->notify_all();
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    flag->wait(0);
    *out = *data;
  }
}

// expect: relaxed race=refuted
__global__ void relaxed(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 4; // @relaxed
    flag->store(1, cuda::memory_order_relaxed);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (flag->load(cuda::memory_order_acquire) == 0)
      ;
    *out = *data; // race: read-write data @relaxed
  }
}

// A release to the own block only.
// expect: narrow race=refuted
__global__ void narrow(int *flag, int *data, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> f(*flag);
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 4; // @narrow
    f.store(1, cuda::memory_order_release); // @flag
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (f.load(cuda::memory_order_acquire) == 0) // race: atomic-atomic flag @flag
      ;
    *out = *data; // race: read-write data @narrow
  }
}

// expect: last_block race=unproved
__global__ void last_block(cuda::atomic<unsigned, cuda::thread_scope_device> *count, float *p, float *o) {
  __shared__ bool last;
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1; // unproved: race flag-synchronisation
  __syncthreads();
  if (threadIdx.x == 0) last = count->fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    float s = 0;
    for (unsigned b = 0; b < gridDim.x; b++) s += p[b * blockDim.x + threadIdx.x];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
  }
}

// The compiler's functions.
// expect: compiler race=unproved
__global__ void compiler(int *flag, int *data, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 4; // unproved: race flag-synchronisation
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0)
      ;
    *out = *data;
  }
}

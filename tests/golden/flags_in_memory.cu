// What a thread found of a flag goes through memory before it decides who waits: one thread of a block polls for all, or keeps the value in
// its own cell. The tool does not prove such programs, and does not call them racy.
#define SET(d, f) (*d = 5, __threadfence(), atomicExch(f, 1))

// expect: polled_for_block race=unproved
__global__ void polled_for_block(int *d, int *f, int *out) {
  __shared__ int k;
  if (blockIdx.x == 0 && threadIdx.x == 0)
    SET(d, f); // unproved: race flag-synchronisation
  if (blockIdx.x > 0) {
    do {
      __syncthreads();
      if (threadIdx.x == 0)
        k = atomicAdd(f, 0);
      __syncthreads();
    } while (k == 0);
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = *d;
  }
}

// One thread, no barrier.
// expect: kept_in_shared race=unproved
__global__ void kept_in_shared(int *d, int *f, int *out) {
  __shared__ int k;
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    SET(d, f); // unproved: race flag-synchronisation
  } else {
    do
      k = atomicAdd(f, 0);
    while (k == 0);
    __threadfence();
    out[blockIdx.x] = *d;
  }
}

// expect: tested_once race=unproved
__global__ void tested_once(int *d, int *f, int *out) {
  __shared__ int k;
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    SET(d, f); // unproved: race flag-synchronisation
  } else {
    k = atomicAdd(f, 0);
    if (k) {
      __threadfence();
      out[blockIdx.x] = *d;
    }
  }
}

// What is kept decides nothing.
// expect: kept_unused_racy race=refuted
__global__ void kept_unused_racy(int *d, int *f, int *out) {
  __shared__ int k;
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    *d = 5; // @write
    __threadfence();
    atomicExch(f, 1);
  } else {
    k = atomicAdd(f, 0);
    __threadfence();
    out[blockIdx.x] = *d + k; // race: read-write d @write
  }
}

// What a proof takes not to wrap is listed as a condition on sizes, and is no reason not to look at a guard.
// expect: global_index race=proved
// assume: gridDim.x * blockDim.x < 2^32
__global__ void global_index(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// The guard holds only if the sum wraps.
// expect: barrier_wraps race=unproved divergence=refuted|unproved
__global__ void barrier_wraps(unsigned n, int *o) {
  if (threadIdx.x + n < n)
    __syncthreads(); // may-divergence: * [*]; may-unproved: divergence
  o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// The first store has used the claim already.
// expect: store_wraps race=unproved|refuted
__global__ void store_wraps(unsigned n, int *o, int *p) {
  o[blockIdx.x * blockDim.x + threadIdx.x + n] = 1;
  if (blockIdx.x * blockDim.x + threadIdx.x + n < n)
    p[0] = (int)threadIdx.x; // may-race: write-write p [*]; may-unproved: race
}

// expect: store_never race=proved
__global__ void store_never(unsigned short n, int *p) {
  if ((threadIdx.x & 1023u) + n < n)
    p[0] = (int)threadIdx.x;
}

// A sum that is used as a signed number is claimed to be one.
// expect: as_signed race=proved
// assume: gridDim.x * blockDim.x < 2^31
__global__ void as_signed(int *a, int n) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    a[i] = i;
}

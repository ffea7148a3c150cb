// What popc, clz and ffs give lies between 0 and the width, and popc gives no more than its operand can have ones.
// RUN: check --only=bounds
__device__ unsigned in[1024];

// expect: counted bounds=proved
__global__ void counted() {
  __shared__ int s[33];
  s[__popc(in[threadIdx.x])] = 1;
  __syncthreads();
  s[__clz(in[threadIdx.x])] = 2;
  __syncthreads();
  s[__ffs(in[threadIdx.x])] = 3;
}

// The rank of a lane among those that vote is at most its number.
// expect: rank bounds=proved
__global__ void rank() {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  unsigned m = __ballot_sync(~0u, in[threadIdx.x] > 0);
  atomicAdd(&s[__popc(m & ((1u << lane) - 1))], 1);
}

// Counted with itself it is one more.
// expect: rank_itself bounds=refuted
__global__ void rank_itself() {
  __shared__ int s[32];
  int lane = threadIdx.x & 31;
  unsigned m = __ballot_sync(~0u, in[threadIdx.x] > 0);
  atomicAdd(&s[__popc(m & ((2u << lane) - 1))], 1); // bounds: s
}

// expect: rank_masked bounds=proved
__global__ void rank_masked() {
  __shared__ int s[5];
  atomicAdd(&s[__popc(in[threadIdx.x] & 0x55)], 1);
}

// One cell too few.
// expect: short_row bounds=refuted
__global__ void short_row() {
  __shared__ int s[32];
  atomicAdd(&s[__popc(in[threadIdx.x])], 1); // bounds: s
}

// expect: short_mask bounds=refuted
__global__ void short_mask() {
  __shared__ int s[4];
  atomicAdd(&s[__popc(in[threadIdx.x] & 0x55)], 1); // bounds: s
}

// No bit is set: 32.
// expect: leading bounds=refuted
__global__ void leading() {
  __shared__ int s[32];
  atomicAdd(&s[__clz(in[threadIdx.x])], 1); // bounds: s
}

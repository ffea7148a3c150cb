// RUN: check --only=race
// Blocks that take work by a counter and read no index: there are several.

// expect: chunks_racy race=unproved|refuted
__global__ void chunks_racy(int *out, int *next, const int *length) {
  __shared__ int first;
  if (threadIdx.x == 0) first = atomicAdd(next, 64);
  __syncthreads();
  for (int i = threadIdx.x; i < length[0]; i += blockDim.x)
    out[first + i] = (int)clock(); // may-race: write-write out; may-unproved: race
}

// expect: each race=proved
__global__ void each(int *out, int *next) {
  int i = atomicAdd(next, 1);
  out[i] = threadIdx.x;
}

// Early returns inside an inlined function decide which cell is written.
__device__ unsigned slot_free(unsigned t, unsigned half) {
  if (t < half)
    return t * 2;
  return (t - half) * 2 + 1;
}

__device__ unsigned slot_racy(unsigned t, unsigned half) {
  if (t < half)
    return t * 2;
  return (t - half) * 2 + 0;
}

// expect: return_free race=proved
__global__ void return_free() {
  __shared__ unsigned s[2048];
  s[slot_free(threadIdx.x, blockDim.x / 2)] = threadIdx.x;
}

// expect: return_racy race=refuted
__global__ void return_racy() {
  __shared__ unsigned s[2048];
  s[slot_racy(threadIdx.x, blockDim.x / 2)] = threadIdx.x; // race: write-write s
}

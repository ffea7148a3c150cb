// A device function that returns before its store.
__device__ void put(unsigned *s, unsigned t, unsigned limit) {
  if (t >= limit)
    return;
  s[t & 15] = t; // race: write-write s
}

// expect: limit_free race=proved
__global__ void limit_free() {
  __shared__ unsigned s[16];
  put(s, threadIdx.x, 16);
}

// expect: limit_racy race=refuted
__global__ void limit_racy() {
  __shared__ unsigned s[16];
  put(s, threadIdx.x, 17);
}

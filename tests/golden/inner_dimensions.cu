// An index is taken to stay inside its own dimension of an array.
// expect: rows_free race=proved
// assume: inside
__global__ void rows_free(int n) {
  __shared__ int s[64][16];
  if (threadIdx.x < 64)
    for (int k = 0; k < n; k++)
      s[threadIdx.x][k] = k;
}

// The same cells by one index.
// expect: cells_racy race=refuted|unproved
__global__ void cells_racy(int n) {
  __shared__ int s[64 * 16];
  if (threadIdx.x < 64)
    for (int k = 0; k < n; k++)
      s[threadIdx.x * 16 + k] = k; // may-race: write-write s [*]; may-same-value: s; may-unproved: race
}

// Even threads read their odd neighbours; with the wrong bit, writers read writers.
// expect: bit_free race=proved
__global__ void bit_free() {
  __shared__ int s[1026];
  unsigned t = threadIdx.x;
  if ((t & 1) == 0)
    s[t] = s[t + 1];
}

// expect: bit_racy race=refuted
__global__ void bit_racy() {
  __shared__ int s[1026];
  unsigned t = threadIdx.x;
  if ((t & 2) == 0)
    s[t] = s[t + 1]; // race: read-write s
}

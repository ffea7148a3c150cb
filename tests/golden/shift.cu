// A left shift spreads the threads, a right shift joins two of them.
// expect: shift_free race=proved
__global__ void shift_free() {
  __shared__ unsigned s[2048];
  s[threadIdx.x << 1] = threadIdx.x;
}

// expect: shift_racy race=refuted
__global__ void shift_racy() {
  __shared__ unsigned s[2048];
  s[threadIdx.x >> 1] = threadIdx.x; // race: write-write s
}

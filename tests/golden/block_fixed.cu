// RUN: check --only=race,divergence --block 64
// A fixed launch decides.
// expect: fixed_free race=proved
__global__ void fixed_free() {
  __shared__ unsigned s[64];
  s[threadIdx.x % 64] = threadIdx.x;
}

// expect: fixed_racy race=refuted
__global__ void fixed_racy() {
  __shared__ unsigned s[64];
  s[threadIdx.x % 63] = threadIdx.x; // race: write-write s
}

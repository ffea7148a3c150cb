// Masks as indices.
// expect: mask_free race=proved
__global__ void mask_free() {
  __shared__ unsigned s[1024];
  s[threadIdx.x & 1023] = threadIdx.x;
}

// expect: mask_racy race=refuted
__global__ void mask_racy() {
  __shared__ unsigned s[1024];
  s[threadIdx.x & 511] = threadIdx.x; // race: write-write s
}

// expect: or_racy race=refuted
__global__ void or_racy() {
  __shared__ unsigned s[1024];
  s[threadIdx.x | 1] = threadIdx.x; // race: write-write s
}

// expect: or_free race=proved
__global__ void or_free() {
  __shared__ unsigned s[2048];
  s[threadIdx.x | 1024] = threadIdx.x;
}

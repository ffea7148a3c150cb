// Quotients collide unless the remainder is fixed or used as well.
// expect: div_free race=proved
__global__ void div_free() {
  __shared__ unsigned s[1024];
  if (threadIdx.x % 2 == 0)
    s[threadIdx.x / 2] = threadIdx.x;
}

// expect: div_racy race=refuted
__global__ void div_racy() {
  __shared__ unsigned s[1024];
  if (threadIdx.x % 3 == 0)
    s[threadIdx.x / 4] = threadIdx.x; // race: write-write s
}

// expect: split_free race=proved
__global__ void split_free() {
  __shared__ unsigned s[1024];
  s[threadIdx.x % 4 * 256 + threadIdx.x / 4] = threadIdx.x;
}

// Threads 1020 (0, 255) and 1 (1, 0) meet at 255.
// expect: split_racy race=refuted
__global__ void split_racy() {
  __shared__ unsigned s[1024];
  s[threadIdx.x % 4 * 255 + threadIdx.x / 4] = threadIdx.x; // race: write-write s
}

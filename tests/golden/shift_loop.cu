// Halving loops without a barrier: alone a thread may add up, together they race.
// expect: halve_free race=proved
__global__ void halve_free() {
  __shared__ int s[1024];
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1)
    if (threadIdx.x < 1)
      s[threadIdx.x] += s[threadIdx.x + d];
}

// expect: halve_racy race=refuted
__global__ void halve_racy() {
  __shared__ int s[1024];
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1)
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d]; // race: read-write s
}

// Each thread writes cells t + 1024 * 2^k.
// expect: double_free race=proved
__global__ void double_free(int *a) {
  for (unsigned d = 1024; d < 65536; d *= 2)
    a[d + threadIdx.x] = (int)threadIdx.x;
}

// expect: double_racy race=refuted
__global__ void double_racy(int *a) {
  for (unsigned d = 1; d < 65536; d *= 2)
    a[d + threadIdx.x] = (int)threadIdx.x; // race: write-write a
}

// A value that moves by one comes to any end; so does one in steps of a power of two that divide the way.
// expect: count_down_free race=proved
__global__ void count_down_free(int *a, int n) {
  int *p = a + (blockIdx.x * blockDim.x + threadIdx.x) * n;
  while (n--)
    *p++ = n;
}

// expect: count_down_racy race=refuted
__global__ void count_down_racy(int *a, int n) {
  int *p = a + (blockIdx.x * blockDim.x + threadIdx.x) * n;
  do
    *p++ = n; // race: write-write a [*]
  while (n--);
}

// The last round is the one before the value is there.
// expect: rounds_free race=proved
__global__ void rounds_free(unsigned n) {
  __shared__ int s[1024];
  for (unsigned i = n; i-- > 0;) {
    s[threadIdx.x] = (int)i;
    __syncthreads();
    if (i == 0)
      s[(threadIdx.x + 1) % blockDim.x] = 1;
  }
}

// expect: rounds_racy race=refuted
__global__ void rounds_racy(unsigned n) {
  __shared__ int s[1024];
  for (unsigned i = n; i-- > 0;) {
    s[threadIdx.x] = (int)i; // @rounds
    __syncthreads();
    if (i == 1)
      s[(threadIdx.x + 1) % blockDim.x] = 1; // race: write-write s @rounds ; may-race: write-write s
  }
}

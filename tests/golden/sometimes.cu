// A barrier in every iteration, or in every second one.
// expect: every_free race=proved
__global__ void every_free(int *a, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int k = 0; k < n; k++) {
    s[t] = v + k;
    if (k % 1 == 0)
      __syncthreads();
    v = s[t + 1];
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = v;
}

// expect: second_racy race=refuted
__global__ void second_racy(int *a, int n) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int k = 0; k < n; k++) {
    s[t] = v + k; // @write
    if (k % 2 == 0)
      __syncthreads();
    v = s[t + 1]; // race: read-write s @write
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = v;
}

// Whether the loop goes round at all is not seen of a counter of 8 bits; a false alarm says so.
// expect: narrow_counter race=proved|unproved
__global__ void narrow_counter(int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1; // @before
  for (unsigned char i = 0; i < 12; i += (n & 3) + 1)
    __syncthreads();
  s[threadIdx.x ^ 1] = 2; // may-race: write-write s @before [*]; may-unproved: race data-dependent
}

// Bitonic sort: the lower thread of each pair compares and exchanges, or both do.
__device__ void exchange(int *x, int *y) {
  int v = *x; // @x
  *x = *y; // @y; may-race: read-write s @y; may-race: write-write s @z
  *y = v; // @z; may-race: read-write s @x
}

// expect: sort_free race=proved
__global__ void sort_free(int *a) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t) {
        if ((t & k) == 0 ? s[t] > s[other] : s[t] < s[other])
          exchange(&s[t], &s[other]);
      }
      __syncthreads();
    }
  a[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: sort_racy race=refuted
__global__ void sort_racy(int *a) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other != t) {
        if ((t & k) == 0 ? s[t] > s[other] : s[t] < s[other]) // race: read-write s @y; race: read-write s @z
          exchange(&s[t], &s[other]);
      }
      __syncthreads();
    }
  a[blockIdx.x * blockDim.x + t] = s[t];
}

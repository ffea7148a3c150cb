// Inclusive scan in place: read, barrier, write, barrier.
// expect: place_free race=proved
__global__ void place_free(int *a) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d <<= 1) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  a[blockIdx.x * blockDim.x + t] = s[t];
}

// The end of one round meets the start of the next.
// expect: place_racy race=refuted
__global__ void place_racy(int *a) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d <<= 1) {
    int v = t >= d ? s[t - d] : 0; // @read
    __syncthreads();
    s[t] += v; // race: read-write s @read
  }
  a[blockIdx.x * blockDim.x + t] = s[t];
}

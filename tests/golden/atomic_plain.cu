// A plain initialisation against atomic additions.
// expect: count_free race=proved
__global__ void count_free(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

// expect: count_racy_start race=refuted
__global__ void count_racy_start(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0; // race: atomic-plain count @add1
  atomicAdd(&count, 1); // @add1
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

// expect: count_racy_end race=refuted
__global__ void count_racy_end(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicAdd(&count, 1); // @add2
  if (threadIdx.x == 0)
    out[blockIdx.x] = count; // race: atomic-plain count @add2
}

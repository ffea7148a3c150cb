/* Neighbours change places by way of shared memory; a barrier is missing. The tour in
 * ARCHITECTURE.md follows the read in `take`.
 * Answer: not race-free in any launch with more than one thread. */
__device__ int take(const int *s, unsigned i) { return s[i]; } // race: read-write s @put

// expect: shift race=refuted
__global__ void shift(int *a) {
  __shared__ int s[1024];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i]; // @put
  a[i] = take(s, threadIdx.x ^ 1);
}

// expect: shift_free race=proved
__global__ void shift_free(int *a) {
  __shared__ int s[1024];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  a[i] = take(s, threadIdx.x ^ 1);
}

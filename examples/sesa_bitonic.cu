/* SESA (SC 2014), Figure 1, kernel Bitonic: sorting in shared memory.
 *
 * Answer: race-free for every width of the block. tid ^ j pairs the threads, and only
 * the lower one of each pair touches the two cells. That the comparison reads
 * shared memory does not matter: it decides whether to swap, not where. */

__device__ void swap(unsigned &x, unsigned &y) {
  unsigned v = x;
  x = y;
  y = v;
}

// expect: bitonic race=proved
__global__ void bitonic(unsigned *values) {
  extern __shared__ unsigned shared[];
  unsigned tid = threadIdx.x;
  shared[tid] = values[tid];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = tid ^ j;
      if (other > tid) {
        if ((tid & k) == 0) {
          if (shared[tid] > shared[other])
            swap(shared[tid], shared[other]);
        } else {
          if (shared[tid] < shared[other])
            swap(shared[tid], shared[other]);
        }
      }
      __syncthreads();
    }
  }
  values[tid] = shared[tid];
}

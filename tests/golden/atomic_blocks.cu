// The same counter in global memory: the barrier does not cover the other blocks.
// expect: total_free race=proved
__global__ void total_free(int *total) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    atomicExch(total, 0);
  __syncthreads();
  atomicAdd(total, 1);
}

// expect: total_racy race=refuted
__global__ void total_racy(int *total) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    *total = 0; // race: atomic-plain total @add
  __syncthreads();
  atomicAdd(total, 1); // @add
}

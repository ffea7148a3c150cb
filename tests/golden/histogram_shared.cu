// A histogram of each block in shared memory, cleared and merged by the block.
// expect: local_bins_free race=proved
__global__ void local_bins_free(const unsigned char *data, int *bins) {
  __shared__ int local[256];
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x)
    local[k] = 0;
  __syncthreads();
  atomicAdd(&local[data[blockIdx.x * blockDim.x + threadIdx.x]], 1);
  __syncthreads();
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x)
    atomicAdd(&bins[k], local[k]);
}

// expect: local_bins_racy race=refuted
__global__ void local_bins_racy(const unsigned char *data, int *bins) {
  __shared__ int local[256];
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x)
    local[k] = 0;
  __syncthreads();
  atomicAdd(&local[data[blockIdx.x * blockDim.x + threadIdx.x]], 1); // @add
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x)
    atomicAdd(&bins[k], local[k]); // race: atomic-plain local @add [*]
}

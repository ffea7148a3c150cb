// A block barrier orders nothing between two blocks.
// expect: blocks_free race=proved
__global__ void blocks_free(int *g, int *out) {
  unsigned t = threadIdx.x;
  if (blockIdx.x == 0)
    g[t] = (int)t + 1;
  __syncthreads();
  if (blockIdx.x == 0)
    out[t] = g[blockDim.x - 1 - t];
}

// expect: blocks_racy race=refuted
__global__ void blocks_racy(int *g, int *out) {
  unsigned t = threadIdx.x;
  if (blockIdx.x == 0)
    g[t] = (int)t + 1; // @first
  __syncthreads();
  if (blockIdx.x == 1)
    out[t] = g[blockDim.x - 1 - t]; // race: read-write g @first
}

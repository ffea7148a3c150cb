// Histogram with atomic and with plain increments.
// expect: bins_free race=proved
__global__ void bins_free(const unsigned char *data, int *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[data[i]], 1);
}

// expect: bins_racy race=refuted|unproved
__global__ void bins_racy(const unsigned char *data, int *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    bins[data[i]] += 1; // race: read-write bins [*]; may-race: write-write bins [*]
}

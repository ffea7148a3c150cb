// Rounds of two loops around a barrier: a thread that leaves the outer one earlier has left the kernel, or goes on behind it.
// expect: leaves_nested divergence=proved
__global__ void leaves_nested(int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int j = 0; j < n; j++)
      __syncthreads(); // divergence: exited [warning]
}

// expect: goes_on_nested divergence=refuted race=unproved
__global__ void goes_on_nested(int *a, int n) { // unproved: race divergent-barriers
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int j = 0; j < n; j++)
      __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// Another number of inner rounds, then the next outer one.
// expect: inner_differs divergence=refuted race=unproved
__global__ void inner_differs(int n) { // unproved: race divergent-barriers
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (int)threadIdx.x % 2 + 1; j++)
      __syncthreads(); // divergence: *
}

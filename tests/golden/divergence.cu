// Barriers that not all threads of a block reach in the same round.
// expect: even_divergent divergence=refuted race=unproved
__global__ void even_divergent(int *a) {
  unsigned t = threadIdx.x;
  if (t % 2 == 0)
    __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}

// expect: even_uniform divergence=proved race=proved
__global__ void even_uniform(int *a) {
  unsigned t = threadIdx.x;
  if (blockIdx.x % 2 == 0)
    __syncthreads();
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads();
}

// expect: rounds_divergent divergence=refuted race=unproved
__global__ void rounds_divergent(int *a) {
  unsigned t = threadIdx.x;
  for (unsigned k = 0; k < t; k++)
    __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}

// expect: rounds_uniform divergence=proved race=proved
__global__ void rounds_uniform(int *a, unsigned n) {
  unsigned t = threadIdx.x;
  for (unsigned k = 0; k < n; k++)
    __syncthreads();
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads();
}

// Two barriers in the two arms are two barriers.
// expect: arms_divergent divergence=refuted race=unproved
__global__ void arms_divergent(int *a) {
  unsigned t = threadIdx.x;
  if (t < 16)
    __syncthreads(); // divergence: * @else
  else
    __syncthreads(); // @else
  a[blockIdx.x * blockDim.x + t] = 1;
}

// Whoever does not take the branch has left: legal in CUDA.
// expect: leaving divergence=proved race=proved
__global__ void leaving(int *a) {
  unsigned t = threadIdx.x;
  if (t < 16) {
    a[blockIdx.x * blockDim.x + t] = 1;
    __syncthreads(); // may-divergence: exited [warning]
  }
}

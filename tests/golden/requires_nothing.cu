// RUN: check --only=race,divergence,advice --requires=n>4 --requires=n<blockDim.x&&blockDim.x<5
// Nothing satisfies what is required: nothing is proved.
// expect: impossible race=unproved divergence=unproved
__global__ void impossible(int *a, int n) { // may-unproved: race contradictory-requirements; may-unproved: divergence contradictory-requirements
  a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// It speaks of a parameter that this kernel does not have.
// expect: possible race=proved
__global__ void possible(int *a, int m) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = m;
}

// Nor is a barrier called redundant, or needed.
// expect: with_barrier race=unproved divergence=unproved
__global__ void with_barrier(int *a, int n) { // may-unproved: race contradictory-requirements; may-unproved: divergence contradictory-requirements
  __shared__ int s[4];
  s[threadIdx.x % 4] = n;
  __syncthreads();
  a[threadIdx.x] = s[0];
}

// RUN: check --only=race,divergence --param=n=5000000000
// A value that the parameter's type does not hold is not cut to it: no launch has it.
// expect: narrow race=unproved divergence=unproved
__global__ void narrow(int *a, int n) { // may-unproved: race contradictory-requirements; may-unproved: divergence contradictory-requirements
  if (threadIdx.x < n)
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// This one's type does.
// expect: wide race=proved
__global__ void wide(int *a, long long n) {
  if (threadIdx.x < n)
    a[blockIdx.x * blockDim.x + threadIdx.x] = (int)n;
}

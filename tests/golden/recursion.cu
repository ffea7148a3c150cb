// Recursion is not followed; what is not followed may do anything.
__device__ void fill(int *a, int n) {
  if (n > 0) {
    a[n] = n;
    fill(a, n - 1);
  }
}

// expect: recursive race=unproved divergence=unproved
__global__ void recursive(int *a, int n) {
  fill(a + blockIdx.x * blockDim.x + threadIdx.x, n); // unproved: race unsupported; unproved: divergence unsupported
}

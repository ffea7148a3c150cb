// Recursion is not followed.
__device__ void fill(int *a, int n) {
  if (n > 0) {
    a[n] = n;
    fill(a, n - 1); // unproved: race unsupported
  }
}

// expect: recursive race=unproved
__global__ void recursive(int *a, int n) {
  fill(a + blockIdx.x * blockDim.x + threadIdx.x, n); // unproved: race unsupported
}

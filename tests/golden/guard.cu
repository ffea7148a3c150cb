// An off-by-one guard on a one-dimensional index leaves the array, but is no race.
// expect: guard_less race=proved
__global__ void guard_less(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = a[i] * 2.0f;
}

// expect: guard_less_equal race=proved
__global__ void guard_less_equal(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    a[i] = a[i] * 2.0f;
}

// A stride parameter: harmless when positive; zero folds every thread onto a[0].
// expect: spread_free race=proved
__global__ void spread_free(int *a, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (stride > 0)
    a[i * stride] = i;
}

// expect: spread_zero race=unproved
__global__ void spread_zero(int *a, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (stride >= 0)
    a[i * stride] = i; // race: write-write a [warning]
}

// Clamping an index: fine for reading, a collision when writing.
// expect: clamp_free race=proved
__global__ void clamp_free(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[min(i + 1, n - 1)];
}

// expect: clamp_racy race=refuted
__global__ void clamp_racy(int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[min(i, n - 1)] = i; // race: write-write b
}

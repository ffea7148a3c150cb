// A three-point stencil out of place and in place.
// expect: stencil_free race=proved
__global__ void stencil_free(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    b[i] = a[i - 1] + a[i] + a[i + 1];
}

// expect: stencil_racy race=refuted
__global__ void stencil_racy(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    b[i] = b[i - 1] + a[i] + a[i + 1]; // race: read-write b
}

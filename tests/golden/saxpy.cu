// saxpy, into its own element or into a neighbour's input.
// expect: saxpy_free race=proved
// assume: overlap
__global__ void saxpy_free(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// expect: saxpy_racy race=refuted
__global__ void saxpy_racy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i + 1]; // race: read-write y
}

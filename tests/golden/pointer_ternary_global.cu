// A uniform choice between two arguments.
// expect: either_free race=proved
__global__ void either_free(int *a, int *b, int which) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int *p = which ? a : b;
  p[i] = a[i] + b[i];
}

// expect: either_racy race=refuted
__global__ void either_racy(int *a, int *b, int which) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int *p = which ? a : b;
  p[i] = a[i] + b[i + 1]; // race: read-write b
}

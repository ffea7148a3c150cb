// Reading through an index array.
// expect: gather_free race=proved
__global__ void gather_free(int *b, const int *a, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[idx[i]];
}

// The same in place: contents decide.
// expect: gather_racy race=refuted|unproved
__global__ void gather_racy(int *b, const int *a, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = b[idx[i]]; // race: read-write b [*]
}

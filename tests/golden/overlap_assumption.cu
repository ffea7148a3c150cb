// Distinct pointer arguments are assumed not to overlap, and the report says so.
// expect: apart race=proved
// assume: overlap
__global__ void apart(int *b, const int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i + 1];
}

// expect: together race=refuted
__global__ void together(int *b, const int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a = b;
  b[i] = a[i + 1]; // race: read-write b
}

// A loop that ends at a pointer.
// expect: until_free race=proved
__global__ void until_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int *end = a + 4 * i + 4;
  for (int *p = a + 4 * i; p != end; ++p)
    *p = (int)threadIdx.x;
}

// expect: until_racy race=refuted
__global__ void until_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int *end = a + 4 * i + 5;
  for (int *p = a + 4 * i; p != end; ++p)
    *p = (int)threadIdx.x; // race: write-write a
}

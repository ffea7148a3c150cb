// A volatile access is a plain one that the compiler keeps.
// expect: volatile_racy race=refuted
__global__ void volatile_racy(volatile int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + 1]; // race: read-write a
}

// expect: volatile_free race=proved
__global__ void volatile_free(volatile int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + 0];
}

// Access through references, also as arguments of a device function.
__device__ void store(int &target, const int &source) {
  target = source + 1; // race: read-write a
}

// expect: reference_free race=proved
__global__ void reference_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  store(a[i], a[i]);
}

// expect: reference_racy race=refuted
__global__ void reference_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  store(a[i], a[i + 1]);
}

// Constant memory is only read, but its contents come from the host.
__constant__ int weight[16];
__constant__ int place[4];

// expect: constant_free race=proved
__global__ void constant_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = weight[i % 16];
}

// expect: constant_racy race=refuted|unproved
__global__ void constant_racy(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[place[i % 4]] = (int)i; // race: write-write a [*]
}

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

// Constants with initialisers that nobody can change have exactly these contents.
__constant__ const int order[4] = {2, 0, 3, 1};
__constant__ const int pairs[4] = {2, 0, 2, 1};

// expect: table_free race=proved
__global__ void table_free() {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t / 4 * 4 + order[t % 4]] = (int)t;
}

// expect: table_racy race=refuted
__global__ void table_racy() {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t / 4 * 4 + pairs[t % 4]] = (int)t; // race: write-write s
}

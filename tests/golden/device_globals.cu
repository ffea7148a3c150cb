// Variables and arrays of file scope.
__device__ int ticks;
__device__ int table[4096];

// expect: ticks_racy race=refuted
__global__ void ticks_racy() {
  ticks = (int)threadIdx.x; // race: write-write ticks
}

// expect: ticks_free race=proved
__global__ void ticks_free() {
  atomicAdd(&ticks, (int)threadIdx.x);
}

// expect: table_free race=proved
__global__ void table_free() {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4096)
    table[i] = (int)threadIdx.x;
}

// expect: table_racy race=refuted
__global__ void table_racy() {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4096)
    table[i] = table[4095 - i]; // race: read-write table
}

// Records of as many elements as a block has threads, at places that are read or counted.

// expect: columns race=unproved
__global__ void columns(int *p, const int *v, int n) {
  int m = 0;
  for (int k = 0; k < n; k++)
    if (v[k]) p[16 * m++ + threadIdx.x] = threadIdx.x; // race: write-write p [warning]; unproved: race needs-precondition blockDim.x <= 16
}

// expect: columns_16 race=proved
__global__ void __launch_bounds__(16) columns_16(int *p, const int *v, int n) {
  int m = 0;
  for (int k = 0; k < n; k++)
    if (v[k]) p[16 * m++ + threadIdx.x] = threadIdx.x;
}

// Too few to be a block.
// expect: pairs race=refuted
__global__ void pairs(int *p, const int *v, int n) {
  for (int k = 0; k < n; k++) p[2 * v[k] + threadIdx.x] = threadIdx.x; // race: write-write p
}

// Each thread reads its own place: no limit on the block keeps these apart.
// expect: scattered race=refuted|unproved
__global__ void scattered(int *p, const int *v) {
  p[32 * v[threadIdx.x] + threadIdx.x / 2] = threadIdx.x; // race: write-write p [*]; may-unproved: race needs-precondition
}

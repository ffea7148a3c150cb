// Two shared arrays side by side: that one does not reach the other is proved, or said to be assumed.
// RUN: check --only=race

// expect: apart race=proved
// assume: every access stays inside its array, which is not proved
__global__ void apart(int *out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
}

// expect: inside race=proved
__global__ void inside(int *out) {
  __shared__ int a[1024], b[1024];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
}

// A store that the same thread overwrites at once is a write all the same.
// expect: dead_racy race=refuted
__global__ void dead_racy() {
  __shared__ int s[2];
  if (threadIdx.x == 0) {
    s[0] = 1; // race: write-write s @other
    s[0] = 2; // same-value: s @other
  }
  if (threadIdx.x == 1)
    s[0] = 2; // @other
}

// expect: dead_free race=proved
__global__ void dead_free() {
  __shared__ int s[2];
  if (threadIdx.x == 0) {
    s[0] = 1;
    s[0] = 2;
  }
  if (threadIdx.x == 1)
    s[1] = 2;
}

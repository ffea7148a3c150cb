// Stores in the two arms of a branch are not one unconditional store.
// expect: arms_free race=proved
__global__ void arms_free() {
  __shared__ int s[1];
  if (threadIdx.x == 0)
    s[0] = 2;
}

// Threads 0 and 1 store 2 and 1.
// expect: arms_racy race=refuted
__global__ void arms_racy() {
  __shared__ int s[1];
  if (threadIdx.x == 0)
    s[0] = 2; // race: write-write s @one
  if (threadIdx.x == 1)
    s[0] = 1; // @one
}

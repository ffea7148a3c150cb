// Reading the second axis brings it into scope.
// expect: axis2_free race=proved
__global__ void axis2_free(int *a) {
  unsigned x = threadIdx.x;
  if (threadIdx.y == 0)
    a[x] = (int)blockDim.y;
}

// expect: axis2_racy race=refuted
__global__ void axis2_racy(int *a) {
  unsigned x = threadIdx.x;
  a[x] = (int)threadIdx.y; // race: write-write a
}

// A kernel that never asks for its block is taken to be launched with one.
// expect: axis_free race=proved
// assume: gridDim.x
__global__ void axis_free(unsigned *a) {
  a[threadIdx.x] += 1;
}

// Reading gridDim.x says that there may be several.
// expect: axis_racy race=refuted
__global__ void axis_racy(unsigned *a) {
  a[threadIdx.x] += gridDim.x; // race: read-write a; may-race: write-write a
}

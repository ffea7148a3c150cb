// One-dimensional global id; the twin adds where it should multiply.
// expect: id_free race=proved
__global__ void id_free(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = (int)threadIdx.x;
}

// Block 0 thread 1 and block 1 thread 0 meet and store 1 and 0.
// expect: id_racy race=refuted
__global__ void id_racy(int *a) {
  unsigned i = blockIdx.x + blockDim.x + threadIdx.x;
  a[i] = (int)threadIdx.x; // race: write-write a
}

// RUN: check --only=race,divergence --grid 2
// With two blocks, the index within the block meets itself across blocks.
// expect: same_cell_note race=proved
__global__ void same_cell_note(unsigned *a) {
  a[threadIdx.x] = threadIdx.x; // same-value: a
}

// expect: same_cell_racy race=refuted
__global__ void same_cell_racy(unsigned *a) {
  a[threadIdx.x] = blockIdx.x; // race: write-write a
}

// expect: two_rows_free race=proved
__global__ void two_rows_free(unsigned *a) {
  a[threadIdx.x * 2 + blockIdx.x] = blockIdx.x;
}

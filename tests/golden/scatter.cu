// Writing through an index array that is only read: its contents decide.
// expect: scatter_racy race=unproved
__global__ void scatter_racy(int *a, const int *idx) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[idx[i]] = (int)i; // race: write-write a [warning]; unproved: race needs-precondition distinct(idx)
}

// Every thread has its own 16 cells, whatever the index array holds.
// expect: scatter_free race=proved
__global__ void scatter_free(int *a, const int *idx) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * 16 + (idx[i] & 15)] = (int)i;
}

// What is assumed of every block holds in the last one, too: a grid that is too large for it shows nothing.

// expect: few_rows race=unproved
__global__ void few_rows(int *a) {
  __builtin_assume(blockIdx.y < 100);
  if (gridDim.y > 1000 && blockIdx.y == 0)
    a[0] = threadIdx.x; // race: write-write a [possible]
}

// expect: two_rows race=unproved
__global__ void two_rows(int *a) {
  __builtin_assume(blockIdx.y < 2);
  if (gridDim.y > 7 && blockIdx.y == 0)
    a[0] = threadIdx.x; // race: write-write a [possible]
}

// expect: rows_racy race=refuted
__global__ void rows_racy(int *a) {
  __builtin_assume(blockIdx.y < 9);
  if (gridDim.y > 7 && blockIdx.y == 0)
    a[0] = threadIdx.x; // race: write-write a
}

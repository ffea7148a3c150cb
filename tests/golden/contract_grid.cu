// Blocks are numbered along all axes of the grid, and write where they are along x.
// expect: lined race=unproved
__global__ void lined(int *a, const int *b, int n) {
  int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 && block < n)
    a[blockIdx.x] = block; // race: write-write a [warning]; unproved: race needs-precondition gridDim.y == 1
}

// Two blocks along x write one element.
// expect: lined_racy race=refuted
__global__ void lined_racy(int *a, const int *b, int n) {
  int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 && block < n)
    a[blockIdx.x / 2] = block; // race: write-write a
}

// Rows and columns of blocks: that the rows write to one place is no matter of counting.
// expect: columns race=refuted
__global__ void columns(int *a, int *b, int n) {
  if (threadIdx.x == 0 && threadIdx.y == 0 && blockIdx.y < n)
    a[blockIdx.x] = blockIdx.y; // race: write-write a
}

// The kernel reads how many blocks there are along y, and not which one this is: blocks along y write the same values.
// expect: stretched race=unproved
__global__ void stretched(int *a, const int *b) {
  if (threadIdx.x < 2)
    a[2 * (blockIdx.x * gridDim.y) + b[threadIdx.x]] = threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition distinct(b)
}

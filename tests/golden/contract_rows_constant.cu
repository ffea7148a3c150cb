// Rows of constant length: the grid counts no more than a row has.
#define WIDTH 512
#define AT(row, column) ((row) * (WIDTH + 2) + (column))

// expect: stencil_rows race=unproved
__global__ void stencil_rows(float *f, const float *u) {
  int column = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int row = blockIdx.y * blockDim.y + threadIdx.y + 1;
  f[AT(row, column)] = row + u[AT(row, column + 1)]; // race: write-write f [warning]; unproved: race needs-precondition gridDim.x * blockDim.x <= 514
}

// In the last column, too, a block writes what the next row's reads: with 512 threads, not more.
// expect: boundary_racy race=refuted
__global__ void boundary_racy(float *u) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  u[AT(WIDTH, i)] = 0; // @first
  u[AT(i, 0)] = -u[AT(i, 1)]; // race: read-write u @first; may-race: write-write u @first [warning]; may-unproved: race
}

// One block for each column, in rows of 224.
// expect: block_rows race=unproved
__global__ void block_rows(int *distance) {
  if (threadIdx.x == 0)
    distance[blockIdx.y * 224 + blockIdx.x] = blockIdx.x; // race: write-write distance [warning]; unproved: race needs-precondition gridDim.x <= 224
}

// expect: block_rows_racy race=refuted
__global__ void block_rows_racy(int *distance) {
  if (threadIdx.x < 2)
    distance[blockIdx.y * 224 + blockIdx.x] = threadIdx.x; // race: write-write distance
}

// Rows of 64 elements, of which each block has 32: two blocks.
// expect: half_rows race=unproved
__global__ void half_rows(int *a) {
  if (threadIdx.x < 32)
    a[blockIdx.y * 64 + blockIdx.x * 32 + threadIdx.x] = blockIdx.y; // race: write-write a [warning]; unproved: race needs-precondition gridDim.x <= 2
}

// Records of 4 elements.
// expect: records_racy race=refuted
__global__ void records_racy(int *a) {
  if (threadIdx.x < 2)
    a[blockIdx.y * 4 + blockIdx.x * 2 + threadIdx.x] = blockIdx.y; // race: write-write a
}

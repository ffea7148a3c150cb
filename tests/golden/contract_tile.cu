// Blocks of 16 x 16 are written for: other blocks overlap.
// expect: tile_fixed race=unproved
__global__ void tile_fixed(int *a, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  a[y * width + x] = x; // race: write-write a [warning]; unproved: race needs-precondition blockDim.x <= 16
}

// Two neighbours share an element in every block.
// expect: tile_racy race=refuted
__global__ void tile_racy(int *a, int width) {
  int x = blockIdx.x * 16 + threadIdx.x / 2, y = blockIdx.y * 16 + threadIdx.y;
  a[y * width + x] = threadIdx.x; // race: write-write a
}

// Each thread copies every 16th row of a tile of 32 rows.
// expect: tile_rows race=unproved
__global__ void tile_rows(int *a, int height) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 16)
    a[(y + i) * height + x] = x + i; // race: write-write a [warning]; unproved: race needs-precondition blockDim.y <= 16
}

// The step of an open-ended walk is no tile: it should have been blockDim.x.
// expect: walk_racy race=refuted
__global__ void walk_racy(int *a, int n) {
  for (int i = threadIdx.x; i < n; i += 64)
    a[i] = threadIdx.x; // race: write-write a
}

// The rows of a tile are as many as a block has: the loop goes round once.
// expect: tile_once race=unproved
__global__ void tile_once(int *a, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = 0; i < 16; i += 16)
    a[x * height + y + i] = x + i; // race: write-write a [warning]; unproved: race needs-precondition height >= 16 * gridDim.y
}

// It goes round twice, into the next block's rows.
// expect: tile_twice race=refuted
__global__ void tile_twice(int *a, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = 0; i < 32; i += 16)
    a[x * height + y + i] = x + i; // race: write-write a
}

// Warps are counted in rows of 4 threads.
// expect: warps_of_rows race=unproved
__global__ void warps_of_rows(int *sums) {
  __shared__ int s[32];
  unsigned number = threadIdx.y * 4 + threadIdx.x;
  if (number % 32 == 0)
    s[number / 32] = threadIdx.y; // race: write-write s [warning]; unproved: race needs-precondition blockDim.x <= 4
  __syncthreads();
  if (number == 0)
    sums[blockIdx.x] = s[0] + s[1]; // may-race: * sums [warning]
}

// expect: warps_of_rows_racy race=refuted
__global__ void warps_of_rows_racy(int *sums) {
  __shared__ int s[32];
  unsigned number = threadIdx.y * 4 + threadIdx.x;
  if (number % 16 == 0)
    s[number / 32] = threadIdx.y; // race: write-write s
}

// Blocks of an antidiagonal of tiles: each reads the row above its tile, which other blocks do not write.
// The equation of two offsets falls apart into rows and columns (src/prove/rows.c).
// RUN: check --only=race,divergence
// expect: wave race=unproved
__global__ void wave(int *m, int cols, int diagonal) {
  __shared__ int edge[16];
  int x = 16 * blockIdx.x + threadIdx.x, y = 16 * (diagonal - 1 - (int)blockIdx.x);
  edge[threadIdx.x] = m[cols * y + x + 1]; // @above; race: read-write m @inside [warning]; unproved: race needs-precondition cols >= 16 * gridDim.x
  __syncthreads();
  for (int i = 0; i < 16; i++)
    m[cols * (y + i + 1) + x + 1] = edge[15 - threadIdx.x]; // @inside; race: write-write m [warning]; unproved: race needs-precondition cols >= 16 * gridDim.x
}

// The row above the first one that is written may be the last one of the next tile.
// expect: wave_racy race=refuted
__global__ void wave_racy(int *m, int cols, int diagonal) {
  __shared__ int edge[16];
  int x = 16 * blockIdx.x + threadIdx.x, y = 16 * (diagonal - 1 - (int)blockIdx.x);
  edge[threadIdx.x] = m[cols * y + x + 2]; // race: read-write m @below
  __syncthreads();
  for (int i = 0; i <= 16; i++)
    m[cols * (y + i) + x + 1] = edge[15 - threadIdx.x]; // @below; may-race: write-write m; may-unproved: race
}


// Tiles counted from a parameter: that -shift does not overflow is assumed with the difference.
// expect: shifted race=unproved
__global__ void shifted(int *m, int cols, int width, int shift) {
  int x = 16 * ((int)blockIdx.x + width - shift) + threadIdx.x, y = 16 * (width - 1 - (int)blockIdx.x);
  __shared__ int edge[16];
  edge[threadIdx.x] = m[cols * y + x + 1]; // @over; race: read-write m @within [warning]; unproved: race needs-precondition cols >= 16 * gridDim.x
  __syncthreads();
  for (int i = 0; i < 16; i++)
    m[cols * (y + i + 1) + x + 1] = edge[15 - threadIdx.x]; // @within; race: write-write m [warning]; unproved: race needs-precondition cols >= 16 * gridDim.x
}

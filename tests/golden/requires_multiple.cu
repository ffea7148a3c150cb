// RUN: check --only=race --requires n%16==0 --requires blockDim.x%32==0
// A tile of 16 x 16 for each warp.
// expect: tiles race=proved
// assume: n
__global__ void tiles(int *a, int m, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16, column = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
  if (row < m && column < n && threadIdx.x % 32 == 0)
    a[row * n + column + 15] = threadIdx.x;
}

// Seventeen columns.
// expect: tiles_racy race=refuted
__global__ void tiles_racy(int *a, int m, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16, column = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
  if (row < m && column < n && threadIdx.x % 32 == 0)
    for (int i = 0; i < 17; i++)
      a[row * n + column + i] = column; // race: write-write a
}

// Warps of half the size share a tile.
// expect: tiles_half race=refuted
__global__ void tiles_half(int *a, int m, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16, column = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
  if (row < m && column < n && threadIdx.x % 16 == 0)
    a[row * n + column] = threadIdx.x; // race: write-write a
}

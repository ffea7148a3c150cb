// RUN: check --only=race,divergence --block 16,16
// Tiled matrix product; the twin overwrites the tile while others still read it.
// expect: product_free race=proved
__global__ void product_free(float *c, const float *a, const float *b, int tiles) {
  __shared__ float x[16][16], y[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  int width = gridDim.x * 16;
  float sum = 0;
  for (int m = 0; m < tiles; m++) {
    x[threadIdx.y][threadIdx.x] = a[row * tiles * 16 + m * 16 + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(m * 16 + threadIdx.y) * width + col];
    __syncthreads();
    for (int k = 0; k < 16; k++)
      sum += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  c[row * width + col] = sum;
}

// expect: product_racy race=refuted
__global__ void product_racy(float *c, const float *a, const float *b, int tiles) {
  __shared__ float x[16][16], y[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  int width = gridDim.x * 16;
  float sum = 0;
  for (int m = 0; m < tiles; m++) {
    x[threadIdx.y][threadIdx.x] = a[row * tiles * 16 + m * 16 + threadIdx.x]; // @x
    y[threadIdx.y][threadIdx.x] = b[(m * 16 + threadIdx.y) * width + col]; // @y
    __syncthreads();
    for (int k = 0; k < 16; k++)
      sum += x[threadIdx.y][k] * y[k][threadIdx.x]; // race: read-write x @x; race: read-write y @y
  }
  c[row * width + col] = sum;
}

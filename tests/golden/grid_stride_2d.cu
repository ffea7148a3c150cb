// Grid-stride loops in two dimensions over a guarded row-major array.
// expect: stride2_free race=proved
__global__ void stride2_free(int *a, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
      a[y * width + x] = (int)blockIdx.y;
}

// expect: stride2_racy race=refuted
__global__ void stride2_racy(int *a, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += 1 * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
      a[y * width + x] = (int)blockIdx.y; // race: write-write a
}

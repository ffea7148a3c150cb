// Three-dimensional index with symbolic extents; the twin admits one row too many.
// expect: volume_free race=proved
__global__ void volume_free(int *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h)
    a[(z * h + y) * w + x] = z;
}

// expect: volume_racy race=refuted|unproved
__global__ void volume_racy(int *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y <= h)
    a[(z * h + y) * w + x] = z; // race: write-write a [*]
}

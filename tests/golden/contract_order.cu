// Rows below a pivot: the guard wraps where the pivot is outside the matrix.
// expect: pivot race=unproved
__global__ void pivot(float *a, int size, int t) {
  if (blockIdx.x * blockDim.x + threadIdx.x >= size - 1 - t)
    return;
  if (blockIdx.y * blockDim.y + threadIdx.y >= size - t)
    return;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[size * (x + 1 + t) + (y + t)] = y; // race: write-write a [warning]; unproved: race needs-precondition size >= t
}

// expect: pivot_racy race=refuted
__global__ void pivot_racy(float *a, int size, int t) {
  if (blockIdx.x * blockDim.x + threadIdx.x >= size - 1 - t)
    return;
  if (blockIdx.y * blockDim.y + threadIdx.y > size - t)
    return;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[size * (x + 1 + t) + (y + t)] = y; // race: write-write a
}

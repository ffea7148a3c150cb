// RUN: check --only=race,divergence --requires=width>=16*gridDim.x&&blockDim.x<=16 --requires=blockDim.y<=16 --requires=size==3
// What the user requires of launches is a fact; a condition on a parameter that a kernel does not have is not about it.
// expect: tile_required race=proved
// assume: required: blockDim.y<=16
__global__ void tile_required(int *a, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  a[y * width + x] = x;
}

// expect: tile_required_racy race=refuted
__global__ void tile_required_racy(int *a, int width) {
  int x = blockIdx.x * 16 + threadIdx.x / 2, y = blockIdx.y * 16 + threadIdx.y;
  a[y * width + x] = threadIdx.x; // race: write-write a
}

// expect: folded race=proved
__global__ void folded(int *a, int size) {
  if (threadIdx.x < 3)
    a[threadIdx.x % size] = threadIdx.x; // same-value: a
}

// expect: folded_racy race=refuted
__global__ void folded_racy(int *a, int size) {
  if (threadIdx.x <= 3)
    a[threadIdx.x % size] = threadIdx.x; // race: write-write a
}

// Two-dimensional global id with the pitch of the whole grid, or only of a block.
// expect: pitch_free race=proved
__global__ void pitch_free(int *a) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned pitch = gridDim.x * blockDim.x;
  a[y * pitch + x] = (int)blockIdx.x;
}

// expect: pitch_racy race=refuted
__global__ void pitch_racy(int *a) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned pitch = 1u * blockDim.x;
  a[y * pitch + x] = (int)blockIdx.x; // race: write-write a
}

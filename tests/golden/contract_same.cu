// Two parameters that name one thing.
// expect: copy_rows race=unproved
__global__ void copy_rows(float *out, int width, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = 0; i < 16; i += 8)
    out[x + y * width + i * height] = x; // race: write-write out [warning]; unproved: race needs-precondition width == height
}

// expect: copy_racy race=refuted
__global__ void copy_racy(float *out, int width, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = 0; i < 16; i += 8)
    out[x + y * width + i * height + (x & 1)] = x; // race: write-write out
}

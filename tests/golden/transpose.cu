// Out-of-place transpose with guards, and with one that is off by one.
// expect: transpose_free race=proved
__global__ void transpose_free(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

// expect: transpose_racy race=refuted|unproved
__global__ void transpose_racy(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y <= height)
    out[x * height + y] = in[y * width + x]; // race: write-write out [*]
}

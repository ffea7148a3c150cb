// Two buffers swap their roles in a loop without a barrier.
// expect: swap_free race=proved
__global__ void swap_free(float *a, float *b, int rounds) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float *from = a, *to = b;
  for (int k = 0; k < rounds; k++) {
    to[i] = from[i + 0] * 0.5f;
    float *last = from;
    from = to;
    to = last;
  }
}

// expect: swap_racy race=refuted
__global__ void swap_racy(float *a, float *b, int rounds) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float *from = a, *to = b;
  for (int k = 0; k < rounds; k++) {
    to[i] = from[i + 1] * 0.5f; // race: read-write a; race: read-write b
    float *last = from;
    from = to;
    to = last;
  }
}

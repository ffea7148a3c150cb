// Interleaved components: three per thread; the twin advances by two.
// expect: rgb_free race=proved
__global__ void rgb_free(unsigned char *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[3 * i] = 1;
  a[3 * i + 1] = 2;
  a[3 * i + 2] = 3;
}

// Channel 2 of one pixel is channel 0 of the next.
// expect: rgb_racy race=refuted
__global__ void rgb_racy(unsigned char *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[2 * i] = 1; // race: write-write a @two
  a[2 * i + 1] = 2;
  a[2 * i + 2] = 3; // @two
}

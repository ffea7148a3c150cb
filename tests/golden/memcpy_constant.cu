// memcpy of a constant size: four words of four, or five of four.
// expect: memcpy_free race=proved
__global__ void memcpy_free(const int *b) {
  __shared__ int s[4100];
  memcpy(s + 4 * threadIdx.x, b, 16);
}

// expect: memcpy_racy race=refuted
__global__ void memcpy_racy(const int *b) {
  __shared__ int s[4100];
  memcpy(s + 4 * threadIdx.x, b, 20); // race: write-write s
}

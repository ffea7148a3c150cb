// memset of each thread's own bytes, and of one byte more.
// expect: memset_free race=proved
__global__ void memset_free() {
  __shared__ unsigned char s[8200];
  memset(s + 8 * threadIdx.x, (int)threadIdx.x, 8);
}

// expect: memset_racy race=refuted
__global__ void memset_racy() {
  __shared__ unsigned char s[8200];
  memset(s + 8 * threadIdx.x, (int)threadIdx.x, 9); // race: write-write s
}

// expect: memset_variable_free race=proved
__global__ void memset_variable_free(unsigned char *a, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  memset(a + i * n, (int)threadIdx.x, n);
}

// Everybody clears the same cells: a note.
// expect: memset_note race=proved
__global__ void memset_note(unsigned char *a, size_t n) {
  memset(a, 0, n); // same-value: a
}

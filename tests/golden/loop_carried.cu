// An index without a closed form that stays inside the thread's own window.
// expect: window_free race=proved
__global__ void window_free(int *a) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = t;
  for (int k = 0; k < 10; k++) {
    x = x * 5 + 3;
    a[t * 16 + (x & 15)] = (int)threadIdx.x;
  }
}

// Whether two sequences meet depends on more than a range.
// expect: sequence_racy race=refuted|unproved
__global__ void sequence_racy(int *a) {
  unsigned x = threadIdx.x;
  for (int k = 0; k < 64; k++) {
    x = (x * 5 + 3) & 63;
    a[x] = (int)threadIdx.x; // race: write-write a [*]
  }
}

// Bits shifted out and back are lost, whatever wraps: a byte with its sign.
// expect: byte_free race=proved
__global__ void __launch_bounds__(256) byte_free(int *a) {
  int i = (int)(threadIdx.x << 24) >> 24;
  a[i + 128] = threadIdx.x;
}

// expect: byte_racy race=refuted
__global__ void byte_racy(int *a) {
  int i = (int)(threadIdx.x << 24) >> 24;
  a[i + 128] = threadIdx.x; // race: write-write a
}

// Of an argument.
// expect: argument_free race=proved
__global__ void argument_free(int *a, unsigned n) {
  a[threadIdx.x] = 1;
  a[1024 + (n << 24 >> 24)] = 2; // same-value: a
}

// expect: argument_racy race=refuted
__global__ void argument_racy(int *a, unsigned n) {
  a[threadIdx.x] = 1;            // @first
  a[768 + (n << 24 >> 24)] = 2; // race: write-write a @first; same-value: a
}

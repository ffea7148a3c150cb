// Pointers into one array are compared as their offsets.
// expect: to_end_free race=proved
__global__ void to_end_free(int *a, const int *b, int n) {
  for (int *p = a + (blockIdx.x * blockDim.x + threadIdx.x) * n, *end = p + n; p < end; p++)
    *p = *b++;
}

// expect: to_end_racy race=refuted
__global__ void to_end_racy(int *a, const int *b, int n) {
  for (int *p = a + (blockIdx.x * blockDim.x + threadIdx.x) * n, *end = p + n; p <= end; p++)
    *p = *b++; // race: write-write a [*]
}

// expect: strided_free race=proved
__global__ void strided_free(int *a, int n) {
  for (int *p = a + blockIdx.x * n + threadIdx.x, *end = a + (blockIdx.x + 1) * n; p < end; p += blockDim.x)
    *p = blockIdx.x;
}

// expect: strided_racy race=refuted
__global__ void strided_racy(int *a, int n) {
  for (int *p = a + blockIdx.x * n + threadIdx.x, *end = a + (blockIdx.x + 1) * n; p <= end; p += blockDim.x)
    *p = blockIdx.x; // race: write-write a [*]
}

// From both ends.
// expect: reverse_free race=proved
__global__ void reverse_free(int *a) {
  int *low = a + (blockIdx.x * blockDim.x + threadIdx.x) * 8, *high = low + 7;
  while (low < high) {
    int t = *low;
    *low++ = *high;
    *high-- = t;
  }
}

// expect: reverse_racy race=refuted
__global__ void reverse_racy(int *a) {
  int *low = a + (blockIdx.x * blockDim.x + threadIdx.x) * 8, *high = low + 8;
  while (low < high) {
    int t = *low; // @low ; may-race: read-write a
    *low++ = *high; // race: read-write a ; may-race: read-write a @low; may-race: write-write a ; @second
    *high-- = t; // race: read-write a @low ; may-race: write-write a @second; may-race: write-write a; may-race: read-write a
  }
}

// Words seen four at a time.
// expect: int4_free race=proved
__global__ void int4_free(int *a, int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  ((int4 *)a)[i] = make_int4(1, 2, 3, 4);
  out[i] = a[4 * i + 3];
}

// expect: int4_racy race=refuted
__global__ void int4_racy(int *a, int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  ((int4 *)a)[i] = make_int4(1, 2, 3, 4); // @quad
  out[i] = a[4 * i + 4]; // race: read-write a @quad
}

// The first words differ, the bytes overlap: four words at a distance of four, or of two.
struct words { int w[4]; };

// expect: words_free race=proved
__global__ void words_free() {
  __shared__ int s[4100];
  struct words v = {{(int)threadIdx.x, 2, 3, 4}};
  *(struct words *)&s[4 * threadIdx.x] = v;
}

// expect: words_racy race=refuted
__global__ void words_racy() {
  __shared__ int s[4100];
  struct words v = {{(int)threadIdx.x, 2, 3, 4}};
  *(struct words *)&s[2 * threadIdx.x] = v; // race: write-write s
}

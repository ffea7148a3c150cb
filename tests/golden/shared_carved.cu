// Two arrays carved from one dynamic buffer; the twin starts the second inside the first.
// expect: carve_free race=proved
__global__ void carve_free() {
  extern __shared__ int pool[];
  int t = threadIdx.x;
  int *left = pool;
  int *right = pool + blockDim.x;
  left[t] = t;
  right[t] = t + 5000;
}

// expect: carve_racy race=refuted
__global__ void carve_racy() {
  extern __shared__ int pool[];
  int t = threadIdx.x;
  int *left = pool;
  int *right = pool + 1;
  left[t] = t; // @left
  right[t] = t + 5000; // race: write-write pool @left
}

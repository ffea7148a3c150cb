// Pointers that arrive inside a structure passed by value.
struct arrays { float *x, *y; int n; };

// expect: by_value_free race=proved
__global__ void by_value_free(struct arrays v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < v.n)
    v.x[i] = v.y[i + 1];
}

// expect: by_value_racy race=refuted
__global__ void by_value_racy(struct arrays v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < v.n)
    v.x[i] = v.x[i + 1]; // race: read-write *
}

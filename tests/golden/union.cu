// Members of a union share their bytes.
union word { int whole; short half[2]; };

// expect: union_free race=proved
__global__ void union_free(union word *p, int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].half[1] = (short)3;
  out[i] = p[i].whole;
}

// expect: union_racy race=refuted
__global__ void union_racy(union word *p, int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].half[1] = (short)3; // @half
  out[i] = p[i + 1].whole; // race: read-write p @half
}

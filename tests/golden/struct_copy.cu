// Copying a whole structure reads all of its bytes.
struct triple { int a, b, c; };

// expect: copy_free race=proved
__global__ void copy_free(struct triple *p, struct triple *q) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  struct triple v = p[i];
  v.b = (int)i;
  p[i] = v;
  q[i] = v;
}

// expect: copy_racy race=refuted
__global__ void copy_racy(struct triple *p) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  struct triple v = p[i + 1]; // race: read-write p @field
  p[i].b = v.a; // @field
}

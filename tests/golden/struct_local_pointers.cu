// Pointers held in a local structure.
struct pair { int *from, *to; };

// expect: held_free race=proved
__global__ void held_free(int *a, int *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  struct pair p = {a, b};
  p.to[i] = p.from[i + 1];
}

// expect: held_racy race=refuted
__global__ void held_racy(int *a, int *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  struct pair p = {b, b};
  p.to[i] = p.from[i + 1]; // race: read-write b
}

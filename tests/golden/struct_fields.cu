// Neighbouring fields of one structure are different bytes.
struct particle { int position, velocity; };

// expect: fields_free race=proved
__global__ void fields_free(struct particle *p) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].position = p[i + 1].velocity;
}

// expect: fields_racy race=refuted
__global__ void fields_racy(struct particle *p) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].position = p[i + 1].position; // race: read-write p
}

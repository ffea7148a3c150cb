// Tickets of an atomic counter are distinct; those of an increment by zero are not.
// expect: ticket_free race=proved
__global__ void ticket_free(int *out, int *count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = atomicAdd(count, 1);
  out[k] = (int)i;
}

// expect: ticket_racy race=refuted
__global__ void ticket_racy(int *out, int *count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = atomicAdd(count, 0);
  out[k] = (int)i; // race: write-write out
}

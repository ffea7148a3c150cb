// RUN: check --only=bounds
// Tables in a structure that is passed by value: no author passes numbers in them that are no indices.
struct Lists {
  float *address[64];
  int sizes[64];
  unsigned char list_of_block[320];
};

__global__ void sizes(Lists lists, int *out) { // expect: sizes bounds=unproved
  if (blockIdx.x >= 320)
    return;
  int list = lists.list_of_block[blockIdx.x]; // may-unproved: bounds
  out[blockIdx.x * blockDim.x + threadIdx.x] = lists.sizes[list]; // bounds: lists [warning]; unproved: bounds needs-precondition
}

// An index of the thread's own leaves the table whatever it holds.
__global__ void beyond(Lists lists, int *out) { // expect: beyond bounds=refuted
  if (blockIdx.x < 320)
    out[blockIdx.x * blockDim.x + threadIdx.x] = lists.sizes[threadIdx.x]; // bounds: lists
}

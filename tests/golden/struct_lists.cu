// Lists of arrays in a structure that is passed by value, one for each block: a race in one block is no matter of what the tables hold.
// RUN: check --only=race
struct Lists {
  float *address[4];
  int sizes[4];
  unsigned char list_of_block[64];
};

// Two blocks may be given one list, which no author does.
__global__ void scale(Lists lists, float a) { // expect: scale race=unproved
  int list = lists.list_of_block[blockIdx.x], n = lists.sizes[list];
  float *p = lists.address[list];
  for (int first = 0; first < n; first += blockDim.x * 2)
    for (int k = 0; k < 2; k++) {
      int i = first + threadIdx.x + k * blockDim.x;
      if (i < n)
        p[i] *= a; // race: * lists[] [warning]; may-unproved: race
    }
}

// The second half of a step begins one too early.
__global__ void scale_racy(Lists lists, float a) { // expect: scale_racy race=refuted
  int list = lists.list_of_block[blockIdx.x], n = lists.sizes[list];
  float *p = lists.address[list];
  for (int first = 0; first < n; first += blockDim.x * 2)
    for (int k = 0; k < 2; k++) {
      int i = first + threadIdx.x + k * (blockDim.x - 1);
      if (i < n)
        p[i] *= a; // race: * lists[]
    }
}

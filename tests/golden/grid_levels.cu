// RUN: check --only=race --grid=8
// What a block does follows from its number in a tree, and this grid has too few blocks to do it: no counterexample has more.
// expect: levels_free race=proved|unproved
__global__ void levels_free(int *out, const int *in) {
  int level = 0;
  for (int b = blockIdx.x; b > 7; b = (b - 1) / 2) level++;
  if (level > 0) out[(int)blockIdx.x - 8] = in[threadIdx.x]; // may-race: write-write out [warning]
}

// The last block does it.
// expect: levels_racy race=refuted
__global__ void levels_racy(int *out, const int *in) {
  int level = 0;
  for (int b = blockIdx.x; b > 6; b = (b - 1) / 2) level++;
  if (level > 0) out[(int)blockIdx.x - 7] = in[threadIdx.x]; // race: write-write out
}

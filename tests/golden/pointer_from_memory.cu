// Rows reached through pointers that were read from memory: they may be equal.
// expect: rows_of_pointers race=unproved|refuted
__global__ void rows_of_pointers(int **rows) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i][0] = (int)i; // may-race: write-write * [*]; may-unproved: race
}

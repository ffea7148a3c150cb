// Rows reached through pointers that were read from memory: a proof assumes that each leads to memory of its own, and says so. Not of
// pointers that are numbers in memory.
// expect: rows_of_pointers race=proved
__global__ void rows_of_pointers(int **rows) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i][0] = (int)i; // assumes: distinct-pointers each pointer in 'rows' leads to memory of its own
}

// expect: rows_of_numbers race=unproved
__global__ void rows_of_numbers(unsigned long long *rows) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  ((int *)rows[i])[0] = (int)i; // unproved: race unknown-pointer
}

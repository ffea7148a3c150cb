// All who raise the flag store 1: a note. Storing the index is a race.
// expect: flag_note race=proved
__global__ void flag_note(const int *a, int *flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] < 0)
    *flag = 1; // same-value: flag
}

// expect: flag_racy race=refuted
__global__ void flag_racy(const int *a, int *flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] < 0)
    *flag = i; // race: write-write flag
}

// The value is a function of the cell, so whoever meets stores the same.
// expect: cell_note race=proved
__global__ void cell_note(int *g) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  g[i / 4] = (int)(i / 4) + 3; // same-value: g
}

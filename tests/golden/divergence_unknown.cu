// Rounds that rest on values that are not known: two threads may differ, none differs from itself.
// expect: random_rounds race=unproved divergence=refuted
__global__ void random_rounds(unsigned *a, const int *table, int n, unsigned size) {
  __shared__ unsigned s[1024];
  unsigned next = a[threadIdx.x];
  for (int d = 0; d < n; d++) {
    next = next * 1664525u + 1013904223u;
    if (table[next % size] == 3)
      continue;
    s[threadIdx.x] = next; // may-race: * s [*]; may-unproved: race
    __syncthreads(); // divergence: *; may-unproved: race
  }
  a[threadIdx.x] = next + s[threadIdx.x];
}

// expect: uniform_rounds race=proved divergence=proved
__global__ void uniform_rounds(unsigned *a, const int *table, int n, unsigned size) {
  __shared__ unsigned s[1024];
  unsigned next = size;
  for (int d = 0; d < n; d++) {
    next = next * 1664525u + 1013904223u;
    if (table[next % size] == 3)
      continue;
    s[threadIdx.x] = next;
    __syncthreads();
  }
  a[threadIdx.x] = next + s[threadIdx.x];
}

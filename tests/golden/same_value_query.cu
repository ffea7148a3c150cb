// Whether two writers store the same value depends on which two threads meet.
// expect: pair_racy race=refuted
__global__ void pair_racy(int *g) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  g[t / 2] = 1; // same-value: g; race: write-write g @two
  if (t % 2 == 1)
    g[t / 2] = 2; // @two
}

// expect: pair_note race=proved
__global__ void pair_note(int *g) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  g[t / 2] = 1; // same-value: g; same-value: g @one
  if (t % 2 == 1)
    g[t / 2] = 1; // @one
}

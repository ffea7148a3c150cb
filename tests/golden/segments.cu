// Segments whose bounds come from memory: disjoint only if the bounds ascend.
// expect: segments_open race=refuted|unproved
__global__ void segments_open(int *out, const int *start) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = start[i]; j < start[i + 1]; j++)
    out[j] = i; // race: write-write out [*]
}

// A uniform condition keeps two phases apart, whatever its value.
// expect: phase_free race=proved
__global__ void phase_free(int *out, int mode) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  if (mode == 1)
    s[t] = t;
  if (mode == 2)
    out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// expect: phase_racy race=refuted
__global__ void phase_racy(int *out, int mode) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  if (mode >= 1)
    s[t] = t; // @store
  if (mode == 2)
    out[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @store
}

// A thread may leave before the barrier in CUDA; those who stay are ordered by it.
// expect: early_free race=proved
__global__ void early_free(int *out, int n) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = t;
  __syncthreads(); // may-divergence: exited [note]
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// expect: early_racy race=refuted
__global__ void early_racy(int *out, int n) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = t; // @store
  out[blockIdx.x * blockDim.x + t] = s[t + 1]; // race: read-write s @store
}

// RUN: check --only=race --requires positive(counts)
// That an array says of every loop that it goes round at least once is stated.

// expect: counted race=proved
__global__ void counted(const int *counts, int *flag, int *out, const int *in) {
  __shared__ int best[2];
  int b = blockIdx.x, k = counts[b];
  if (flag[b] == 1) return;
  for (int i = 0; i < k; i++) {
    if (threadIdx.x == 0) best[i & 1] = in[b * 64 + i];
    __syncthreads();
    out[(b * 1024 + threadIdx.x) * 64 + (i & 63)] = best[i & 1];
  }
  if (threadIdx.x == 0) flag[b] = 1;
}

// The first element is 1, and the launch shown has it so.
// expect: uncounted race=refuted
__global__ void uncounted(const int *counts, int *flag, int *out, const int *in) {
  __shared__ int best[2];
  int b = blockIdx.x, k = counts[b];
  if (flag[b] == 1) return; // @uncounted
  for (int i = 1; i < k; i++) {
    if (threadIdx.x == 0) best[i & 1] = in[b * 64 + i];
    __syncthreads();
    out[(b * 1024 + threadIdx.x) * 64 + (i & 63)] = best[i & 1];
  }
  if (threadIdx.x == 0) flag[b] = 1; // race: read-write flag @uncounted
}

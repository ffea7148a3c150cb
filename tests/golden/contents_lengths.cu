// RUN: check --only=race
// Loops that lengths in memory bound: that the counter does not run past the largest number is an assumption.

// expect: row race=proved
// assume: no-wrap
__global__ void row(int *out, const int *length) {
  if (blockIdx.x > 0) return;
  for (int i = threadIdx.x; i < length[0]; i += blockDim.x)
    out[i] = i;
}

// expect: row_unsigned race=proved
// assume: no-wrap
__global__ void row_unsigned(int *out, const unsigned *length) {
  if (blockIdx.x > 0) return;
  for (unsigned i = threadIdx.x; i < length[0]; i += blockDim.x)
    out[i] = i;
}

// expect: staged race=proved
__global__ void staged(const int *length) {
  __shared__ int s[4096];
  int n = length[blockIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = i;
}

// A multiple of the counter wraps for lengths that arrays have.
// expect: multiplied race=refuted
__global__ void multiplied(int *out, const unsigned *length) {
  if (blockIdx.x > 0) return;
  for (unsigned i = threadIdx.x; i < length[0]; i += blockDim.x)
    out[i * 3072u / 3072u] = threadIdx.x; // race: write-write out
}

// expect: row_racy race=refuted
__global__ void row_racy(int *out, const int *length) {
  if (blockIdx.x > 0) return;
  for (int i = threadIdx.x; i < length[0]; i += blockDim.x)
    out[i / 2] = i; // race: write-write out
}

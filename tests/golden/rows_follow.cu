// Sums of rows in shared memory that held 0 before: that the barrier in front of the tree is missing shows only where rows have about as many elements
// as the block has threads, and follow each other (their first 30 elements are left out).
// RUN: check --only=race

// expect: without race=refuted
__global__ void without(const int *begins, const int *data, int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, sum = 0;
  s[t] = 0;
  __syncthreads();
  if (blockIdx.x >= n)
    return;
  int begin = begins[blockIdx.x], end = begins[blockIdx.x + 1];
  for (int j = begin + 30 + t; j < end; j += blockDim.x)
    sum += data[j];
  s[t] = sum; // @sum
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half)
      s[t] += s[t + half]; // race: read-write s @sum
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// expect: with race=proved
__global__ void with(const int *begins, const int *data, int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, sum = 0;
  s[t] = 0;
  __syncthreads();
  if (blockIdx.x >= n)
    return;
  int begin = begins[blockIdx.x], end = begins[blockIdx.x + 1];
  for (int j = begin + 30 + t; j < end; j += blockDim.x)
    sum += data[j];
  s[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

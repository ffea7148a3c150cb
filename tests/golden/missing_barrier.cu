// Where a barrier would help, and where none would.
// RUN: check --only=race,divergence,advice

// expect: neighbour race=refuted
__global__ void neighbour(int *out) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store
  out[blockIdx.x * blockDim.x + t] = s[t + 32]; // race: read-write s @store; missing-barrier: before
}

// Across blocks no barrier helps.
// expect: across race=refuted
__global__ void across(int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    out[i] = 1; // @mine
  if (threadIdx.x == 0 && blockIdx.x > 0)
    out[i - blockDim.x] = 2; // race: write-write out @mine
}

// Within one statement there is no place.
// expect: one_statement race=refuted
__global__ void one_statement(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = s[t + 1]; // race: read-write s
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// Not under the condition, but behind it.
// expect: behind_branch race=refuted
__global__ void behind_branch(int *out, int n) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  if ((int)t < n)
    s[t] = (int)t; // @branch
  if ((int)t < n / 2) // missing-barrier: before
    out[blockIdx.x * blockDim.x + t] = s[t + 32]; // race: read-write s @branch
  out[blockIdx.x * blockDim.x + t] += 1;
}

// Both accesses under a condition that differs: no place, though a barrier there would order them.
// expect: in_branch race=refuted
__global__ void in_branch(int *out, int n) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  if ((int)t < n) {
    s[t] = (int)t; // @inner
    out[blockIdx.x * blockDim.x + t] = s[t + 32]; // race: read-write s @inner
  }
  out[blockIdx.x * blockDim.x + t] += 1;
}

// The end of one round meets the start of the next.
// expect: rounds race=refuted
__global__ void rounds(int *out, int n) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int k = 0; k < n; k++) {
    s[t] = k; // @round
    __syncthreads();
    v += s[t + 32]; // race: read-write s @round
  } // missing-barrier: before
  out[blockIdx.x * blockDim.x + t] = v;
}

// A partner in the same warp, always.
// expect: partner race=refuted
__global__ void partner(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @pair
  out[blockIdx.x * blockDim.x + t] = s[t ^ 1]; // race: read-write s @pair; missing-barrier: before
}

// A call spread over lines: the barrier goes before it.
// expect: spread race=refuted
__global__ void spread(int *out) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @spread
  out[blockIdx.x * blockDim.x + t] = // missing-barrier: before
      s[t] +
      s[t + 32]; // race: read-write s @spread
}

// With the barriers in place: nothing is missing, nothing redundant.
// expect: rounds_free race=proved
__global__ void rounds_free(int *out, int n) {
  __shared__ int s[1056];
  unsigned t = threadIdx.x;
  int v = 0;
  for (int k = 0; k < n; k++) {
    s[t] = k;
    __syncthreads();
    v += s[t + 32];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = v;
}

// The access stands in a line that begins outside of the function: no place for a statement.
__device__ int moved(int *s, int i) { int v = s[i]; s[i + 1] = v; return v; } // race: read-write s; @moved
// expect: one_line_racy race=refuted
__global__ void one_line_racy(int *a) {
  __shared__ int s[1025];
  a[blockIdx.x * blockDim.x + threadIdx.x] = moved(s, threadIdx.x);
}

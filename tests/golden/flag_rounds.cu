// RUN: check --only=race,divergence
// A loop that goes on until nobody sets the flag: all threads test it in one interval.
// expect: rounds_free race=proved divergence=proved
__global__ void rounds_free(int *d) {
  __shared__ int changed, s[1024];
  unsigned t = threadIdx.x;
  s[t] = d[blockIdx.x * blockDim.x + t];
  do {
    __syncthreads();
    if (t == 0)
      changed = 0;
    __syncthreads();
    int left = t > 0 ? s[t - 1] : s[t];
    __syncthreads();
    if (left < s[t]) {
      s[t] = left;
      changed = 1; // same-value: changed
    }
    __syncthreads();
  } while (changed);
  d[blockIdx.x * blockDim.x + t] = s[t];
}

// The next round resets the flag before everybody has tested it.
// expect: rounds_racy race=refuted divergence=refuted|unproved
__global__ void rounds_racy(int *d) {
  __shared__ int changed, s[1024];
  unsigned t = threadIdx.x;
  s[t] = d[blockIdx.x * blockDim.x + t];
  do {
    if (t == 0)
      changed = 0; // @reset; may-race: write-write changed @set
    __syncthreads(); // may-divergence: *
    int left = t > 0 ? s[t - 1] : s[t];
    __syncthreads(); // may-divergence: *
    if (left < s[t]) {
      s[t] = left; // may-race: * s
      changed = 1; // @set; same-value: changed
    }
    __syncthreads(); // may-divergence: *
  } while (changed); // race: read-write changed @reset
  d[blockIdx.x * blockDim.x + t] = s[t];
}

// The number of rounds comes from memory.
// expect: bound_free race=proved divergence=proved
__global__ void bound_free(int *d, const int *p) {
  __shared__ int n, s[1025];
  unsigned t = threadIdx.x;
  if (t == 0)
    n = p[blockIdx.x];
  __syncthreads();
  for (int i = 0; i < n; i++) {
    s[t] = i;
    __syncthreads();
    int next = s[t + 1];
    __syncthreads();
    d[blockIdx.x * blockDim.x + t] = next;
  }
}

// A thread changes it in the interval of the test.
// expect: bound_racy race=refuted divergence=refuted|unproved
__global__ void bound_racy(int *d, const int *p) {
  __shared__ int n, s[1025];
  unsigned t = threadIdx.x;
  if (t == 0)
    n = p[blockIdx.x];
  __syncthreads();
  for (int i = 0; i < n; i++) { // @test
    s[t] = i;
    __syncthreads(); // may-divergence: *
    int next = s[t + 1];
    __syncthreads(); // may-divergence: *
    if (t == 5)
      n = next; // race: read-write n @test
  }
}

// A cell of global memory that nobody writes is the same for all blocks.
// expect: chosen_free race=proved
__global__ void chosen_free(int *d, int *f) {
  if (f[0] == (int)blockIdx.x)
    d[threadIdx.x] = (int)blockIdx.x;
  f[blockIdx.x * blockDim.x + threadIdx.x + 1] = 7;
}

// expect: chosen_racy race=refuted
__global__ void chosen_racy(int *d, int *f) {
  if (f[0] <= (int)blockIdx.x)
    d[threadIdx.x] = (int)blockIdx.x; // race: write-write d
  f[blockIdx.x * blockDim.x + threadIdx.x + 1] = 7;
}

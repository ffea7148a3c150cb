// Leaving a loop with a barrier: a barrier of the next round is none for who leaves.
// expect: before_break race=refuted
__global__ void before_break(int *o) {
  __shared__ int s[1024];
  for (int i = 0; i < 10; i++) {
    s[threadIdx.x] = i; // @write
    if (i == 3)
      break;
    __syncthreads();
  }
  o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; // race: read-write s @write
}

// expect: after_break race=proved
__global__ void after_break(int *o) {
  __shared__ int s[1024];
  for (int i = 0; i < 10; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
    if (i == 3)
      break;
  }
  o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

// expect: before_break_until race=refuted
__global__ void before_break_until(int *o, int n) {
  __shared__ int s[1024];
  int j = 0;
  do {
    s[threadIdx.x] = j; // @until
    if (j == n)
      break;
    __syncthreads();
    j++;
  } while (j < 8);
  o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; // race: read-write s @until
}

// Thread i leaves after round i; the others wait for it in round i + 1.
// expect: own_round race=unproved divergence=refuted|unproved
__global__ void own_round(int *o) {
  for (int i = 0; i < 10; i++) {
    __syncthreads(); // may-divergence: * @last; may-divergence: *; may-unproved: divergence
    if (i == threadIdx.x)
      break;
  }
  __syncthreads(); // @last; may-divergence: *; may-unproved: divergence
  o[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}

// expect: same_round race=proved divergence=proved
__global__ void same_round(int *o) {
  for (int i = 0; i < 10; i++) {
    __syncthreads();
    if (i == blockIdx.x)
      break;
  }
  __syncthreads();
  o[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}

// expect: data_round race=unproved divergence=refuted|unproved
__global__ void data_round(int *o, volatile int *f) {
  int i = 0;
  do {
    __syncthreads(); // may-divergence: *; may-unproved: divergence
    i++;
  } while (f[threadIdx.x]);
  o[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

// Thread i leaves in round i; that it is not there in later rounds is forgotten, and that is said.
// expect: leave_in_turn race=refuted|unproved divergence=proved|unproved
__global__ void leave_in_turn(int n) {
  __shared__ int s[1024];
  for (unsigned i = 0; i < (unsigned)n; i++) {
    s[threadIdx.x] = (int)i; // @own
    if (threadIdx.x == i)
      return;
    if (threadIdx.x == i + 1)
      s[i] = 9; // race: write-write s @own
    __syncthreads(); // may-divergence: * [*]; may-unproved: divergence data-dependent
  }
}

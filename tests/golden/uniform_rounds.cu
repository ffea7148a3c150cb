// Values that no formula describes may still be the same in all threads that are in the same round: what a
// loop with barriers carries from round to round is then one value for the block, and the barriers are aligned.
// A twin follows in which something of a single thread gets in.
// expect: convergence race=proved
__global__ void convergence(float *a, const float *in, float eps) {
  __shared__ float s[1025];
  unsigned t = threadIdx.x;
  float x = in[0];
  while (x > eps) {
    s[t] = x;
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] += s[t ^ 1];
    __syncthreads();
    x = x * 0.5f - in[1];
  }
  a[blockIdx.x * blockDim.x + t] = x;
}

// expect: convergence_own divergence=refuted race=unproved
__global__ void convergence_own(float *a, const float *in, float eps) {
  __shared__ float s[1025];
  unsigned t = threadIdx.x;
  float x = in[t];
  while (x > eps) {
    s[t] = x;
    __syncthreads(); // divergence: rounds
    a[blockIdx.x * blockDim.x + t] += s[t ^ 1];
    __syncthreads(); // divergence: rounds
    x = x * 0.5f - in[1];
  }
  a[blockIdx.x * blockDim.x + t] = x;
}

// One chain of each block.
// expect: chain race=proved
__global__ void chain(int *a, const int *start, const int *next) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int i = start[blockIdx.x];
  while (i >= 0) {
    s[t] = i;
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] += s[t ^ 1];
    __syncthreads();
    i = next[i];
  }
  a[blockIdx.x * blockDim.x + t] = 1;
}

// What the loop before it found out depends on the thread.
// expect: chain_left divergence=refuted race=unproved
__global__ void chain_left(int *a, const int *next) {
  int i = 0, count = 0;
  while (next[i] != (int)threadIdx.x && count < 10) {
    i = next[i];
    count++;
  }
  for (int k = 0; k < count; k++)
    __syncthreads(); // divergence: rounds
  a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

// Branches and loops inside, all threads go the same way.
// expect: steps race=proved
__global__ void steps(int *a, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int i = in[0];
  for (int k = 0; k < 30; k++) {
    switch (i & 3) {
    case 0:
      i = i * i;
      break;
    case 1:
      i = i / 3 - in[k];
      break;
    default:
      while (i % 7 != 0)
        i = i * 3 + 1;
    }
    if (t < 5)
      atomicAdd(&s[1024], 1);
    if (i & 8) {
      s[t] = k;
      __syncthreads();
      a[blockIdx.x * blockDim.x + t] = s[t ^ 1];
      __syncthreads();
    }
  }
}

// expect: steps_apart divergence=refuted race=unproved
__global__ void steps_apart(int *a, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int i = in[0];
  for (int k = 0; k < 30; k++) {
    switch ((i + t) & 3) {
    case 0:
      i = i * i;
      break;
    case 1:
      i = i / 3 - in[k];
      break;
    }
    if (i & 8) {
      s[t] = k;
      __syncthreads(); // divergence: *
      a[blockIdx.x * blockDim.x + t] = s[t ^ 1];
      __syncthreads(); // divergence: *
    }
  }
  a[blockIdx.x * blockDim.x + t] = 1;
}

// The index is the same in one round, and another in the next.
// expect: slots race=proved
__global__ void slots(const int *in) {
  __shared__ int s[1024];
  int i = in[0];
  for (int k = 0; k < 10; k++) {
    if (threadIdx.x == 0)
      s[i & 1023] = 1;
    if (threadIdx.x == 1)
      s[(i & 1023) ^ 1] = 2;
    __syncthreads();
    i = i * i + in[k];
  }
}

// expect: slots_early race=refuted
__global__ void slots_early(const int *in) {
  __shared__ int s[1024];
  int i = in[0];
  for (int k = 0; k < 10; k++) {
    if (threadIdx.x == 0)
      s[i & 1023] = 1; // @now
    __syncthreads();
    i = i * i + in[k];
    if (threadIdx.x == 1)
      s[i & 1023] = 2; // race: write-write s @now
  }
}

// Without a barrier threads are in rounds of their own.
// expect: slots_private race=refuted
__global__ void slots_private(const int *in, int n) {
  __shared__ int s[1024];
  unsigned i = (unsigned)in[0];
  for (int k = 0; k < n; k++) {
    i = i * i + 1;
    if ((int)threadIdx.x == k)
      s[i & 1023] = k; // race: write-write s
  }
}

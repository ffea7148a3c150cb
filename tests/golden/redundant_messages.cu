// Barriers that others than the threads of the block rely on.
// RUN: check --only=race,divergence,advice

// Whoever sees the count may read what all threads wrote.
// expect: announce race=proved
__global__ void announce(int *out, int *ready) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(ready, 1);
}

// The sum is no message about shared memory.
// expect: sum_up race=proved
__global__ void sum_up(int *sum) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads(); // redundant-barrier: together
  atomicAdd(sum, s[t]);
}

// The host sets `go` when the data is there; one thread waits for all.
// expect: await race=proved
__global__ void await(int *out, const volatile int *go, const volatile int *data) {
  if (threadIdx.x == 0)
    while (*go == 0)
      ;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
}

// A plain flag behind a fence.
// expect: fenced race=proved
__global__ void fenced(int *out, int *flag) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0)
    flag[blockIdx.x] = 1;
}

// expect: not_fenced race=proved
__global__ void not_fenced(int *out, int *flag) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads(); // redundant-barrier: together
  if (threadIdx.x == 0)
    flag[blockIdx.x] = 1;
}

// What is measured is what stands between the barriers.
// expect: timed race=proved
__global__ void timed(int *out, long long *ticks) {
  unsigned t = threadIdx.x;
  __syncthreads();
  long long start = clock64();
  out[blockIdx.x * blockDim.x + t] = (int)t;
  __syncthreads();
  if (t == 0)
    ticks[blockIdx.x] = clock64() - start;
}

// The result of the barrier is used: not a candidate.
// expect: vote race=proved
__global__ void vote(int *out, const int *in) {
  unsigned t = threadIdx.x;
  int all = __syncthreads_and(in[blockIdx.x * blockDim.x + t] > 0);
  out[blockIdx.x * blockDim.x + t] = all;
}

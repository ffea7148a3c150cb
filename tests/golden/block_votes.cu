// The result of __syncthreads_or is the same for the block, and the call is a barrier.
// expect: vote_free race=proved
__global__ void vote_free(int *a, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  if (__syncthreads_or(in[t] > 0))
    __syncthreads();
  a[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// A vote of the warp only is not uniform in the block.
// expect: vote_divergent divergence=refuted race=unproved
__global__ void vote_divergent(int *a, const int *in) {
  unsigned t = threadIdx.x;
  if (__any_sync(0xffffffffu, in[t] > 0))
    __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}

// A vote may decide how often a loop with barriers goes round: all threads leave it together.
// expect: vote_rounds race=proved divergence=proved
__global__ void vote_rounds(int *a, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int changed;
  do {
    s[t] = in[t];
    __syncthreads();
    int next = s[t + 1];
    changed = __syncthreads_or(next > in[t]);
  } while (changed);
  a[blockIdx.x * blockDim.x + t] = 1;
}

// Its results in two rounds are two values: thread 5 of one and thread 3 of the next meet.
// expect: vote_stale race=refuted
__global__ void vote_stale(int *a, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  int previous = 0;
  for (int k = 0; k < 10; k++) {
    if (t == 3)
      s[previous] = k; // @previous
    int count = __syncthreads_count(in[k * 1024 + t]);
    if (t == 5)
      s[count] = k; // race: write-write s @previous
    previous = count;
  }
}

// A count is at most the number of threads.
// expect: count_free race=proved
__global__ void count_free(const int *in) {
  __shared__ int s[2049];
  unsigned t = threadIdx.x;
  int count = __syncthreads_count(in[t] > 0);
  s[t] = 1;
  if (t == 0)
    s[2 * blockDim.x - count] = 2;
}

// expect: count_racy race=refuted
__global__ void count_racy(const int *in) {
  __shared__ int s[2049];
  unsigned t = threadIdx.x;
  int count = __syncthreads_count(in[t] > 0);
  s[t] = 1; // @one
  if (t == 0)
    s[2 * blockDim.x - 1 - count] = 2; // race: write-write s @one
}

// Blocks vote each for itself.
// expect: count_blocks race=refuted
__global__ void count_blocks(int *a, const int *in) {
  int count = __syncthreads_count(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0)
    a[count] = 1 + (int)blockIdx.x; // race: write-write a
}

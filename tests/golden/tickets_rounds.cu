// A counter that is set again in each round gives out tickets that are different in that round.
// expect: rounds_free race=proved
__global__ void rounds_free(const int *in, int n) {
  __shared__ int count;
  extern __shared__ int list[];
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    if (in[k * blockDim.x + threadIdx.x] > 0)
      list[atomicAdd(&count, 1)] = (int)threadIdx.x;
    __syncthreads();
  }
}

// Nothing parts the updates from the next round's write.
// expect: rounds_racy race=refuted
__global__ void rounds_racy(const int *in, int n) {
  __shared__ int count;
  __shared__ int list[1024];
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0)
      count = 0; // @set
    __syncthreads();
    if (in[k * blockDim.x + threadIdx.x] > 0)
      list[atomicAdd(&count, 1)] = (int)threadIdx.x; // race: atomic-plain count @set ; may-race: write-write list; may-race: write-write list [*]
  }
}

// Set at the end of a round, and once in front of the loop.
// expect: after_free race=proved
__global__ void after_free(const int *in, int n) {
  __shared__ int count;
  extern __shared__ int list[];
  if (threadIdx.x == 0)
    count = 0;
  for (int k = 0; k < n; k++) {
    __syncthreads();
    if (in[k * blockDim.x + threadIdx.x] > 0)
      list[atomicAdd(&count, 1)] = (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
      count = 0;
  }
}

// Tickets of two rounds may be the same: without a barrier their uses meet.
// expect: two_rounds_racy race=refuted|unproved
__global__ void two_rounds_racy(const int *in, int n) {
  __shared__ int count;
  __shared__ int list[1024];
  int last = -1;
  for (int k = 0; k < n; k++) {
    if (last >= 0)
      list[last] = (int)threadIdx.x; // race: write-write list [*]
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    last = -1;
    if (in[k * blockDim.x + threadIdx.x] > 0)
      last = atomicAdd(&count, 1);
    __syncthreads();
  }
}

// Behind the loop a ticket may be of any round.
// expect: behind_racy race=refuted|unproved
__global__ void behind_racy(const int *in, int n) {
  __shared__ int count;
  __shared__ int list[1024];
  int mine = -1;
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    if (mine < 0 && in[k * blockDim.x + threadIdx.x] > 0)
      mine = atomicAdd(&count, 1);
    __syncthreads();
  }
  if (mine >= 0)
    list[mine] = (int)threadIdx.x; // race: write-write list [*]
}

// Each block counts for itself.
// expect: blocks_racy race=refuted
__global__ void blocks_racy(int *out, int n) {
  __shared__ int count;
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    out[atomicAdd(&count, 1)] = (int)(blockIdx.x * blockDim.x + threadIdx.x); // race: write-write out
    __syncthreads();
  }
}

// The inner loop's rounds begin anew, those of the outer one do not.
// expect: inner_free race=proved
__global__ void inner_free(int n, int m) {
  __shared__ int count;
  extern __shared__ int list[];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      if (threadIdx.x == 0)
        count = 0;
      __syncthreads();
      list[atomicAdd(&count, 1)] = i;
      __syncthreads();
    }
}

// Tickets of the outer loop's rounds are not told apart from those of others: the inner loop may set the counter.
// expect: outer_free race=proved|unproved
__global__ void outer_free(int n, int m) {
  __shared__ int count;
  __shared__ int list[1024];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++) {
      __syncthreads();
      if (threadIdx.x == 0)
        count = 0;
      __syncthreads();
    }
    list[atomicAdd(&count, 1)] = (int)threadIdx.x; // may-race: write-write list [*]; may-unproved: race
  }
}

// Two updates of one round, and the counter is set again between them.
// expect: both_racy race=refuted
__global__ void both_racy(int n) {
  __shared__ int count;
  __shared__ int list[1024];
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    int first = atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    list[atomicAdd(&count, 1)] = (int)threadIdx.x; // @second ; may-race: write-write list [*]; may-unproved: race
    list[first] = -(int)threadIdx.x - 1; // race: write-write list @second; may-race: write-write list [*]; may-unproved: race
    __syncthreads();
  }
}

// expect: both_free race=proved
__global__ void both_free(int n) {
  __shared__ int count;
  extern __shared__ int list[];
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    list[atomicAdd(&count, 1)] = (int)threadIdx.x;
    list[atomicAdd(&count, 1)] = -(int)threadIdx.x;
    __syncthreads();
  }
}

// Set once in front of an inner loop: tickets of two rounds of the outer one may be the same.
// expect: outer_racy race=refuted
__global__ void outer_racy(int n, int m) {
  __shared__ int count;
  __shared__ int list[1024];
  int last = -1;
  for (int i = 0; i < n; i++) {
    int first = -1;
    if (threadIdx.x == 0)
      count = 0;
    for (int k = 0; k < m; k++) {
      __syncthreads();
      int mine = atomicAdd(&count, 1);
      if (k == 0)
        first = mine;
      list[mine] = (int)threadIdx.x; // @new ; may-race: write-write list [*]; may-unproved: race
      if (last >= 0 && k == 0)
        list[last] = -(int)threadIdx.x - 1; // race: write-write list @new; may-race: write-write list [*]; may-unproved: race
      __syncthreads();
    }
    last = first;
  }
}

// A list of work: the ticket of each round is taken in the header.
// expect: work_list race=proved
__global__ void work_list(int *next, int *out, int n) {
  for (int k = atomicAdd(next, 1); k < n; k = atomicAdd(next, 1))
    out[k] = threadIdx.x;
}

// expect: work_pairs race=proved
__global__ void work_pairs(unsigned *next, float2 *out, unsigned n) {
  unsigned k = atomicAdd(next, 2u);
  while (k < n) {
    out[k] = make_float2(k, 0);
    out[k + 1] = make_float2(0, k);
    k = atomicAdd(next, 2u);
  }
}

// The first one comes from another counter.
// expect: work_two_lists race=refuted
__global__ void work_two_lists(int *next, int *out, int n) {
  for (int k = atomicAdd(&next[0], 1); k < n; k = atomicAdd(&next[1], 1))
    out[k] = threadIdx.x; // race: write-write out
}

// One too many.
// expect: work_pairs_racy race=refuted
__global__ void work_pairs_racy(unsigned *next, float *out, unsigned n) {
  unsigned k = atomicAdd(next, 2u);
  while (k < n) {
    out[k] = k;     // @first
    out[k + 2] = 1; // race: write-write out @first
    k = atomicAdd(next, 2u);
  }
}

// Tickets of an atomic counter are distinct; those of an increment by zero are not.
// expect: ticket_free race=proved
// assume: no wrap in the counter that hands out tickets in count
__global__ void ticket_free(int *out, int *count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = atomicAdd(count, 1);
  out[k] = (int)i;
}

// expect: ticket_racy race=refuted
__global__ void ticket_racy(int *out, int *count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = atomicAdd(count, 0);
  out[k] = (int)i; // race: write-write out
}

// Two by two, and over and over.
// expect: ticket_pairs race=proved
__global__ void ticket_pairs(int *out, int *count, int n) {
  for (;;) {
    int k = atomicSub(count, 2);
    if (k >= n)
      break;
    out[k] = 1;
    out[k - 1] = 2;
  }
}

// expect: ticket_overlap race=refuted
__global__ void ticket_overlap(int *out, int *count, int n) {
  for (;;) {
    int k = atomicSub(count, 2);
    if (k < n)
      break;
    out[k] = 1; // @own
    out[k - 2] = 2; // race: write-write out @own
  }
}

// A counter in shared memory may be set before a barrier, and counts in its block only.
// expect: ticket_shared race=proved
__global__ void ticket_shared(int *out, const int *in, int n) {
  __shared__ int count;
  extern __shared__ int list[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (i < n && in[i] > 0)
    list[atomicAdd(&count, 1)] = (int)i;
  __syncthreads();
  if (threadIdx.x < count)
    atomicAdd(&out[list[threadIdx.x]], 1);
}

// expect: ticket_blocks race=refuted
__global__ void ticket_blocks(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  out[atomicAdd(&count, 1)] = 1 + (int)blockIdx.x; // race: write-write out
}

// Set again later, it hands out the same tickets again; that a barrier lies between is not used.
// expect: ticket_reset race=unproved
__global__ void ticket_reset(int n) {
  __shared__ int count;
  __shared__ int list[1024];
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  list[atomicAdd(&count, 1)] = (int)threadIdx.x; // may-race: write-write list
  __syncthreads();
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  list[atomicAdd(&count, 1)] = (int)threadIdx.x; // may-race: write-write list
}

// A store of another thread may come between two tickets.
// expect: ticket_stored race=refuted
__global__ void ticket_stored(int *out, int *count, int n) {
  if (threadIdx.x == n)
    *count = 0; // @store; same-value: count
  int k = atomicAdd(count, 1); // race: atomic-plain count @store
  out[k] = (int)threadIdx.x; // may-race: write-write out
}

// Tickets are of one cell: the same number may come from two.
// expect: ticket_cells race=proved
__global__ void ticket_cells(int *out, int *count, const int *key) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int d = key[i], k = atomicAdd(&count[d], 1);
  if (k >= 0 && k < 1000 && d >= 0 && d < 1000)
    out[d * 1000 + k] = (int)i;
}

// expect: ticket_mixed race=refuted
__global__ void ticket_mixed(int *out, int *count, const int *key) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int d = key[i], k = atomicAdd(&count[d], 1);
  if (k >= 0 && k < 1000 && d >= 0 && d < 1000)
    out[d + k] = (int)i; // race: write-write out
}

// Up and down: the count returns. Two constants: sums meet.
// expect: ticket_returns race=refuted
__global__ void ticket_returns(int *out, int *count) {
  int k = threadIdx.x & 1 ? atomicAdd(count, 1) : atomicSub(count, 1);
  out[k] = (int)threadIdx.x; // race: write-write out
}

// A counter that wraps at 63 returns as well.
// expect: ticket_wraps race=refuted
__global__ void ticket_wraps(int *out, unsigned *count) {
  unsigned k = atomicInc(count, 63u);
  out[k] = (int)(blockIdx.x + threadIdx.x); // race: write-write out
}

// expect: ticket_increments race=proved
__global__ void ticket_increments(int *out, unsigned *count) {
  unsigned k = atomicInc(count, 0xffffffffu);
  out[k] = (int)(blockIdx.x + threadIdx.x);
}

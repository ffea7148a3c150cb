// Order passes from flag to flag, and from round to round: who waits for one flag and sets the next, and barriers of all blocks that end, or
// begin, each round of a loop. The tool does not prove such programs, and does not call them racy.
__device__ void all_blocks(int *count, int goal) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < goal)
      ;
  }
  __syncthreads();
  __threadfence();
}

// expect: two_flags race=unproved
__global__ void two_flags(int *d, int *f, int *g, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    *d = 5; // unproved: race flag-synchronisation
    __threadfence();
    atomicExch(f, 1);
  } else if (blockIdx.x == 1) {
    while (!atomicAdd(f, 0))
      ;
    __threadfence();
    atomicExch(g, 1);
  } else if (blockIdx.x == 2) {
    while (!atomicAdd(g, 0))
      ;
    __threadfence();
    *out = *d;
  }
}

// Nobody waits for the first flag.
// expect: two_flags_apart race=refuted
__global__ void two_flags_apart(int *d, int *f, int *g, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    *d = 5; // @write
    __threadfence();
    atomicExch(f, 1);
  } else if (blockIdx.x == 1) {
    atomicExch(g, 1);
  } else if (blockIdx.x == 2) {
    while (!atomicAdd(g, 0))
      ;
    __threadfence();
    *out = *d; // race: read-write d @write
  }
}

// expect: two_cells race=unproved
__global__ void two_cells(int *d, int *f, int *out) {
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    *d = 5; // unproved: race flag-synchronisation
    __threadfence();
    atomicExch(&f[0], 1);
  } else if (blockIdx.x == 1) {
    while (!atomicAdd(&f[0], 0))
      ;
    __threadfence();
    atomicExch(&f[1], 1);
  } else if (blockIdx.x == 2) {
    while (!atomicAdd(&f[1], 0))
      ;
    __threadfence();
    *out = *d;
  }
}

// expect: end_of_round race=unproved
__global__ void end_of_round(float *buffer, int *count, int rounds) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < rounds; k++) {
    float x = buffer[(k & 1) * n + (i + 1) % n]; // unproved: race flag-synchronisation
    buffer[(~k & 1) * n + i] = x + 1;
    all_blocks(count, (k + 1) * gridDim.x);
  }
}

// expect: begin_of_round race=unproved
__global__ void begin_of_round(float *buffer, int *count, int rounds) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < rounds; k++) {
    all_blocks(count, (k + 1) * gridDim.x);
    float x = buffer[(k & 1) * n + (i + 1) % n]; // unproved: race flag-synchronisation
    buffer[(~k & 1) * n + i] = x + 1;
  }
}

// One buffer: a round reads what others write in it.
// expect: one_buffer race=refuted
__global__ void one_buffer(float *buffer, int *count, int rounds) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < rounds; k++) {
    float x = buffer[(i + 1) % n]; // race: read-write buffer @own; race: read-write buffer @own
    buffer[i] = x + 1;             // @own
    all_blocks(count, (k + 1) * gridDim.x);
  }
}

// Thread 0 waits, and nothing keeps its block back.
// expect: alone race=refuted
__global__ void alone(float *buffer, int *count, int rounds) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < rounds; k++) {
    float x = buffer[(k & 1) * n + (i + 1) % n]; // race: read-write buffer @next; race: read-write buffer @next
    buffer[(~k & 1) * n + i] = x + 1;            // @next
    __threadfence();
    if (threadIdx.x == 0) {
      atomicAdd(count, 1);
      while (atomicAdd(count, 0) < (k + 1) * (int)gridDim.x)
        ;
    }
  }
}

// Nobody waits: a counter that ends the loop, behind a fence, orders no round.
// expect: counted race=refuted
__global__ void counted(int *out, int *count, int rounds) {
  for (int k = 0; k < rounds; k++) {
    out[blockIdx.x + k] = threadIdx.x + blockIdx.x; // race: write-write out; race: write-write out
    __threadfence();
    if (atomicAdd(count, 1) < 0)
      break;
  }
}

// Nor do tickets: those of one pair share a cell.
// expect: tickets race=refuted
__global__ void tickets(int *next, int *a, int n) {
  for (;;) {
    int i = atomicAdd(next, 1);
    if (i >= n)
      break;
    a[i / 2] = i; // race: write-write a; may-race: write-write a
    __threadfence();
  }
}

// A block passes what its first thread wrote on to another block: scopes are as wide as each step needs.
// expect: relayed race=unproved
__global__ void relayed(int *d, int *f, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *d = 5; // unproved: race flag-synchronisation
    __threadfence_block();
    atomicExch_block(f, 1);
  } else if (blockIdx.x == 0 && threadIdx.x == 32) {
    while (atomicAdd_block(f, 0) != 1)
      ;
    __threadfence();
    atomicExch(&f[1], 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(&f[1], 0) != 1)
      ;
    __threadfence();
    *out = *d;
  }
}

// The thread that passes it on has a fence for its own block only.
// expect: relayed_narrow race=refuted
__global__ void relayed_narrow(int *d, int *f, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *d = 5; // @narrow
    __threadfence_block();
    atomicExch_block(f, 1);
  } else if (blockIdx.x == 0 && threadIdx.x == 32) {
    while (atomicAdd_block(f, 0) != 1)
      ;
    __threadfence_block();
    atomicExch(&f[1], 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(&f[1], 0) != 1)
      ;
    __threadfence();
    *out = *d; // race: read-write d @narrow
  }
}

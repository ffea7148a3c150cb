// What a flag told is passed on by votes and shuffles, some blocks do not wait, and flags form chains: pairs of the
// pattern are left open. Each twin lacks a part of it.
// expect: by_vote race=unproved
__global__ void by_vote(unsigned *count, int *d, int *o) {
  d[blockIdx.x * blockDim.x + threadIdx.x] = 4; // unproved: race flag-synchronisation
  __threadfence();
  __syncthreads();
  bool last = false;
  if (threadIdx.x == 0) last = atomicAdd(count, 1) == gridDim.x - 1;
  if (__syncthreads_or(last)) {
    __threadfence();
    int v = 0;
    for (unsigned b = 0; b < gridDim.x; b++) v += d[b * blockDim.x + threadIdx.x];
    o[blockIdx.x * blockDim.x + threadIdx.x] = v;
  }
}

// No fence.
// expect: vote_unfenced race=refuted
__global__ void vote_unfenced(unsigned *count, int *d, int *o) {
  d[blockIdx.x * blockDim.x + threadIdx.x] = 4; // @unfenced
  __syncthreads();
  bool last = false;
  if (threadIdx.x == 0) last = atomicAdd(count, 1) == gridDim.x - 1;
  if (__syncthreads_or(last)) {
    int v = 0;
    for (unsigned b = 0; b < gridDim.x; b++) v += d[b * blockDim.x + threadIdx.x]; // race: read-write d @unfenced
    o[blockIdx.x * blockDim.x + threadIdx.x] = v;
  }
}

// The vote comes before the count.
// expect: vote_early race=refuted
__global__ void vote_early(unsigned *count, int *d, int *o, const int *in) {
  d[blockIdx.x * blockDim.x + threadIdx.x] = 4; // @early
  __threadfence();
  bool some = __syncthreads_or(in[threadIdx.x]);
  if (threadIdx.x == 0) atomicAdd(count, 1);
  if (some) {
    int v = 0;
    for (unsigned b = 0; b < gridDim.x; b++) v += d[b * blockDim.x + threadIdx.x]; // race: read-write d @early
    o[blockIdx.x * blockDim.x + threadIdx.x] = v;
  }
}

// expect: by_shuffle race=unproved
__global__ void by_shuffle(unsigned *count, int *d, int *o) {
  if (blockDim.x != 32) return;
  d[blockIdx.x * 32 + threadIdx.x] = 4; // unproved: race flag-synchronisation
  __threadfence();
  __syncwarp();
  unsigned k = 0;
  if (threadIdx.x == 0) k = atomicAdd(count, 1);
  k = __shfl_sync(~0u, k, 0);
  if (k == gridDim.x - 1) {
    __threadfence();
    int v = 0;
    for (unsigned b = 0; b < gridDim.x; b++) v += d[b * 32 + threadIdx.x];
    o[blockIdx.x * 32 + threadIdx.x] = v;
  }
}

// Block b waits for its turn, and block 0 has the first one.
// expect: in_turn race=unproved
__global__ void in_turn(int *turn, float *d) {
  if (blockIdx.x > 0) {
    if (threadIdx.x == 0) {
      while (atomicAdd(turn, 0) != blockIdx.x)
        ;
      __threadfence();
    }
    __syncthreads();
  }
  d[threadIdx.x] += 1; // unproved: race flag-synchronisation
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(turn, 1);
}

// Two blocks do not wait.
// expect: two_first race=refuted
__global__ void two_first(int *turn, float *d) {
  if (blockIdx.x > 1) {
    if (threadIdx.x == 0) {
      while (atomicAdd(turn, 0) != blockIdx.x)
        ;
      __threadfence();
    }
    __syncthreads();
  }
  d[threadIdx.x] += 1; // race: * d
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(turn, 1);
}

// Block b waits for flag b and sets flag b + 1: all blocks are in order.
// expect: chain race=unproved
__global__ void chain(int *flag, float *d) {
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0) {
      while (atomicAdd(&flag[blockIdx.x], 0) == 0)
        ;
      __threadfence();
    }
    d[0] += 1; // unproved: race flag-synchronisation
    __threadfence();
    atomicExch(&flag[blockIdx.x + 1], 1);
  }
}

// Nobody who sets a flag has waited for one: only neighbours are in order.
// expect: neighbours race=refuted
__global__ void neighbours(int *flag, float *d, float *o) {
  if (threadIdx.x == 0) {
    d[blockIdx.x] = 1; // @neighbours
    __threadfence();
    atomicExch(&flag[blockIdx.x], 1);
    while (atomicAdd(&flag[blockIdx.x + 1], 0) == 0)
      ;
    __threadfence();
    o[blockIdx.x] = d[blockIdx.x + 2]; // race: read-write d @neighbours
  }
}

// What the first warp waited for, __syncwarp passes on to the first warp only.
// expect: first_warp race=refuted
__global__ void first_warp(int *turn, float *d) {
  if (threadIdx.x == 0) {
    while (atomicAdd(turn, 0) != blockIdx.x)
      ;
    __threadfence();
  }
  __syncwarp();
  d[threadIdx.x] += 1; // race: * d
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(turn, 1);
}

// Nor does it collect what other warps wrote.
// expect: released_by_warp race=refuted
__global__ void released_by_warp(int *turn, float *d) {
  if (threadIdx.x == 0) {
    while (atomicAdd(turn, 0) != blockIdx.x)
      ;
    __threadfence();
  }
  __syncthreads();
  d[threadIdx.x] += 1; // race: * d
  __threadfence();
  __syncwarp();
  if (threadIdx.x == 0) atomicAdd(turn, 1);
}

// expect: one_warp race=unproved
__global__ void one_warp(int *turn, float *d) {
  if (blockDim.x > 32) return;
  if (threadIdx.x == 0) {
    while (atomicAdd(turn, 0) != blockIdx.x)
      ;
    __threadfence();
  }
  __syncwarp();
  d[threadIdx.x] += 1; // unproved: race flag-synchronisation
  __threadfence();
  __syncwarp();
  if (threadIdx.x == 0) atomicAdd(turn, 1);
}

// A fence and a flag, and a thread that waits for the flag: what that orders is not modelled, so the pair is
// left open. Each twin lacks a part of the pattern, and its pair is a race.
// expect: flag_waits race=unproved
__global__ void flag_waits(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 5; // unproved: race flag-synchronisation
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0)
      ;
    __threadfence();
    *out = *data;
  }
}

// Written after the release.
// expect: flag_late race=refuted
__global__ void flag_late(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    __threadfence();
    atomicExch(flag, 1);
    *data = 5; // @late
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0)
      ;
    __threadfence();
    *out = *data; // race: read-write data @late
  }
}

// Read before the wait.
// expect: flag_early race=refuted
__global__ void flag_early(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 5; // @early
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    *out = *data; // race: read-write data @early
    while (atomicAdd(flag, 0) == 0)
      ;
  }
}

// The flag is read, and nobody cares.
// expect: flag_ignored race=refuted
__global__ void flag_ignored(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 5; // @ignored
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    out[1] = atomicAdd(flag, 0);
    __threadfence();
    *out = *data; // race: read-write data @ignored
  }
}

// No fence, or one for the block only, between the write and the flag.
// expect: flag_unfenced race=refuted
__global__ void flag_unfenced(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 5; // @unfenced
    __threadfence_block();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0)
      ;
    __threadfence();
    *out = *data; // race: read-write data @unfenced
  }
}

// Another flag.
// expect: flag_other race=refuted
__global__ void flag_other(int *data, int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 5; // @other
    __threadfence();
    atomicExch(&flag[1], 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(&flag[0], 0) == 0)
      ;
    __threadfence();
    *out = *data; // race: read-write data @other
  }
}

// The last block to take a number reads what all have written.
// expect: last_block race=unproved
__global__ void last_block(float *part, unsigned *count, float *out) {
  __shared__ bool last;
  part[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f; // unproved: race flag-synchronisation
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(count, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    float sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
      sum += part[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  }
}

// What the block writes after its number is read by another without order.
// expect: last_late race=refuted|unproved
__global__ void last_late(float *part, unsigned *count, float *out) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(count, 1) == gridDim.x - 1;
  __syncthreads();
  part[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f; // @part
  if (last) {
    float sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
      sum += part[i]; // race: read-write part @part [*]
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  }
}

// A barrier of the grid made by hand.
// expect: grid_barrier race=unproved
__global__ void grid_barrier(int *a, int *b, unsigned *count) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1; // unproved: race flag-synchronisation
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < gridDim.x)
      ;
    __threadfence();
  }
  __syncthreads();
  b[blockIdx.x * blockDim.x + threadIdx.x] = a[(blockIdx.x ^ 1) * blockDim.x + threadIdx.x];
}

// Decoupled look-back: blocks wait for the status of those before them.
// expect: look_back race=unproved
__global__ void look_back(int *aggregate, int *status, int *out) {
  int b = (int)blockIdx.x, sum = 0;
  if (threadIdx.x != 0)
    return;
  aggregate[b] = 3 * b; // unproved: race flag-synchronisation
  __threadfence();
  atomicExch(&status[b], 1);
  for (int p = b - 1; p >= 0; p--) {
    while (atomicAdd(&status[p], 0) == 0)
      ;
    __threadfence();
    sum += aggregate[p];
  }
  out[b] = sum;
}

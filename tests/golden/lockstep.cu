// RUN: check --only=race,divergence --warp=lockstep
// The threads of a warp share one stream of instructions, as before Volta.
// expect: reduce_free race=proved
// assume: lockstep
__global__ void reduce_free(int *out) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x, lane = t & 31;
  s[t] = (int)t;
  if (lane < 16) {
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// Without volatile the compiler may keep sums in registers.
// expect: missing_volatile race=refuted
__global__ void missing_volatile(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x, lane = t & 31;
  s[t] = (int)t; // @fill
  if (lane < 16)
    s[t] += s[t + 16]; // race: read-write s @fill
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// Warps are not in step with each other.
// expect: other_warp race=refuted
__global__ void other_warp(int *out) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t; // @store
  out[blockIdx.x * blockDim.x + t] = s[t ^ 32]; // race: read-write s @store
}

// expect: own_warp race=proved
__global__ void own_warp(int *out) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  out[blockIdx.x * blockDim.x + t] = s[t ^ 16];
}

// Writes of one instruction collide.
// expect: one_instruction race=refuted
__global__ void one_instruction(int *out) {
  volatile int *v = out;
  v[blockIdx.x * blockDim.x + threadIdx.x / 2] = (int)threadIdx.x; // race: write-write out
}

// Those of two do not.
// expect: two_instructions race=proved
__global__ void two_instructions(int *out) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = 1;
  s[t ^ 1] = 2;
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// The sides of a branch run in no known order.
// expect: sides race=refuted
__global__ void sides(int *out) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = 0;
  if (t % 2 == 0)
    s[t] = 1; // @then
  else
    s[t - 1] = 2; // race: write-write s @then
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// Two branches do: lanes meet in between.
// expect: one_by_one race=proved
__global__ void one_by_one(int *out) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = 0;
  if (t % 2 == 0)
    s[t] = 1;
  if (t % 2 == 1)
    s[t - 1] = 2;
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: rounds_free race=proved
__global__ void rounds_free(int *out, int n) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    int v = s[t ^ 1];
    s[t] = v + i;
  }
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// Lanes that leave the loop wait behind it.
// expect: leaving_free race=proved
__global__ void leaving_free(int *out) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = 0;
  for (unsigned i = 0; i < (t & 31); i++)
    s[t ^ 1] = (int)i;
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// What stands on the way out does not wait.
// expect: leaving_racy race=refuted
__global__ void leaving_racy(int *out, int n) {
  __shared__ volatile int s[1024];
  unsigned t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    if (i == (int)(t & 31)) {
      s[t] = 7; // @out
      break;
    }
    s[t ^ 1] = i; // race: write-write s @out
  }
  out[blockIdx.x * blockDim.x + t] = (int)t;
}

// A block barrier orders warps, whatever is volatile.
// expect: barrier_free race=proved
__global__ void barrier_free(int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}

// An index that other threads stored before the barrier.
// expect: permuted_free race=proved
__global__ void permuted_free() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[blockDim.x - 1 - t] = t;
  __syncthreads();
  unsigned at = place[t];
  if (at < 1024)
    s[at] = t;
}

// expect: permuted_racy race=refuted
__global__ void permuted_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[blockDim.x - 1 - t] = t / 2;
  __syncthreads();
  s[place[t]] = t; // race: write-write s
}

// Written twice: only the later value is there.
// expect: overwritten_free race=proved
__global__ void overwritten_free() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = 0;
  __syncthreads();
  place[blockDim.x - 1 - t] = t;
  __syncthreads();
  unsigned at = place[t];
  if (at < 1024)
    s[at] = t;
}

// Only half of the cells are written again.
// expect: overwritten_racy race=refuted
__global__ void overwritten_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = 0;
  __syncthreads();
  if (t < blockDim.x / 2)
    place[blockDim.x - 1 - t] = t;
  __syncthreads();
  s[place[t]] = t; // race: write-write s
}

// One thread writes a cell of another between the store and the read.
// expect: disturbed_racy race=refuted
__global__ void disturbed_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  __syncthreads();
  if (t == 0)
    place[1] = 0;
  __syncthreads();
  s[place[t]] = t; // race: write-write s
}

// The barrier around the second write is executed for some n only.
// expect: sometimes_racy race=refuted
__global__ void sometimes_racy(int n) {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = 3;
  if (n > 0) {
    __syncthreads();
    place[t] = t;
    __syncthreads();
  }
  s[place[t]] = t; // race: write-write s
}

// In every round the indices of that round.
// expect: rounds_free race=proved
__global__ void rounds_free(int n) {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    place[blockDim.x - 1 - t] = t;
    __syncthreads();
    unsigned at = place[t];
    if (at < 1024)
      s[at] = t;
    __syncthreads();
  }
}

// The first round reads what was there before the loop, the next what the round before left.
// expect: rounds_racy race=refuted
__global__ void rounds_racy(int n) {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    unsigned at = place[t];
    s[at] = t; // race: write-write s
    __syncthreads();
    place[t] = at / 2;
    __syncthreads();
  }
}

// The threads that leave early write nothing.
// expect: leavers_racy race=refuted
__global__ void leavers_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = 0;
  __syncthreads();
  if (t >= 16)
    return;
  place[t] = t + 1;
  __syncthreads(); // may-divergence: exited [warning]
  s[place[t + 8]] = t; // race: write-write s
}

// Contents of an array that has races are not used.
// expect: unreliable_racy race=refuted
__global__ void unreliable_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t; // race: write-write place @next
  place[(t + 1) % blockDim.x] = t; // @next; may-race: write-write place
  __syncthreads();
  s[place[t]] = t; // race: write-write s
}

// The same in global memory, where each block has its own part, and where it has not.
// expect: block_free race=proved
__global__ void block_free(unsigned *place, int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  place[i] = i;
  __syncthreads();
  out[place[i]] = (int)i;
}

// expect: block_racy race=refuted
__global__ void block_racy(unsigned *place, int *out) {
  unsigned t = threadIdx.x;
  place[t] = blockIdx.x; // @place; race: write-write place
  __syncthreads();
  out[place[t]] = (int)t; // race: write-write out; may-race: read-write place @place
}

// What one thread stored decides a branch of all.
// expect: decided_free race=proved
__global__ void decided_free(int *out) {
  __shared__ int mode;
  unsigned t = threadIdx.x;
  if (t == 0)
    mode = 5;
  __syncthreads();
  if (mode == 5)
    out[blockIdx.x * blockDim.x + t] = 1;
  else
    out[0] = (int)t;
}

// expect: decided_racy race=refuted
__global__ void decided_racy(int *out, int n) {
  __shared__ int mode;
  unsigned t = threadIdx.x;
  if (t == 0)
    mode = n;
  __syncthreads();
  if (mode == 5)
    out[blockIdx.x * blockDim.x + t] = 1; // may-race: write-write out @all
  else
    out[0] = (int)t; // @all; race: write-write out
}

// RUN: check --only=race,divergence
// A guard read from shared memory that nobody can write in this interval is uniform.
// expect: shared_guard_free race=proved
__global__ void shared_guard_free(const int *in, int *out) {
  __shared__ int go, s[1025];
  unsigned t = threadIdx.x;
  if (t == 0)
    go = in[0];
  s[t] = (int)t;
  __syncthreads();
  int mine = go;
  if (mine)
    __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

// Each thread reads a cell of its own: nothing makes them agree.
// expect: own_guard divergence=refuted|unproved race=unproved
__global__ void own_guard(const int *in, int *out) {
  __shared__ int go[1024];
  unsigned t = threadIdx.x;
  go[t] = in[t];
  __syncthreads();
  if (go[t])
    __syncthreads(); // may-divergence: *
  out[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}

// The guard is written again before some threads have read it.
// expect: guard_rewritten race=refuted divergence=refuted|unproved
__global__ void guard_rewritten(const int *in, int *out) {
  __shared__ int go;
  unsigned t = threadIdx.x;
  if (t == 0)
    go = in[0];
  __syncthreads();
  int mine = go; // @read
  if (t == 1)
    go = 0; // race: read-write go @read
  if (mine)
    __syncthreads(); // may-divergence: *
  out[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}

// Read again after a barrier, when another thread has written it: the two values differ.
// expect: guard_of_two_intervals divergence=refuted|unproved race=unproved
__global__ void guard_of_two_intervals(int *out) {
  __shared__ int go;
  unsigned t = threadIdx.x;
  if (t == 0)
    go = 0;
  __syncthreads();
  int before = go;
  __syncthreads();
  if (t == 1)
    go = 1;
  __syncthreads();
  int mine = t == 0 ? before : go;
  if (mine)
    __syncthreads(); // may-divergence: *
  out[blockIdx.x * blockDim.x + t] = 1;
  __syncthreads(); // may-divergence: *
}

// A thread that reads its own cell twice, without a write between, and with one.
// expect: twice_free race=proved
__global__ void twice_free(const int *in, int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  int before = s[t], after = s[t];
  if (before != after)
    out[blockIdx.x] = (int)t;
}

// expect: twice_racy race=refuted
__global__ void twice_racy(const int *in, int *out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  int before = s[t];
  s[t] = before + 1;
  int after = s[t];
  if (before != after)
    out[blockIdx.x] = (int)t; // race: write-write out
}

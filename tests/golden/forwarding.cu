// What a thread reads is what it stored last itself.
// expect: stored_free race=proved
__global__ void stored_free() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = 0;
  place[t] = t;
  unsigned at = place[t];
  if (at < 1024)
    s[at] = t;
}

// expect: stored_racy race=refuted
__global__ void stored_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  place[t] = 0;
  s[place[t]] = t; // race: write-write s [*]
}

// One byte of it was stored later.
// expect: part_racy race=refuted
__global__ void part_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  ((unsigned char *)place)[4 * t] = 0;
  s[place[t]] = t; // race: write-write s [*]
}

// Stored again under a condition, or in a loop that may run or not.
// expect: condition_racy race=refuted
__global__ void condition_racy(const int *c) {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  if (c[t])
    place[t] = 1;
  s[place[t]] = t; // race: write-write s [*]
}

// expect: loop_racy race=refuted
__global__ void loop_racy(int n) {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  for (int i = 0; i < n; i++)
    place[t] = 1;
  s[place[t]] = t; // race: write-write s [*]
}

// The read of the next iteration finds what this one stored.
// expect: iteration_racy race=refuted
__global__ void iteration_racy(int n) {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  for (int i = 0; i < n; i++) {
    s[place[t]] = t; // race: write-write s [*]
    place[t] = 5;
  }
}

// A fill writes every byte; a copy writes what is not known.
// expect: filled_free race=proved
__global__ void filled_free(int *out) {
  __shared__ int mode[2];
  unsigned t = threadIdx.x;
  if (t == 0)
    memset(mode, 0, sizeof mode);
  __syncthreads();
  if (mode[1] == 0)
    out[blockIdx.x * blockDim.x + t] = 1;
  else
    out[0] = (int)t;
}

// expect: filled_racy race=refuted
__global__ void filled_racy(int *out) {
  __shared__ int mode[2];
  unsigned t = threadIdx.x;
  if (t == 0)
    memset(mode, 1, sizeof mode);
  __syncthreads();
  if (mode[1] == 1)
    out[blockIdx.x * blockDim.x + t] = 1; // may-race: write-write out @all
  else
    out[0] = (int)t; // @all; race: write-write out
}

// An atomic leaves a value that is not known.
// expect: updated_racy race=refuted|unproved
__global__ void updated_racy() {
  __shared__ unsigned place[1024], s[1024];
  unsigned t = threadIdx.x;
  place[t] = t;
  __syncthreads();
  atomicAdd(&place[0], 1u);
  __syncthreads();
  s[place[t]] = t; // may-race: write-write s
}

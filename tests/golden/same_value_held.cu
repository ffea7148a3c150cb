// Storing what the cell held already, against a read, is a same-value conflict.
// expect: held_note race=proved
__global__ void held_note(int *out) {
  __shared__ int s[1];
  unsigned t = threadIdx.x;
  if (t == 0)
    s[0] = 5;
  __syncthreads();
  if (t == 1)
    s[0] = 5; // same-value: s @read
  out[blockIdx.x * blockDim.x + t] = s[0]; // @read
}

// expect: held_racy race=refuted
__global__ void held_racy(int *out) {
  __shared__ int s[1];
  unsigned t = threadIdx.x;
  if (t == 0)
    s[0] = 5;
  __syncthreads();
  if (t == 1)
    s[0] = 6; // race: read-write s @read2
  out[blockIdx.x * blockDim.x + t] = s[0]; // @read2
}

// A barrier may lie further back, if nobody stores anything else since.
// expect: held_loop race=proved
__global__ void held_loop(int *out, int n) {
  __shared__ int s[1025];
  int t = (int)threadIdx.x;
  s[t] = 7;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (t % 3 == i)
      s[t] = 7; // same-value: s @loop
    out[blockIdx.x * blockDim.x + t] += s[t ^ 1]; // @loop
    __syncthreads();
  }
}

// expect: held_until race=refuted
__global__ void held_until(int *out, int n) {
  __shared__ int s[1025];
  int t = (int)threadIdx.x;
  s[t] = 7;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (t % 3 == i)
      s[t] = 7; // race: read-write s @until
    out[blockIdx.x * blockDim.x + t] += s[t ^ 1]; // @until
    __syncthreads();
    if (t == 0)
      s[1] = 8;
    __syncthreads();
  }
}

// The reader has stored it itself.
// expect: held_own race=proved
__global__ void held_own(int *out) {
  __shared__ int s[1];
  s[0] = 5; // same-value: s; same-value: s @own
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[0]; // @own
}

// expect: held_not_own race=refuted
__global__ void held_not_own(int *out) {
  __shared__ int s[1];
  s[0] = (int)threadIdx.x; // race: write-write s; race: read-write s @other
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[0]; // @other
}

// Only some arguments make it the same value; other blocks are not ordered by the barrier.
// expect: held_param race=refuted
__global__ void held_param(int *out, int x) {
  __shared__ int s[1];
  if (threadIdx.x == 0)
    s[0] = 5;
  __syncthreads();
  if (threadIdx.x == 1)
    s[0] = x; // race: read-write s @param
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[0]; // @param
}

// expect: held_blocks race=refuted
__global__ void held_blocks(int *a, int *out) {
  if (threadIdx.x == 0)
    a[0] = 5; // @first; race: read-write a @blocks; same-value: a
  __syncthreads();
  if (threadIdx.x == 1)
    a[0] = 5; // race: read-write a @blocks; same-value: a; same-value: a @first
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[0]; // @blocks
}

// What a thread stored before a block barrier it still finds behind it, whatever other blocks store there.
// expect: held_own_blocks race=proved
__global__ void held_own_blocks(int *a, int *out, int n) {
  a[threadIdx.x] = n; // same-value: a; same-value: a @own_read
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x]; // @own_read
}

// Another thread of its block has stored something else there.
// expect: held_lost_blocks race=refuted
__global__ void held_lost_blocks(int *a, int *out, int n) {
  a[threadIdx.x] = 1; // race: write-write a @lost_other; race: read-write a @lost_read; same-value: a
  __syncthreads();
  a[threadIdx.x ^ 1] = 2; // @lost_other; race: read-write a @lost_read; same-value: a
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x]; // @lost_read
}

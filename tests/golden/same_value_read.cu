// What all threads store is what they read from one cell that nobody writes meanwhile.
// expect: first race=proved
__global__ void first(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x] = s[0]; // same-value: out
}

// Blocks have copies of their own.
// expect: first_of_blocks race=refuted
__global__ void first_of_blocks(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[0] = s[0]; // race: write-write out; may-same-value: out
}

// expect: two_cells race=refuted
__global__ void two_cells(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x] = s[t & 1]; // race: write-write out
}

// One writer, a float, some arithmetic.
// expect: one_writer race=proved
__global__ void one_writer(float *out, const float *in) {
  __shared__ float s[2];
  if (threadIdx.x == 3) s[1] = in[blockIdx.x];
  __syncthreads();
  out[blockIdx.x] = s[1] * 2 + 1; // same-value: out
}

// The cell is written while others read it.
// expect: one_writer_racy race=refuted
__global__ void one_writer_racy(float *out, const float *in) {
  __shared__ float s[2];
  if (threadIdx.x == 3) s[1] = in[blockIdx.x]; // @put
  out[blockIdx.x] = s[1] * 2 + 1; // race: read-write s @put; may-same-value: out [*]; may-race: write-write out [*]
}

// A cell of global memory: of the block's own, and of one that no block writes.
// expect: global_cell race=proved
__global__ void global_cell(int *out, int *cells) {
  if (threadIdx.x == 0) cells[blockIdx.x] = out[blockIdx.x + gridDim.x];
  __syncthreads();
  out[blockIdx.x] = cells[blockIdx.x]; // same-value: out
}

// expect: global_neighbour race=refuted
__global__ void global_neighbour(int *out, int *cells) {
  if (threadIdx.x == 0) cells[blockIdx.x] = out[blockIdx.x + gridDim.x]; // @deposit
  __syncthreads();
  out[blockIdx.x] = cells[blockIdx.x + 1]; // race: read-write cells @deposit; may-same-value: out [*]; may-race: write-write out [*]
}

// Every block stores what it reads from one cell.
// expect: unwritten race=proved
__global__ void unwritten(int *a, int *b) {
  a[0] = b[0]; // same-value: a
  b[1 + threadIdx.x] = 0;
}

// expect: unwritten_racy race=refuted
__global__ void unwritten_racy(int *a, int *b) {
  a[0] = b[0]; // @read; may-same-value: a [*]; may-race: write-write a [*]
  b[threadIdx.x] = 0; // race: read-write b @read
}

// Blocks that lie along x: one violation shows that the kernel is made for them, and then it is so for what one thread of such a block does.

// As libraries number threads: rows of 64 that they are not told to have. `s` shows what the block is made for, and then 'total' is no error.
// expect: line race=unproved
__global__ void line(float *total, const float *in) {
  __shared__ float s[4];
  int rank = threadIdx.y * 64 + threadIdx.x, lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  if (lane == 0)
    s[threadIdx.x / 32] = in[rank]; // race: * s [warning]; unproved: race needs-precondition blockDim.y == 1
  __syncthreads();
  if (threadIdx.x == 0)
    total[blockIdx.x] += s[0]; // race: * total [warning]
}

// Rows are what this kernel has, and nothing else shows that it should not: the thread for each row is a bug.
// expect: rows race=refuted
__global__ void rows(float *total, const float *in) {
  __shared__ float s[1024];
  int rank = threadIdx.y * blockDim.x + threadIdx.x;
  s[rank] = in[rank];
  __syncthreads();
  if (threadIdx.x == 0)
    total[blockIdx.x] += s[0]; // race: * total
}

// One thread fills the table, all read it.
// expect: one_free race=proved
__global__ void one_free(const int *in, int *out) {
  __shared__ int table[16];
  if (threadIdx.x == 0)
    for (int k = 0; k < 16; k++)
      table[k] = in[k];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x % 16];
}

// expect: one_racy race=refuted
__global__ void one_racy(const int *in, int *out) {
  __shared__ int table[16];
  if (threadIdx.x == 0)
    for (int k = 0; k < 16; k++)
      table[k] = in[k]; // @fill
  out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x % 16]; // race: read-write table @fill
}

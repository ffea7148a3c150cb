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

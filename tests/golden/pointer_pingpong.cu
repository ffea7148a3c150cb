// Buffers exchanged by pointers, one barrier per round.
// expect: buffers_free race=proved
__global__ void buffers_free(int *out, int rounds) {
  __shared__ int a[1025], b[1025];
  unsigned t = threadIdx.x;
  int *from = a, *to = b;
  from[t] = (int)t;
  __syncthreads();
  for (int k = 0; k < rounds; k++) {
    to[t] = from[t] + from[t + 1];
    __syncthreads();
    int *last = from;
    from = to;
    to = last;
  }
  out[blockIdx.x * blockDim.x + t] = from[t];
}

// expect: buffers_racy race=refuted
__global__ void buffers_racy(int *out, int rounds) {
  __shared__ int a[1025], b[1025];
  unsigned t = threadIdx.x;
  int *from = a, *to = a;
  from[t] = (int)t;
  __syncthreads();
  for (int k = 0; k < rounds; k++) {
    to[t] = from[t] + from[t + 1]; // race: read-write a
    __syncthreads();
    int *last = from;
    from = to;
    to = last;
  }
  out[blockIdx.x * blockDim.x + t] = from[t] + b[t];
}

// What each thread stores is read by its neighbour; a round without its second barrier.
__global__ void rotate(int *out, int rounds) {
  __shared__ int s[1024], place[1024];
  unsigned t = threadIdx.x;
  place[blockDim.x - 1 - t] = (int)t;
  __syncthreads();
  s[place[t]] = 0;
  for (int k = 0; k < rounds; k++) {
    __syncthreads();
    if (t > 0)
      s[t] = s[t - 1] + k;
  }
}

// A thread may leave the loop before its barrier.
__global__ void ragged(int *out) {
  for (unsigned k = 0; k < threadIdx.x; k++)
    __syncthreads();
  if (threadIdx.x % 2 == 0)
    out[threadIdx.x / 2] = 1;
}

/* Sarkar et al. (ICSOFT 2018), section 6: the four kinds of error they inject,
 * on a kernel of ours that averages neighbours within a block.
 *
 * Answers: `average` is race-free. Type 1 lacks the barrier between a write and
 * the neighbour's read, type 2 the one between that read and the next write, type 3
 * the one between two writes, type 4 puts the access of all threads behind a
 * condition that lets neighbours touch the same cell. */

// expect: average race=proved
__global__ void average(int *out, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  int sum = s[t] + s[t + 1];
  __syncthreads();
  s[t] = sum / 2;
  __syncthreads();
  out[i] = s[blockDim.x - 1 - t];
}

// expect: type1 race=refuted
__global__ void type1(int *out, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];                    // @t1
  out[i] = s[t] + s[t + 1];        // race: read-write s @t1
}

// expect: type2 race=refuted
__global__ void type2(int *out, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  int sum = s[t] + s[t + 1];       // @t2
  s[t] = sum / 2;                  // race: read-write s @t2
  __syncthreads();
  out[i] = s[blockDim.x - 1 - t];
}

// expect: type3 race=refuted
__global__ void type3(int *out) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x;
  s[t] = (int)t;                                // @t3
  s[blockDim.x - 1 - t] = (int)t + 5000;        // race: write-write s @t3
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: type4 race=refuted
__global__ void type4(int *out, const int *in) {
  __shared__ int s[1025];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (in[i] > 0)
    s[t / 2] = (int)t;             // race: write-write s
  __syncthreads();
  out[i] = s[t];
}

// Equal operations on equal values give equal values, whatever they compute.
// expect: float_same race=proved
__global__ void float_same(float *out, const float *in, const int *key) {
  int i = key[threadIdx.x];
  out[i] = sqrtf(in[i]) * 2.0f + in[i + 1]; // same-value: out
}

// Only keys that are distinct exclude it.
// expect: float_differs race=unproved
__global__ void float_differs(float *out, const float *in, const int *key) {
  int i = key[threadIdx.x];
  out[i] = sqrtf(in[i]) * 2.0f + in[i + (threadIdx.x & 1)]; // race: write-write out [warning]; unproved: race needs-precondition distinct(key)
}

// expect: float_pairs race=proved
__global__ void float_pairs(float *out, const float *in) {
  __shared__ float s[600];
  unsigned i = threadIdx.x / 2;
  s[i] = fmaf(in[i], 2.0f, 1.0f); // same-value: s
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

// expect: float_branch race=proved
__global__ void float_branch(float *out, const float *in, float limit) {
  __shared__ float s[1025];
  float x = in[0] / in[1];
  s[threadIdx.x] = x;
  if (x * x > limit || isnan(x))
    __syncthreads();
  else
    return;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

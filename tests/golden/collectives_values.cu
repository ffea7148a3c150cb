// What lanes share is used only where they are shown to come together.
#define FULL 0xffffffffu

// expect: together divergence=proved race=proved
__global__ void together(const int *in) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  int base = 0;
  for (int k = 0; k < 4; k++) {
    base = __shfl_sync(FULL, in[t + k] & 31, 0);
    if (t < 32)
      s[base + t] = (int)t;
    __syncthreads();
  }
}

// Lanes may have left the loop in rounds before: what the others get is any value.
// expect: apart divergence=refuted|unproved race=unproved|refuted
__global__ void apart(const int *in, int *out) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  for (int k = 0; k < 4; k++) {
    if (in[t * 4 + k] > 9)
      break;
    int base = __shfl_sync(FULL, in[t + k] & 31, 0); // divergence: * [*]; may-unproved: divergence
    if (t < 32)
      s[base + t] = (int)t; // may-race: write-write s [*]; may-unproved: race
  }
  out[t] = 1;
}

// A lane that misses one shuffle changes nothing of the races.
// expect: no_matter divergence=refuted race=proved
__global__ void no_matter(int *a) {
  __shared__ int s[1024];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  s[threadIdx.x] = v;
  if (threadIdx.x % 32 < 16)
    v = __shfl_xor_sync(FULL, v, 1); // divergence: *
  __syncthreads();
  a[i] = v + s[threadIdx.x ^ 1];
}

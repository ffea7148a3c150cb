// Indices in which a number stands next to its own remainder, as merging networks have them: 2 * t - t % n is
// (t / n) * 2n + t % n, a number with digits. Few solver steps: such pairs, and those that differ from them in their
// guards alone, are not a matter of luck.
// RUN: check --only=race,divergence --budget=300000

// expect: halves_free race=proved
__global__ void halves_free(int *out) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  unsigned at = 2 * t - (t & 15);
  s[at] = t;
  s[at + 16] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: halves_racy race=refuted
__global__ void halves_racy(int *out) {
  __shared__ int s[2048];
  unsigned t = threadIdx.x;
  unsigned at = 2 * t - (t & 15);
  s[at] = t; // race: write-write s @racy
  s[at + 8] = t; // @racy
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t];
}

// expect: thirds_free race=proved
__global__ void thirds_free(int *out, int n) {
  int t = threadIdx.x;
  if (t < n)
    out[blockIdx.x * 3 * n + 3 * t - 2 * (t % 5)] = t;
}

// expect: thirds_racy race=refuted
__global__ void thirds_racy(int *out, int n) {
  int t = threadIdx.x;
  if (t < n)
    out[blockIdx.x * 3 * n + 3 * t - 3 * (t % 5)] = t; // race: write-write out
}

__device__ void exchange(int *x, int *y, unsigned up) {
  int v = *x;       // @vx
  if ((v > *y) == up) { // @vy
    *x = *y; // @x
    *y = v;  // @y
  }
}

// expect: merge_free race=proved
__global__ void merge_free(int *out, unsigned length) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  for (unsigned size = 2; size < length; size <<= 1) {
    unsigned up = (t & (size / 2)) != 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * t - (t & (stride - 1));
      exchange(&s[at], &s[at + stride], up);
    }
  }
}

// Tiles whose size is a power of two, given by its logarithm, in a loop that halves strides: that
// blockIdx.x << log2 does not wrap is assumed for every logarithm, the largest included.

// expect: halves_free race=proved
__global__ void halves_free(float *out, const float *in, int log2) {
  extern __shared__ float s[];
  const int n = 1 << log2, base = blockIdx.x << log2, t = threadIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = in[base + i];
  for (int stride = n >> 1; stride > 0; stride >>= 1) {
    __syncthreads();
    int low = t & (stride - 1), first = ((t - low) << 1) + low;
    float a = s[first], b = s[first + stride];
    s[first] = a + b;
    s[first + stride] = a - b;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[base + i] = s[i];
}

// Tiles of blocks overlap by half.
// expect: overlapping_racy race=refuted
__global__ void overlapping_racy(float *out, const float *in, int log2) {
  extern __shared__ float s[];
  const int n = 1 << log2, base = blockIdx.x << (log2 - 1), t = threadIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = in[base + i];
  for (int stride = n >> 1; stride > 0; stride >>= 1) {
    __syncthreads();
    int low = t & (stride - 1), first = ((t - low) << 1) + low;
    float a = s[first], b = s[first + stride];
    s[first] = a + b;
    s[first + stride] = a - b;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[base + i] = (float)blockIdx.x; // race: write-write out
}

// Bits that a constant shifts out in any launch: nothing is assumed of them, whatever else is shifted.
// expect: shifted_out_racy race=refuted
__global__ void shifted_out_racy(int *out, int log2) {
  if (threadIdx.x == 0)
    for (int stride = 1 << log2; stride > 0; stride >>= 1)
      out[((blockIdx.x << 31) >> 16) + stride] = (int)blockIdx.x; // race: write-write out
}

// RUN: check --only=race,divergence
// Loops over powers of two, one after the other and nested; each twin lacks a barrier or a bit.

// The second loop starts from what the first left: 512 >> 9, halved again.
// expect: prefix_free race=proved divergence=proved
__global__ void prefix_free(unsigned *a) {
  __shared__ unsigned s[512];
  unsigned t = threadIdx.x, offset = 1;
  if (t < 256) {
    s[2 * t] = a[2 * t];
    s[2 * t + 1] = a[2 * t + 1];
  }
  for (unsigned d = 256; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  for (unsigned d = 2; d < 512; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (t < d - 1) {
      unsigned from = offset * (t + 1) - 1;
      s[from + (offset >> 1)] += s[from];
    }
  }
}

// expect: prefix_racy race=refuted divergence=proved
__global__ void prefix_racy(unsigned *a) {
  __shared__ unsigned s[512];
  unsigned t = threadIdx.x, offset = 1;
  if (t < 256) {
    s[2 * t] = a[2 * t];
    s[2 * t + 1] = a[2 * t + 1];
  }
  for (unsigned d = 256; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  for (unsigned d = 2; d < 512; d <<= 1) {
    offset >>= 1;
    if (t < d - 1) {
      unsigned from = offset * (t + 1) - 1;
      s[from + (offset >> 1)] += s[from]; // race: read-write s
    }
    if (d == 4)
      __syncthreads();
  }
}

// A signed offset that is halved by division.
// expect: halves_free race=proved
__global__ void halves_free(int *a) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  int offset = 1;
  if (t < 64)
    s[t] = a[t];
  for (unsigned d = 32; d > 0; d /= 2)
    offset *= 2;
  for (unsigned d = 1; d < 64; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      int v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
}

// expect: halves_racy race=refuted
__global__ void halves_racy(int *a) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  int offset = 1;
  if (t < 64)
    s[t] = a[t];
  for (unsigned d = 32; d > 0; d /= 2)
    offset *= 2;
  for (unsigned d = 1; d < 64; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 3) - 1;
      int v = s[left]; // @left
      s[left] = s[right]; // @swap; race: read-write s
      s[right] += v; // race: read-write s @left; race: read-write s @swap; race: write-write s @swap
    }
  }
}

// The inner loop's bound is the outer loop's counter; no barrier limits how far `n` goes.
// expect: network_free race=proved
__global__ void network_free(unsigned *g, unsigned n) {
  __shared__ unsigned s[512];
  s[threadIdx.x] = g[threadIdx.x]; // @one
  s[threadIdx.x + 256] = g[threadIdx.x + 256]; // same-value: s @one
  for (unsigned size = 2; size < n; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      unsigned a = s[pos], b = s[pos + stride];
      s[pos] = b;
      s[pos + stride] = a;
    }
  }
}

// expect: network_racy race=refuted
__global__ void network_racy(unsigned *g, unsigned n) {
  __shared__ unsigned s[512];
  s[threadIdx.x] = g[threadIdx.x]; // @two
  s[threadIdx.x + 256] = g[threadIdx.x + 256]; // same-value: s @two
  for (unsigned size = 2; size < n; size <<= 1) {
    __syncthreads();
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      unsigned a = s[pos], b = s[pos + stride]; // @loads
      s[pos] = b; // @low; race: read-write s @loads; race: write-write s
      s[pos + stride] = a; // race: read-write s @loads; race: write-write s; race: write-write s @low
    }
  }
}

// Sizes are powers of two by their logarithm.
// expect: walsh_free race=proved
// assume: blockIdx.x << log
__global__ void walsh_free(float *g, int log) {
  extern __shared__ float s[];
  const int n = 1 << log, pos = threadIdx.x;
  float *mine = g + (blockIdx.x << log);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = mine[i];
  for (int stride = n >> 2; stride > 0; stride >>= 2) {
    int low = pos & (stride - 1), first = ((pos - low) << 2) + low;
    __syncthreads();
    float a = s[first], b = s[first + stride];
    s[first] = a + b;
    s[first + stride] = a - b;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    mine[i] = s[i];
}

// expect: walsh_racy race=refuted
__global__ void walsh_racy(float *g, int log) {
  extern __shared__ float s[];
  const int n = 1 << log, pos = threadIdx.x;
  for (int stride = n >> 2; stride > 0; stride >>= 2) {
    int low = pos & (stride - 1), first = ((pos - low) << 2) + (low >> 1);
    __syncthreads();
    float a = s[first], b = s[first + stride]; // @lost
    s[first] = a + b;          // race: read-write s @lost; race: write-write s
    s[first + stride] = a - b; // race: read-write s @lost; race: write-write s
  }
}

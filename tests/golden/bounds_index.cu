// RUN: check --only=bounds
// Indices that wrap, that are negative, that are masked.

// expect: masked bounds=proved
__global__ void masked(unsigned n) {
  __shared__ int s[64];
  s[(threadIdx.x + n) & 63] = 1;
  s[(threadIdx.x * n) % 64] = 1;
}

// expect: masked_wide bounds=refuted
__global__ void masked_wide(unsigned n) {
  __shared__ int s[64];
  s[(threadIdx.x + n) & 64] = 1; // bounds: s
  s[(threadIdx.x * n) % 65] = 1; // bounds: s
}

// The remainder of a negative number is negative.
// expect: remainder bounds=refuted
__global__ void remainder(int n) {
  __shared__ int s[64];
  s[((int)threadIdx.x - n) % 64] = 1; // bounds: s
}

// expect: remainder_fixed bounds=proved
__global__ void remainder_fixed(int n) {
  __shared__ int s[127];
  s[((int)threadIdx.x - n) % 64 + 63] = 1;
}

// threadIdx.x - 1 of thread 0 is the largest unsigned number.
// expect: unsigned_below bounds=refuted
__global__ void unsigned_below(int k) {
  __shared__ int s[1024];
  s[threadIdx.x - 1] = k; // bounds: s
}

// expect: unsigned_guarded bounds=proved
__global__ void unsigned_guarded(int k) {
  __shared__ int s[64];
  unsigned i = threadIdx.x - 1;
  if (i < 64) s[i] = k;
}

// The guard holds for negative numbers.
// expect: signed_guarded bounds=refuted
__global__ void signed_guarded(int k) {
  __shared__ int s[64];
  int i = (int)threadIdx.x - 1;
  if (i < 64) s[i] = k; // bounds: s
}

// The product wraps for a large n; s[n] is the address of s[n - 2^62] then, far beyond.
// expect: wrapped bounds=unproved
__global__ void wrapped(unsigned long long n) {
  __shared__ int s[64];
  if (n * 8 < 512) s[n] = 1; // unproved: bounds no-witness
}

// A pointer that leaves the array and comes back.
// expect: excursion bounds=proved
__global__ void excursion(int k) {
  __shared__ int s[1024];
  int *p = s + 2000;
  p -= 2000;
  p[threadIdx.x] = k;
}

// expect: loop bounds=proved
__global__ void loop(int n) {
  __shared__ int s[1000];
  for (int i = (int)threadIdx.x; i < 1000; i += (int)blockDim.x) s[i] = n;
}

// expect: loop_one_more bounds=refuted
__global__ void loop_one_more(int n) {
  __shared__ int s[1000];
  for (int i = (int)threadIdx.x; i <= 1000; i += (int)blockDim.x) s[i] = n; // bounds: s
}

// expect: halving bounds=proved
__global__ void __launch_bounds__(512) halving(int n) {
  __shared__ int s[512];
  for (unsigned d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
}

// expect: halving_large bounds=refuted
__global__ void __launch_bounds__(512) halving_large(int n) {
  __shared__ int s[512];
  for (unsigned d = 512; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; // bounds: s
  }
}

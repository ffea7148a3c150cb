// A launch that is fixed whole rests on nothing about sizes.
// RUN: check --only=race,divergence --block=64 --grid=1 --param=n=128

// The loop's rounds are counted without a bound of their type.
// expect: unsigned_rounds race=proved
// assume: !
__global__ void unsigned_rounds(unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    __syncthreads();
}

// A counter that starts again in each round hands out as many numbers as there are threads.
// expect: tickets race=proved
// assume: !
__global__ void tickets(int *o) {
  __shared__ int c;
  for (int k = 0; k < 2; k++) {
    if (threadIdx.x == 0)
      c = 0;
    __syncthreads();
    int p = atomicAdd(&c, 1);
    o[p] = (int)threadIdx.x + k;
    __syncthreads();
  }
}

// Twice in a round.
// expect: twice race=proved
// assume: !
__global__ void twice(int *o) {
  __shared__ int c;
  for (int k = 0; k < 2; k++) {
    if (threadIdx.x == 0)
      c = 0;
    __syncthreads();
    o[atomicAdd(&c, 1)] = k;
    o[atomicAdd(&c, 1)] = -k;
    __syncthreads();
  }
}

// How often is not known.
// expect: many_tickets race=proved
// assume: tickets
__global__ void many_tickets(int *o, int times) {
  __shared__ int c;
  if (threadIdx.x == 0)
    c = 0;
  __syncthreads();
  for (int k = 0; k < times; k++)
    o[atomicAdd(&c, 1)] = k;
}

// expect: halves race=proved
// assume: !
__global__ void halves(int *o) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    o[0] = s[0];
}

// A part of 128 numbers for each thread: where it ends is no size, but bounded.
// expect: parts race=proved
// assume: !overflow
__global__ void parts(int *a, int n) {
  int g = blockIdx.x * 64 + threadIdx.x, b = g * n / 256, e = (g + 1) * n / 256;
  for (int i = b; i < e; i++)
    a[i] = g;
}

// The inner loop's rounds are bounded by the outer one's.
// expect: nested race=proved
// assume: !overflow
__global__ void nested(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      __syncthreads();
      s[(t + j) & 63] += i;
    }
    __syncthreads();
    s[t] += 1;
  }
  a[blockIdx.x * 64 + t] = s[t];
}

// Steps are doubled, and subtracted from the index: below the block's size neither leaves its type.
// expect: doubled race=proved
// assume: !
__global__ void doubled(int *o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  for (int d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
  }
  __syncthreads();
  o[t] = s[t];
}

// Its twin: no barrier between the read and the sum.
// expect: doubled_racy race=refuted
__global__ void doubled_racy(int *o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  for (int d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    int v = t >= d ? s[t - d] : 0; // @read
    s[t] += v; // race: read-write s @read
  }
}

// What a table of constants holds, and a part of the index.
// expect: places race=proved
// assume: !
__global__ void places(int *o) {
  static const int place[4] = {3, 1, 0, 2};
  int t = threadIdx.x;
  o[place[t & 3] + (t & ~3)] = t;
}

// Its twin: two threads have one place.
// expect: places_racy race=refuted
__global__ void places_racy(int *o) {
  static const int place[4] = {3, 1, 1, 2};
  int t = threadIdx.x;
  o[place[t & 3] + (t & ~3)] = t; // race: write-write o
}

// The distance doubles, and the shift of it is decided round by round.
// expect: up_and_down race=proved
// assume: !
__global__ void up_and_down() {
  __shared__ int s[128];
  int t = threadIdx.x, off = 1;
  s[2 * t] = t;
  s[2 * t + 1] = -t;
  for (int d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
    off *= 2;
  }
}

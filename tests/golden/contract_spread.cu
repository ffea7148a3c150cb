// RUN: check --only=bounds --extent in=gridDim.x*blockDim.x
// Indices that take threadIdx apart, in arrays of known extent.

// A counter for each of 128 threads and each of 64 values.
// expect: counters bounds=unproved
__global__ void counters(const unsigned *in) {
  const int place = (threadIdx.x & ~63) | ((threadIdx.x & 15) << 2) | ((threadIdx.x & 48) >> 4);
  __shared__ unsigned char counts[128 * 64];
  unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
  counts[place + __mul24((value >> 2) & 63, 128)] = 1; // bounds: counts [warning]; unproved: bounds needs-precondition blockDim.x <= 128
}

// Columns first: 8 columns of 16.
// expect: columns bounds=unproved
__global__ void columns(const unsigned *in) {
  __shared__ unsigned s[128];
  unsigned place = ((threadIdx.x & 7) << 4) + (threadIdx.x >> 3);
  s[place] = in[blockIdx.x * blockDim.x + threadIdx.x]; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 128
}

// expect: columns_128 bounds=proved
__global__ void __launch_bounds__(128) columns_128(const unsigned *in) {
  __shared__ unsigned s[128];
  unsigned place = ((threadIdx.x & 7) << 4) + (threadIdx.x >> 3);
  s[place] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

// The last column has no room, in blocks of a quarter of a warp already.
// expect: columns_short bounds=refuted
__global__ void columns_short(const unsigned *in) {
  __shared__ unsigned s[112];
  unsigned place = ((threadIdx.x & 7) << 4) + (threadIdx.x >> 3);
  s[place] = in[blockIdx.x * blockDim.x + threadIdx.x]; // bounds: s
}

// Threads of a block are counted along two axes, and y is used alone, too.
// expect: block_size bounds=unproved
__global__ void block_size(const float *in, int stride) {
  __shared__ float s[256];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  s[tid] = stride * threadIdx.y; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x * blockDim.y <= 256
}

// The attribute says how many threads there may be.
// expect: block_bounded bounds=refuted
__global__ void __launch_bounds__(512) block_bounded(const float *in, int stride) {
  __shared__ float s[256];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  s[tid] = stride * threadIdx.y; // bounds: s
}

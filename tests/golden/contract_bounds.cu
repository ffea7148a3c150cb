// RUN: check --only=bounds
// Blocks and sizes for which accesses stay inside shared arrays, as their shapes say.

// Rows filled in a loop: the array is meant for 16 threads.
// expect: rows bounds=unproved
__global__ void rows(int k) {
  __shared__ int s[16][16];
  for (int i = 0; i < 16; i++)
    s[i][threadIdx.x] = k; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 16
}

// The last row lacks an element for 16 threads too.
// expect: rows_short bounds=refuted
__global__ void rows_short(int k) {
  __shared__ int s[16][16];
  for (int i = 0; i < 16; i++)
    s[i][threadIdx.x + 1] = k; // bounds: s
}

// The second half of the block has a tile of its own.
// expect: halves bounds=unproved
__global__ void halves(int k) {
  __shared__ int s[16][17], r[16][17];
  int x = threadIdx.x;
  for (int i = 0; i < 16; i++)
    if (x < 16)
      s[i][x] = k;
    else
      r[i][x - 16] = k; // bounds: r [warning]; unproved: bounds needs-precondition blockDim.x <= 32
}

// expect: halves_short bounds=refuted
__global__ void halves_short(int k) {
  __shared__ int s[16][16], r[16][16];
  int x = threadIdx.x;
  for (int i = 0; i < 16; i++)
    if (x < 16)
      s[i][x] = k;
    else
      r[i][x - 15] = k; // bounds: r
}

// A window of 2 * radius around each thread.
// expect: window bounds=unproved
__global__ void window(int radius) {
  __shared__ int s[272];
  s[threadIdx.x + 2 * radius] = radius; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x + 2 * radius <= 272 && radius >= 0
}

// The program itself says what it takes; 257 elements are one too few for it.
// expect: window_short bounds=refuted
__global__ void __launch_bounds__(256) window_short(int radius) {
  __shared__ int s[257];
  if (radius < 0 || radius > 1) return;
  s[threadIdx.x + 2 * radius] = radius; // bounds: s
}

// The number of elements is the caller's affair.
// expect: strided bounds=unproved
__global__ void strided(int n) {
  __shared__ int s[500];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = n; // bounds: s [warning]; unproved: bounds needs-precondition n <= 500
}

// Here the program takes care of it, and is one off.
// expect: strided_long bounds=refuted
__global__ void strided_long(int n) {
  __shared__ int s[500];
  if (n > 500) return;
  for (int i = threadIdx.x; i <= n; i += blockDim.x)
    s[i] = n; // bounds: s
}

// The threads of a block, in the order of their numbers, backwards.
// expect: backwards bounds=unproved
__global__ void backwards(int k) {
  __shared__ int s[256];
  s[255 - threadIdx.x] = k; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 256
}

// expect: backwards_short bounds=refuted
__global__ void backwards_short(int k) {
  __shared__ int s[256];
  s[254 - (int)threadIdx.x] = k; // bounds: s
}

// Several limits: the tightest says it all.
// expect: tightest bounds=unproved
__global__ void tightest(int k) {
  __shared__ int s[16][16], t[256];
  t[threadIdx.x] = k; // bounds: t [warning]; unproved: bounds needs-precondition blockDim.x <= 256
  for (int i = 0; i < 16; i++)
    s[i][threadIdx.x] = k; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 16
}

// Half of the array each: the block has half as many threads as the array has elements.
// expect: two_each bounds=unproved
__global__ void two_each(int k) {
  __shared__ int s[512];
  s[threadIdx.x] = k;       // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 512
  s[threadIdx.x + 256] = k; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 256
}

// expect: two_each_short bounds=refuted
__global__ void two_each_short(int k) {
  __shared__ int s[511];
  if (threadIdx.x < 256)
    s[threadIdx.x + 256] = k; // bounds: s
}

// Blocks of more than 32 x 32 threads have another shape.
// expect: full_tile bounds=unproved
__global__ void full_tile(int k) {
  __shared__ int s[32][32];
  s[threadIdx.y][threadIdx.x] = k; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 32 && blockDim.y <= 32
}

// expect: full_tile_short bounds=refuted
__global__ void full_tile_short(int k) {
  __shared__ int s[32][32];
  s[threadIdx.y][threadIdx.x + 1] = k; // bounds: s
}

// That n is 0 is no condition to ask for.
// expect: shifted bounds=refuted
__global__ void shifted(unsigned n) {
  __shared__ int s[256];
  s[threadIdx.x - n] = 1; // bounds: s
}

// expect: groups bounds=unproved
__global__ void groups(int k) {
  __shared__ int s[6][64];
  s[threadIdx.x / 32][threadIdx.x & 31] = k; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 192
}

// expect: groups_short bounds=refuted
__global__ void groups_short(int k) {
  __shared__ int s[6][64];
  s[threadIdx.x / 32 + 1][threadIdx.x & 31] = k; // bounds: s
}

// Parts behind the first element are counted off one by one.
// expect: groups_behind bounds=unproved
__global__ void groups_behind(int *out) {
  __shared__ int first, s[6];
  if (threadIdx.x == 0)
    first = 1;
  s[threadIdx.x / 32 + 1] = threadIdx.x; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 128
  __syncthreads();
  out[0] = first + s[1] + s[2] + s[3] + s[4]; // unproved: bounds unknown-extent
}

// A sorting network in shared memory, one comparison per thread.
// expect: network bounds=unproved
__global__ void network(int k, unsigned n) {
  __shared__ int s[1024];
  for (unsigned size = 2; size < n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      s[i + stride] = k; // bounds: s [warning]; unproved: bounds needs-precondition blockDim.x <= 512 && n <= 1024
    }
}

// expect: network_long bounds=refuted
__global__ void network_long(int k, unsigned n) {
  __shared__ int s[1024];
  for (unsigned size = 2; size <= n; size <<= 1)
    for (unsigned stride = size; stride > 0; stride >>= 1) {
      unsigned i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      s[i + stride] = k; // bounds: s
    }
}

// An element for each block.
// expect: block_counts bounds=unproved
__device__ int counts[16];
__global__ void block_counts(int n) {
  if (threadIdx.x == 0)
    counts[blockIdx.x] = n; // bounds: counts [warning]; unproved: bounds needs-precondition gridDim.x <= 16
}

// expect: block_counts_short bounds=refuted
__global__ void block_counts_short(int n) {
  if (threadIdx.x == 0)
    counts[blockIdx.x + 1] = n; // bounds: counts
}

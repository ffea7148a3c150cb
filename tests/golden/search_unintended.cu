// RUN: search --only=race,divergence,bounds --steps=2000000
// What only launches show that nobody means is a warning with its precondition.

// expect: rows race=unproved divergence=unchecked
__global__ void rows(float *a, int rows, int cols, int stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows)
    a[y * stride + x] = x; // race: write-write a [warning]
}

// expect: rows_guarded race=unchecked divergence=unchecked
__global__ void rows_guarded(float *a, int rows, int cols, int stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows && cols <= stride)
    a[y * stride + x] = x;
}

// A permutation, spread: the prover knows no condition.
// expect: spread race=unproved divergence=unchecked
__global__ void spread(int *a, unsigned n, unsigned stride) {
  unsigned x = threadIdx.x;
  for (unsigned k = 0; k < n; k++)
    x = (x * 1103515245u + 12345u) & 1023u;
  a[x * stride] = threadIdx.x; // race: write-write a [warning]
}

// A block that is wider than its tile.
// expect: tile race=unchecked|unproved divergence=unchecked bounds=unproved
__global__ void tile(float *a, float *b) {
  __shared__ float t[16][16];
  t[threadIdx.y][threadIdx.x] = a[threadIdx.x]; // may-race: * t [warning]; may-bounds: t [warning]
  __syncthreads();
  b[threadIdx.y * blockDim.x + threadIdx.x] = t[threadIdx.x][threadIdx.y]; // may-race: * b [warning]; may-bounds: t [warning]
}

// A block that is smaller than a warp.
// expect: pairs race=unproved divergence=unchecked
__global__ void pairs(int *a) {
  __shared__ int s[2048];
  unsigned whole = blockDim.x / 32 * 32;
  s[threadIdx.x < whole ? threadIdx.x : 2047] = threadIdx.x; // race: write-write s [warning]
}

// A lock orders, as far as one who reads can tell.
// expect: locked race=unchecked divergence=unchecked
__global__ void locked(int *a, int *lock) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    a[0] += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
  }
}

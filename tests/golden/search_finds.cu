// RUN: search --only=race,divergence,bounds,assert --steps=4000000
// What a search finds: each kernel that does wrong stands next to one that nearly does.

// Two constants must be met at once.
// expect: constants race=refuted divergence=unchecked
__global__ void constants(int *a, int n, int m) {
  if (n == 4711 && m == 17)
    a[0] = threadIdx.x; // race: write-write a
}

// expect: constants_apart race=unchecked divergence=unchecked
__global__ void constants_apart(int *a, int n, int m) {
  if (n == 4711 && m == 17)
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

// A size that no list of launches has.
// expect: size race=refuted divergence=unchecked
__global__ void size(int *a) {
  if (blockDim.x == 544)
    a[threadIdx.x / 2] = threadIdx.x; // race: write-write a
}

// expect: size_apart race=unchecked divergence=unchecked
__global__ void size_apart(int *a) {
  if (blockDim.x == 544)
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

// Contents decide.
// expect: contents race=refuted divergence=unchecked
__global__ void contents(int *a, const int *key) {
  if (key[2] == 77)
    a[threadIdx.x & 15] = threadIdx.x; // race: write-write a
}

// expect: contents_apart race=unchecked divergence=unchecked
__global__ void contents_apart(int *a, const int *key) {
  if (key[2] == 77)
    a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

// More than a warp is needed.
// expect: warps race=refuted divergence=unchecked
__global__ void warps(int *a) {
  __shared__ int s[1025];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x]; // @warps
  __syncwarp();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 32]; // race: read-write s @warps
}

// expect: warps_apart race=unchecked divergence=unchecked
__global__ void warps_apart(int *a) {
  __shared__ int s[1025];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
  __syncwarp();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 16];
}

// Two blocks, behind a barrier.
// expect: blocks race=refuted divergence=unchecked
__global__ void blocks(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; // @blocks
  __syncthreads();
  if (threadIdx.x == 0)
    a[(blockIdx.x + 1) % gridDim.x * blockDim.x] += 1; // race: read-write a @blocks; race: write-write a @blocks
}

// expect: blocks_apart race=unchecked divergence=unchecked
__global__ void blocks_apart(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    a[blockIdx.x * blockDim.x + blockDim.x - 1] += 1;
}

// Some threads wait twice.
// expect: twice race=unchecked divergence=refuted
__global__ void twice(int *a, const int *key) {
  if (key[threadIdx.x] == 12345)
    __syncthreads(); // divergence: *
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads(); // may-divergence: *
}

// expect: twice_uniform race=unchecked divergence=unchecked
__global__ void twice_uniform(int *a, const int *key) {
  if (key[0] == 12345)
    __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
}

// expect: beyond race=unchecked divergence=unchecked bounds=refuted
__global__ void beyond(int *a, int n) {
  __shared__ int s[2048];
  if (n >= 0 && n < 1026)
    s[threadIdx.x + n] = 1; // bounds: s
}

// expect: beyond_guarded race=unchecked divergence=unchecked bounds=unchecked
__global__ void beyond_guarded(int *a, int n) {
  __shared__ int s[2048];
  if (n >= 0 && n < 1025)
    s[threadIdx.x + n] = 1;
}

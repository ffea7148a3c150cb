// Collectives in loops: round by round.
#define FULL 0xffffffffu

// expect: same_rounds divergence=proved race=proved
__global__ void same_rounds(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  for (int k = 0; k < n; k++)
    v += __shfl_xor_sync(FULL, v, k & 31);
  a[i] = v;
}

// expect: lane_rounds divergence=refuted race=proved
__global__ void lane_rounds(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  for (int k = 0; k < threadIdx.x % 32; k++)
    v += __shfl_xor_sync(FULL, v, 1); // divergence: * [*]
  a[i] = v;
}

// The last round of a strided loop has fewer lanes.
// expect: strided divergence=refuted race=proved
__global__ void strided(int *a, const int *in, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 0;
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    v += __shfl_xor_sync(FULL, in[k], 1); // divergence: * [*]
  a[i] = v;
}

// All lanes of a warp take as many rounds.
// expect: strided_warps divergence=proved race=proved
__global__ void strided_warps(int *a, const int *in, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 0;
  for (int k = threadIdx.x / 32; k < n; k += 32)
    v += __shfl_xor_sync(FULL, in[k], 1);
  a[i] = v;
}

// expect: until_all divergence=proved race=proved
__global__ void until_all(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  while (__any_sync(FULL, v > 0))
    v -= i + 1;
  a[i] = v;
}

// Each lane leaves when it likes.
// expect: until_own divergence=refuted|unproved race=proved
__global__ void until_own(int *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  while (v > 0) {
    v -= i + 1;
    v = __any_sync(FULL, v > 9) ? v : 0; // divergence: * [*]; may-unproved: divergence
  }
  a[i] = v;
}

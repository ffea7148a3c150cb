// Claims that exclude an access are no reason for a condition: that rounds do not overflow excludes what is done where they have.
// expect: overflown race=unproved
__global__ void overflown(int *a, int n) {
  __shared__ int s[32];
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < n; r += blockDim.x * gridDim.x)
    if (r < 0)
      s[threadIdx.x % 32] = r; // race: write-write s [*]
}

// expect: groups race=refuted
__global__ void groups(int *a, int n) {
  __shared__ int s[32];
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < n; r += blockDim.x * gridDim.x)
    if (r > 3)
      s[threadIdx.x % 32] = r; // race: write-write s
}

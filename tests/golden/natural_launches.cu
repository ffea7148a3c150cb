// What indices suggest is no condition if no launch satisfies it: blockDim.x >= 3 * blockDim.x.
// expect: thirds_racy race=refuted
__global__ void thirds_racy(int *a, int n) {
  int at = 0;
  for (int r = 0; r <= n; r++)
    for (int j = 0; j < 3; j++)
      a[(threadIdx.x + blockIdx.x * blockDim.x) * 3 * n + at++] = threadIdx.x; // race: write-write a
}

// Threads are numbered over all axes; a launch with one axis is the natural one, and has several warps.
// expect: first_warp_racy race=unproved divergence=refuted
__global__ void first_warp_racy(int *a) {
  unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (rank / 32 == 0)
    __syncthreads(); // divergence: *
  __syncthreads(); // may-divergence: *
}

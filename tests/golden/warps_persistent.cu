// Warps that take rows in turn: whether the lanes of one stay together rests on whole warps, and no launch is found where they do not.
// expect: rows race=unproved divergence=unproved
__global__ void rows(const int *in, int *out, int n) {
  int lane = threadIdx.x & 31;
  int warp = (threadIdx.x + blockIdx.x * blockDim.x) / 32, warps = gridDim.x * blockDim.x / 32;
  for (int row = warp; row < n; row += warps) {
    int most = __reduce_max_sync(0xffffffffu, in[row]); // unproved: divergence needs-precondition blockDim.x % 32 == 0
    if (lane == 0)
      out[row] = most; // race: write-write out [warning]; unproved: race needs-precondition
  }
}

// expect: whole_warps race=proved divergence=proved
__global__ void __launch_bounds__(1024) whole_warps(const int *in, int *out, int n) {
  int lane = threadIdx.x & 31;
  int warp = threadIdx.x / 32 + blockIdx.x * (blockDim.x / 32), warps = gridDim.x * (blockDim.x / 32);
  if (blockDim.x % 32 != 0)
    return;
  for (int row = warp; row < n; row += warps) {
    int most = __reduce_max_sync(0xffffffffu, in[row]);
    if (lane == 0)
      out[row] = most;
  }
}

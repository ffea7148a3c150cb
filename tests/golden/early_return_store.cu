// A thread that leaves early has stored before: the barrier still orders it.
// expect: leave_free race=proved
__global__ void leave_free(int *out, int n) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  s[t] = t;
  if (t >= n)
    return;
  __syncthreads(); // may-divergence: exited [warning]
  out[blockIdx.x * blockDim.x + t] = s[t + 1];
}

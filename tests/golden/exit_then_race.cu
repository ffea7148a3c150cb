// RUN: check --only=race,divergence --block 32 --grid 2 --barrier-exit=diverge
// Where a thread's exit counts as divergence, what lies behind the barrier cannot be replayed in that block.
// expect: beyond race=unproved divergence=refuted
__global__ void beyond(int *a) { // unproved: race divergent-barriers
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < 50) {
    a[t] = t;        // @own
    __syncthreads(); // divergence: *
    if (t > 0)
      a[t + 100] = a[t - 1]; // may-race: * a @own
  }
}

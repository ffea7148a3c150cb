// RUN: check --only=race,bounds
// A counter that grows by one parameter up to another: what its comparisons tell of rows is added to the query while it is read.

// expect: steps race=unproved bounds=proved
__global__ void steps(int n, int m) {
  __shared__ int s0[256];
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < n; i += m)
    if (0 <= i - n)
      s0[0] = col + 64 * threadIdx.y; // may-race: * s0 [*]; may-unproved: race
}

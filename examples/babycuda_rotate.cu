// The kernel of docs/calculus.md: each thread takes what its neighbour has put.
// RUN: check --only=race,divergence --grid 1
// expect: rotate race=proved
__global__ void rotate(int *out) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  s[t] = (int)t;
  __syncthreads();
  unsigned next = (t + 1) % blockDim.x;
  int y = s[next];
  out[t] = y;
}

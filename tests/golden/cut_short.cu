// A step of the index that would be a tile of two threads makes no block of two threads a natural one: with a warp and more nothing is wrong.
// expect: halves race=unproved
__global__ void halves(int *g, int n) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  int *d = g + blockIdx.x * blockDim.x * 2;
  if (i + blockDim.x < n)
    g[i] += g[i + blockDim.x]; // @sum
  __syncthreads();
  if (t == 0)
    d[0] += d[32]; // race: read-write g @sum [warning]; race: read-write g [warning]
}

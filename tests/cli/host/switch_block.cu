// The block's size is read in, and a switch launches the instance for it: in each case it is that number, and so is all that is computed from it.
#include <cstdlib>

template <unsigned B> __global__ void sum(const int *in, int *out) {
  __shared__ int s[B];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * B + t];
  __syncthreads();
  for (unsigned half = B / 2; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

int main(int argc, char **argv) {
  int size = 1 << 20, blocksize = 512;
  if (argc > 1)
    blocksize = atoi(argv[1]);
  dim3 block(blocksize, 1);
  dim3 grid((size + block.x - 1) / block.x, 1);
  int *in, *out;
  cudaMalloc(&in, size * sizeof(int));
  cudaMalloc(&out, grid.x * sizeof(int));
  switch (blocksize) {
  case 512:
    sum<512><<<grid, block>>>(in, out);
    break;
  case 256:
    sum<256><<<grid.x + 1, block>>>(in, out);
    break;
  }
  return cudaDeviceSynchronize();
}

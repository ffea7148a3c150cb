// Blocks of a length that the program is given, or 512, and a grid that follows from it.
#include <stdlib.h>

__global__ void racy(int *g, int *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int *d = g + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  for (int s = blockDim.x / 2; s > 0; s >>= 1)
    if (threadIdx.x < s)
      d[threadIdx.x] += d[threadIdx.x + s]; // no barrier
  if (threadIdx.x == 0)
    out[blockIdx.x] = d[0];
}

__global__ void square(int *g, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    g[i] *= g[i];
}

int main(int argc, char **argv) {
  int size = 1 << 24, length = 512;
  if (argc > 1)
    length = atoi(argv[1]);
  dim3 block(length, 1), grid((size + block.x - 1) / block.x, 1);
  int *h = (int *)malloc(size * sizeof(int)), *d, *o;
  for (int i = 0; i < size; i++)
    h[i] = (int)(rand() & 0xFF);
  cudaMalloc(&d, size * sizeof(int));
  cudaMalloc(&o, grid.x * sizeof(int));
  cudaMemcpy(d, h, size * sizeof(int), cudaMemcpyHostToDevice);
  square<<<grid, block>>>(d, size);
  racy<<<grid, block>>>(d, o, size);
}

// Tables of the device that the program computes, in part or in a way which is not followed: other contents are no errors.
#include <cstdlib>
#include <cuda_runtime.h>
__constant__ int offset[4], limit[2] = {100, 100}, given[4];
__global__ void segments(float *y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[offset[blockIdx.x] + i] = i + blockIdx.x;
}
__global__ void first(float *b) {
  int i = threadIdx.x;
  if (i < limit[0])
    b[i] = 1;
}
__global__ void second(float *b) {
  int i = threadIdx.x;
  if (i < limit[1])
    b[i] = 1;
}
__global__ void from_file(float *y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[given[blockIdx.x] + i] = i + blockIdx.x;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = 200, read[4];
  float *y, *b;
  if (n < 1 || n > 1 << 20)
    return 1;
  int h[4] = {0, n, 2 * n, 3 * n};
  for (int i = 0; i < 4; i++)
    read[i] = atoi(argv[2 + i]);
  cudaMemcpyToSymbol(offset, h, sizeof h);
  cudaMemcpyToSymbol(limit, &m, sizeof m);
  cudaMemcpyToSymbol(given, read, sizeof read);
  cudaMalloc(&y, 4 * n * sizeof(float));
  cudaMalloc(&b, 400);
  segments<<<4, 64>>>(y, n);
  first<<<1, 256>>>(b);
  second<<<1, 256>>>(b);
  from_file<<<4, 64>>>(y, n);
  return 0;
}

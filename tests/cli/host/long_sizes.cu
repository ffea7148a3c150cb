// Sizes of 64 bits, of which it is claimed that their bytes do not wrap: what leaves the array does so with small ones.
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void within(float *o, size_t n) {
  size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
  if (i < n)
    o[i] = i;
}
__global__ void beyond(float *o, size_t n) {
  size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
  if (i <= n)
    o[i] = i;
}
int main(int argc, char **argv) {
  size_t n = strtoull(argv[1], 0, 10);
  float *o;
  cudaMalloc(&o, n * sizeof(float));
  within<<<(n + 255) / 256, 256>>>(o, n);
  beyond<<<(n + 255) / 256, 256>>>(o, n);
  return 0;
}

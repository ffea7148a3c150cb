// Blocks whose size host code computes in a way that is not followed: what smaller ones exclude is no error.
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void fits(int *a, int v) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x + v;
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x % 64] = s[63 - threadIdx.x % 64];
}
__global__ void never_fits(int *a, int v) {
  __shared__ int s[64];
  s[threadIdx.x / 2] = threadIdx.x + v;
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x / 2];
}
__global__ void by_warp(int *a, int v) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x + v;
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x % 64] = s[63 - threadIdx.x % 64];
}
int power_below(int n) {
  int r = 1;
  while (r * 2 <= n && r < 64)
    r *= 2;
  return r;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), *d;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaMalloc(&d, 512);
  if (n < 2)
    return 1;
  fits<<<2, power_below(n)>>>(d, 3);
  never_fits<<<2, power_below(n)>>>(d, 3);
  by_warp<<<2, properties.warpSize * 2>>>(d, 3);
  return 0;
}

// A number that is read in is one number in a loop that swaps two buffers, until it is read again.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void once(float *o, int n) {
  int i = threadIdx.x;
  if (i < n)
    o[i] = 1;
}
__global__ void again(float *o, int n) {
  int i = threadIdx.x;
  if (i < n)
    o[i] = 1;
}
int main() {
  int n;
  float *p, *q;
  if (scanf("%d", &n) != 1 || n < 3 || n > 256)
    return 1;
  cudaMalloc(&p, n * sizeof(float));
  cudaMalloc(&q, n * sizeof(float));
  for (;;) {
    once<<<1, 256>>>(p, n);
    float *x = p;
    p = q;
    q = x;
    if (cudaDeviceSynchronize())
      break;
  }
  for (;;) {
    again<<<1, 256>>>(p, n);
    float *x = p;
    p = q;
    q = x;
    if (scanf("%d", &n) != 1)
      break;
  }
  return 0;
}

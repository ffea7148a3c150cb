// What nvcc accepts and clang does not: spaces in <<<...>>>, special registers with one % in assembly that has operands.
#include <cstdio>

__device__ unsigned lane() {
  unsigned r;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(r));
  return r;
}
template <int W> __global__ void fill(int *a, int n) { a[blockIdx.x * W + threadIdx.x] = n + lane() * 0; }
__global__ void beyond(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x + 1] = n; }

int main() {
  int *a, shift = 3;
  cudaMalloc(&a, 1024 * sizeof(int));
  printf("fill << <4, 256 >> > %d\n", 1 << shift >> 1);
  fill<256> << <4, 256 >> > (a, 7);
  beyond << < dim3(4),
    256 >> > (a, 1 << 3);
  return cudaDeviceSynchronize();
}

// Barriers of all blocks in launches that are no cooperative ones, and in some that may be.
#include <cooperative_groups.h>
__global__ void listed(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[gridDim.x * blockDim.x - 1 - i];
}
__global__ void extended(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[gridDim.x * blockDim.x - 1 - i];
}
__global__ void attributed(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[gridDim.x * blockDim.x - 1 - i];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  void *list[] = {&a, &b};
  cudaLaunchKernel((void *)listed, dim3(4), dim3(256), list, 0, 0);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(256);
  cudaLaunchKernelEx(&config, extended, a, b);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, attributed, a, b);
}

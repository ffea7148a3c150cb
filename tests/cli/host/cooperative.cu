// Launches that are cooperative, by the function and by an attribute, and such as are not.
#include <cooperative_groups.h>
#include <cstdlib>

#define ROWS(name)                                        \
  __global__ void name(int *a, int *b) {                  \
    int i = blockIdx.x * blockDim.x + threadIdx.x;        \
    a[i] = i;                                             \
    cooperative_groups::this_grid().sync();               \
    b[i] = a[gridDim.x * blockDim.x - 1 - i];             \
  }
ROWS(by_function)
ROWS(by_attribute)
ROWS(by_no_attribute)
ROWS(by_input)

int main(int argc, char **argv) {
  int *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  void *list[] = {&a, &b};
  cudaLaunchCooperativeKernel(by_function, dim3(4), dim3(256), list, 0, 0);
  cudaLaunchConfig_t c = {};
  c.gridDim = dim3(4);
  c.blockDim = dim3(256);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  c.attrs = &attribute;
  c.numAttrs = 1;
  attribute.val.cooperative = 1;
  cudaLaunchKernelEx(&c, by_attribute, a, b);
  attribute.val.cooperative = 0;
  cudaLaunchKernelEx(&c, by_no_attribute, a, b);
  attribute.val.cooperative = atoi(argv[1]);
  cudaLaunchKernelEx(&c, by_input, a, b);
  return cudaDeviceSynchronize();
}

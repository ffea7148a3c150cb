// The list of arguments points to an int where the kernel has a size_t: the upper half is whatever lies behind the variable.
#include <cstdlib>

__global__ void narrow(int *o, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n)
    o[i] = 1;
}

__global__ void whole(int *o, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n)
    o[i] = 1;
}

int main(int, char **v) {
  int n = atoi(v[1]);
  if (n < 1)
    return 1;
  size_t all = n;
  int *o;
  cudaMalloc(&o, n * sizeof(int));
  void *few[] = {&o, &n}, *enough[] = {&o, &all};
  cudaLaunchKernel((const void *)narrow, dim3((n + 255) / 256), dim3(256), few, 0, 0);
  cudaLaunchKernel((const void *)whole, dim3((n + 255) / 256), dim3(256), enough, 0, 0);
  return cudaDeviceSynchronize();
}

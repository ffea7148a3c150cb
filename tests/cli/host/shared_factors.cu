// Products that share factors are not any numbers: if x * y and y * z are not 0, x * z is not.
#include <cstdlib>

__global__ void triangle(int *a, int xy, int yz, int xz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (xy > 0 && yz > 0 && i < 256)
    a[xz == 0 ? 0 : i] = i;
}

__global__ void apart(int *a, int xy, int zw) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (xy > 0 && i < 256)
    a[zw == 3 ? 0 : i] = i;
}

int main(int argc, char **argv) {
  int x = atoi(argv[1]), y = atoi(argv[2]), z = atoi(argv[3]), w = atoi(argv[4]), *a;
  cudaMalloc(&a, 1024);
  triangle<<<1, 256>>>(a, x * y, y * z, x * z);
  apart<<<1, 256>>>(a, x * y, z * w);
  return 0;
}

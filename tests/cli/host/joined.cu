// Numbers that paths choose lie between what they choose among.
#include <cstdlib>
#include <cstring>
#include <fstream>

__global__ void constants(int *a, int n) {
  if (n > 5)
    a[0] = threadIdx.x;
}
__global__ void clamped(int *a, int n) {
  if (n > 5)
    a[0] = threadIdx.x;
}
__global__ void above(int *a, int n) {
  if (n > 5)
    a[0] = threadIdx.x;
}

int main(int argc, char **argv) {
  int *a, n = 0, m, k = argc > 3 ? 9 : 2;
  if (!strcmp(argv[1], "big"))
    n = 5;
  else if (argv[1][0] == 0)
    n = 4;
  std::ifstream in(argv[2]);
  in >> m;
  if (m > 5)
    m = 0;
  cudaMalloc(&a, 4);
  constants<<<1, 32>>>(a, n);
  clamped<<<1, 32>>>(a, m);
  above<<<1, 32>>>(a, k);
  return cudaDeviceSynchronize();
}

// Inputs of 64 bits as unsigned numbers of 32, which host code reads as signed ones too.
#include <cstdlib>

__global__ void by_difference(int *a, unsigned n, unsigned m) {
  if (threadIdx.x < m)
    a[threadIdx.x] = 1;
}
__global__ void by_comparison(int *a, unsigned n, unsigned m) {
  if (threadIdx.x < m)
    a[threadIdx.x] = 1;
}

int main(int argc, char **argv) {
  unsigned n = strtoul(argv[1], 0, 0), m = strtoul(argv[2], 0, 0);
  int *a;
  cudaMalloc(&a, (size_t)n * 4 + 4);
  if (n < 1000u && n - m < 100u)
    by_difference<<<1, 256>>>(a, n, m);
  if ((int)n >= (int)m)
    by_comparison<<<1, 256>>>(a, n, m);
  return cudaDeviceSynchronize();
}

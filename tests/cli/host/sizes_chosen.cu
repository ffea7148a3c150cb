// A pointer that is one of two allocations, whose sizes the program is given.
#include <stdlib.h>

__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

__global__ void fill_more(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

__global__ void fill_round(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  int n = atoi(argv[1]), m = atoi(argv[2]);
  if (n < 2 || n > 65536)
    return 1;
  int *a, *b, *c;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n / 2 * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(m ? a : b, n / 2);
  fill_more<<<(n + 255) / 256, 256>>>(m ? a : b, n);
  cudaMalloc(&c, n * sizeof(int));
  for (int k = 1; k <= n; k++) { // one of an earlier round may be smaller than k
    if (k % 3 == 0)
      cudaMalloc(&c, k * sizeof(int));
    fill_round<<<(n + 255) / 256, 256>>>(c, k);
  }
}

// Launches of which one says what another one says, and more.
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void each(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
__global__ void narrow(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x % 32] = threadIdx.x; }

int main(int argc, char **argv) {
  int *a, *b, n = atoi(argv[1]), m = atoi(argv[2]);
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, 4096);
  if (n > 1000)
    each<<<(n + 255) / 256, 256>>>(a, n);
  each<<<(n + 255) / 256, 256>>>(a, n);
  if (m < 32)
    narrow<<<1, 64>>>(b, m);
  narrow<<<1, 64>>>(b, m);
}

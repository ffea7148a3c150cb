#include <cstdlib>
__global__ void tail(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }
__global__ void tail_beyond(int *a, int n) { int i = threadIdx.x; if (i <= n) a[i] = i; }
__global__ void row_of(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
__global__ void before(int *a, int n) { int i = threadIdx.x; if (i < n) a[i - 1] = i; }
__global__ void unknown(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), k = atoi(argv[2]), *d, *e;
  cudaMalloc(&d, 100 * sizeof *d);
  tail<<<1, 64>>>(d + 40, 60);
  tail_beyond<<<1, 64>>>(&d[40], 60);
  before<<<1, 32>>>(d + 10, 10);
  cudaMalloc(&e, 2 * n * sizeof *e);
  if (n > 0) row_of<<<(n + 255) / 256, 256>>>(e + n, n);
  unknown<<<1, 64>>>(d + k, 20);
}

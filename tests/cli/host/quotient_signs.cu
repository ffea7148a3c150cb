// Quotients of signed numbers in the host whose divisor the kernel reads as an unsigned one: `2560 / 1` blocks, and `-2560 / -1`.
#include <cstdlib>

struct sizes {
  int *a;
  unsigned n, m;
};

__global__ void by_grid(sizes s) {
  unsigned m = s.m, i = blockIdx.x * m + threadIdx.x;
  if (threadIdx.x < m && i < 262144)
    s.a[i] = blockIdx.x + s.n;
}

__global__ void by_size(sizes s) {
  unsigned m = s.m, i = blockIdx.x * m + threadIdx.x;
  if (threadIdx.x < m && i < 262144)
    s.a[i] = blockIdx.x + s.n;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]), grid = atoi(argv[3]), *a;
  cudaMalloc(&a, 1 << 20);
  by_grid<<<n / m / 256, 256>>>(sizes{a, (unsigned)n, (unsigned)m});
  by_size<<<grid, 256>>>(sizes{a, (unsigned)n, (unsigned)(n / grid)});
  return 0;
}

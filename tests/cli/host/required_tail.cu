// A condition of the user that ends as what host code says.
#include <cstdlib>

__global__ void fill(int *a, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[m >= n ? i : 0] = i;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]), *a;
  cudaMalloc(&a, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(a, n, m);
  return 0;
}

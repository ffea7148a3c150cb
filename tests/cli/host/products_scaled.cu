// A product of two numbers that the program is given, times a constant: the parameter that is passed the product names it.
#include <stdlib.h>

__global__ void sum(int n, int c, int size, const int *x, int *out) {
  int s = 0;
  int i = threadIdx.y;
  if (i < n)
    for (int k = threadIdx.x; k < size; k += blockDim.x)
      s += x[(i * c + blockIdx.x) * size + k];
  if (threadIdx.x == 0 && threadIdx.y == 0)
    out[blockIdx.x] = s;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  int w = atoi(argv[1]), h = atoi(argv[2]), n = 4, c = 32, *x, *out;
  cudaMalloc(&x, n * w * c * h * sizeof(int));
  cudaMalloc(&out, c * sizeof(int));
  sum<<<c, dim3(32, 4)>>>(n, c, w * h, x, out);
}

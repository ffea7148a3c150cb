// Claims about products of unsigned numbers: those that follow from others are not told, the others are.
#include <cstdlib>

__global__ void cells(float *a, unsigned rows, unsigned columns) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i < rows * columns)
    a[i] = 1;
}
__global__ void scaled(float *a, int rows) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < rows)
    a[i * 100] = 1;
}

int main(int argc, char **argv) {
  unsigned rows = atoi(argv[1]), columns = atoi(argv[2]);
  int lines = atoi(argv[3]), hundred = 100;
  float *a, *b;
  cudaMalloc(&a, (size_t)(rows * columns) * sizeof(float));
  cells<<<(rows * columns + 255) / 256, 256>>>(a, rows, columns);
  cudaMalloc(&b, lines * hundred * 4);
  scaled<<<(lines + 255) / 256, 256>>>(b, lines);
  return cudaDeviceSynchronize();
}

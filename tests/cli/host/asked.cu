// A kernel's address that is passed on and used by nobody.
#include <cstdlib>
__global__ void row(int *a) { a[threadIdx.x] = threadIdx.y; }
static int ask(void (*kernel)(int *), char **words) {
  int blocks;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, 0);
  return *words ? atoi(*words) * ask(kernel, words + 1) + blocks : 1;
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  row<<<1, 32>>>(a);
  return ask(row, argv);
}

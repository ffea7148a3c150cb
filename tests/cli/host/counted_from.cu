// Counters of host loops: both bounds are told, and each value between them comes to a launch that every round makes.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                             \
  do {                                          \
    cudaError_t e = (call);                     \
    if (e != cudaSuccess) {                     \
      printf("%s\n", cudaGetErrorString(e));    \
      exit(1);                                  \
    }                                           \
  } while (0)
#define KERNEL(name, other)                               \
  __global__ void name(float *x, int n, int row) {        \
    int i = blockIdx.x * blockDim.x + threadIdx.x;        \
    if (i < n) x[row * n + i] -= x[(row + other) * n + i]; \
  }
KERNEL(given_up, 1) KERNEL(fails_last, 1) KERNEL(guarded, 1)
void give_up();
KERNEL(above, -1) KERNEL(two_above, -2) KERNEL(passed_over, -2) KERNEL(below, 1) KERNEL(ended, 1) KERNEL(finished, 1)
int main(int argc, char **argv) {
  float *x;
  int *flag, is_done = 0;
  const int n = 1024;
  cudaMalloc(&x, n * n * sizeof *x);
  cudaMalloc(&flag, sizeof *flag);
  for (int step = 0; step < 10; step++)
    for (int row = 1; row < n; row++) {
      above<<<n / 256, 256>>>(x, n, row);
      two_above<<<n / 256, 256>>>(x, n, row);
      CHECK(cudaGetLastError());
    }
  for (int row = 1; row < n; row++)
    if (row > 1) passed_over<<<n / 256, 256>>>(x, n, row);
  for (int row = 0; row < n; row++) {
    below<<<n / 256, 256>>>(x, n, row);
    CHECK(cudaDeviceSynchronize());
  }
  for (int row = 0; row < n; row++) {
    ended<<<n / 256, 256>>>(x, n, row);
    if (row + 2 >= n) break;
  }
  for (int row = 0; row < n; row++) {
    finished<<<n / 256, 256>>>(x, n, row);
    cudaMemcpy(&is_done, flag, sizeof is_done, cudaMemcpyDeviceToHost);
    if (is_done) break;
  }
  for (int row = 0; row < n; row++) {
    given_up<<<n / 256, 256>>>(x, n, row);
    if (row == n - 2) give_up();
  }
  for (int row = 0; row < n; row++) {
    if (cudaSetDevice(row) != cudaSuccess) break;
    fails_last<<<n / 256, 256>>>(x, n, row);
  }
  int last = atoi(argv[1]);
  if (last > n - 2) give_up();
  guarded<<<n / 256, 256>>>(x, n, last);
}

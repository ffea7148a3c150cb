// A program that calls only its own functions and libraries', one of them with a body that a header offers.
#include <cstdlib>
#include <cstring>
extern inline __attribute__((gnu_inline)) int offered(int n) {
  for (int i = 0; i < n; i++)
    if (i * i > n) return i;
  return n;
}
__global__ void row(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y;
}
void run(int *a, int n, int height) { row<<<(n + 255) / 256, dim3(256, height)>>>(a, n); }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), *a, *host = (int *)calloc(n, sizeof(int));
  cudaMalloc(&a, n * sizeof(int));
  cudaMemcpy(a, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyAsync(a, host, n * sizeof(int), cudaMemcpyHostToDevice, 0);
  cudaMemset(a, 0, n * sizeof(int));
  run(a, n, 1);
  cudaMemcpy(host, a, n * sizeof(int), cudaMemcpyDeviceToHost);
#ifdef OFFERED
  return offered(host[0]);
#endif
}

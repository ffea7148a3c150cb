// Conditions that are not understood, of the launch's numbers and of others.
#include <cuda_runtime.h>
bool fits(int);
__global__ void reversed(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[n - 1 - i];
}
__global__ void reversed_if_fits(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[n - 1 - i];
}
__global__ void reversed_if_other(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[n - 1 - i];
}
void go(float *a, float *b, int n, bool wanted) {
  if (wanted)
    reversed<<<(n + 255) / 256, 256>>>(a, a, n);
  if ((n & -3) == 1 && fits(n))
    reversed_if_fits<<<(n + 255) / 256, 256>>>(a, a, n);
  if (((unsigned long)a ^ (unsigned long)b) & 64)
    reversed_if_other<<<(n + 255) / 256, 256>>>(a, b, n);
}

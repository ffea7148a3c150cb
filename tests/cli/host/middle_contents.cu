// What the memory holds that a pointer into its middle leads to is not followed: a violation that rests on it is a warning.
#include <cstdlib>
__global__ void flagged(int *o, const int *p, int n) { int i = threadIdx.x; if (i < n && p[i - 1] != 0) o[0] = i; }
__global__ void flagged_late(int *o, const int *p, const int *q, int n) { int i = threadIdx.x; if (i < n && q[i] != 0) o[0] = i; }
__global__ void moved(int *a, int n) { int i = threadIdx.x; if (i < n) { int j = a[i]; a[j + i] = j; } }
__global__ void sure(int *o, const int *p, int n) { int i = threadIdx.x; if (i < n) o[p[i - 1] - p[i - 1]] = i; }
// A parameter without a name shares the memory of another one.
__global__ void unnamed(float *, float *b, int n) { int i = threadIdx.x; if (i < n) b[i] = 1; }
__global__ void unnamed_beyond(float *, float *b, int n) { int i = threadIdx.x; if (i <= n) b[i] = 1; }
int main() {
  int *o, *p;
  float *d;
  cudaMalloc(&o, 4);
  cudaMalloc(&p, 65 * 4);
  cudaMemset(p, 0, 65 * 4);
  flagged<<<1, 64>>>(o, p + 1, 64);
  flagged_late<<<1, 64>>>(o, p, p + 1, 64);
  moved<<<1, 64>>>(p + 1, 64);
  sure<<<1, 64>>>(o, p + 1, 64);
  cudaMalloc(&d, 64 * sizeof *d);
  unnamed<<<1, 64>>>(d, d, 64);
  unnamed_beyond<<<1, 96>>>(d, d, 64);
}

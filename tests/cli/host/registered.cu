// Memory of the host that devices may still be writing: what the host stores there behind a launch may be overwritten.
#include <cstdlib>
__global__ void set(int *a, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = v;
}
#define GATHER(name)                                                          \
  __global__ void name(float *o, const float *in, const int *index, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                            \
    if (i < n) o[i] = in[index[i]];                                           \
  }
GATHER(behind) GATHER(given) GATHER(before) GATHER(of_zeros)
int main() {
  const int n = 1000;
  int *h = (int *)malloc(n * 4), *g = (int *)malloc(n * 4), *k = (int *)malloc(n * 4), *mapped, *d;
  float *o, *in;
  cudaMalloc(&o, n * 4);
  cudaMalloc(&in, n * 4);
  cudaMalloc(&d, n * 4);
  int *z = (int *)calloc(n, sizeof(int));
  for (int i = 0; i < n; i++) z[i] = n - 1 - i;
  cudaMemcpy(d, z, n * 4, cudaMemcpyHostToDevice);
  of_zeros<<<4, 256>>>(o, in, d, n);
  cudaHostRegister(k, n * 4, cudaHostRegisterDefault);
  for (int i = 0; i < n; i++) k[i] = i;
  cudaMemcpy(d, k, n * 4, cudaMemcpyHostToDevice);
  before<<<4, 256>>>(o, in, d, n);
  cudaHostRegister(h, n * 4, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&mapped, h, 0);
  set<<<4, 256>>>(mapped, 5000, n);
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);
  behind<<<4, 256>>>(o, in, d, n);
  set<<<4, 256>>>(g, 5000, n);
  for (int i = 0; i < n; i++) g[i] = i;
  cudaMemcpy(d, g, n * 4, cudaMemcpyHostToDevice);
  given<<<4, 256>>>(o, in, d, n);
}

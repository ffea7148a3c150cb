// Dynamic shared memory whose size the launch computes.
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void twice(float *o) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t + blockDim.x] = t;
  __syncthreads();
  o[blockIdx.x * blockDim.x + t] = s[2 * blockDim.x - 1 - t];
}
__global__ void enough(float *o) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  o[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
__global__ void bytes(float *o) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  o[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
__global__ void of_size(float *o, int n) {
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = i;
  __syncthreads();
  o[threadIdx.x] = n > 0 ? s[n - 1] : 0;
}
int main(int argc, char **argv) {
  int b = atoi(argv[1]), n = atoi(argv[2]);
  float *o;
  if (b < 1 || b > 1024 || n < 1 || n > 4096)
    return 1;
  cudaMalloc(&o, sizeof(float) * 16 * 1024);
  twice<<<16, b, b * sizeof(float)>>>(o);
  enough<<<16, b, b * sizeof(float)>>>(o);
  bytes<<<16, b, b>>>(o);
  of_size<<<1, 256, n * sizeof(float)>>>(o, n);
  return 0;
}

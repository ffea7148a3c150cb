// Conditions on n that are not understood. What only some numbers show may be excluded by them; what all show is not.
#include <cstdlib>
__global__ void one(int *o, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  if (n != 1) __syncthreads();
  o[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void any(int *o, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x + n;
  o[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void odd(int *o, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  if (n % 2 == 0) __syncthreads();
  o[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
int main(int c, char **v) {
  int n = atoi(v[1]);
  int *o; cudaMalloc(&o, 256 * 4 * sizeof(int));
  if ((n & -3) == 1) return 1;
  one<<<4, 256>>>(o, n);
  any<<<4, 256>>>(o, n);
  int p = 1; while (p < n) p *= 2;
  if (p < 4) return 1;
  odd<<<4, 256>>>(o, p);
  odd<<<4, 256>>>(o, n);
  cudaDeviceSynchronize();
}

// A race that goes by what the raced array itself holds.
#include <cstdlib>

__global__ void by_flag(int *a) {
  if (a[1])
    a[0] = threadIdx.x;
}
__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void scatter(int *a, int n) { a[n + a[threadIdx.x]] = threadIdx.x; }
__global__ void shift(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; }

int main(int argc, char **argv) {
  int *flags, *parts, *h = (int *)malloc(1024 * sizeof(int));
  cudaMalloc(&flags, 1024 * sizeof(int));
  for (int i = 0; i < 1024; i++)
    h[i] = i / 1024;
  cudaMemcpy(flags, h, 1024 * sizeof(int), cudaMemcpyHostToDevice);
  by_flag<<<1, 32>>>(flags);
  cudaMalloc(&parts, 512 * sizeof(int));
  fill<<<1, 256>>>(parts);
  scatter<<<1, 256>>>(parts, 256);
  shift<<<1, 256>>>(parts);
  return cudaDeviceSynchronize();
}

// Texts that the program makes, or that are short, are no input of any size.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void one_char(int *a) {
  __shared__ int s[256];
  s[threadIdx.x] = a[threadIdx.x];
  __syncwarp();
  a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void printed(int *a) {
  __shared__ int s[256];
  s[threadIdx.x] = a[threadIdx.x];
  __syncwarp();
  a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void line(int *a) {
  __shared__ int s[256];
  s[threadIdx.x] = a[threadIdx.x];
  __syncwarp();
  a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

int main(int argc, char **argv) {
  int *a;
  char s[2] = {0}, t[32], u[128];
  cudaMalloc(&a, 1024);
  strncpy(s, argv[1], 1);
  one_char<<<1, atoi(s)>>>(a);
  snprintf(t, sizeof t, "%d", 32);
  printed<<<1, atoi(t)>>>(a);
  if (!fgets(u, sizeof u, stdin))
    return 1;
  line<<<1, atoi(u)>>>(a);
  return cudaDeviceSynchronize();
}

// Arguments of a launch that call what is not known, and launch themselves, leave its sizes alone.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
int unknown(int);
__global__ void reversed(int *a, int v) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x + v;
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x % 64] = s[63 - threadIdx.x % 64];
}
__global__ void one_racy(int *a, int v) { a[threadIdx.x % 8] = v + threadIdx.x; }
__global__ void one(int *a, int v) { a[threadIdx.x % 8] = v + threadIdx.x; }
__global__ void many(int *a, int v) { a[threadIdx.x % 64] = v + threadIdx.x; }
int verbose(int x) { printf("launch %d\n", x); return x; }
int *up(const std::vector<int> &h) { int *d; cudaMalloc(&d, 1024); cudaMemcpy(d, h.data(), h.size() * 4, cudaMemcpyHostToDevice); return d; }
int launches(int *d, int n) { many<<<1, 32>>>(d, n); return n; }
int main() {
  int *d;
  std::vector<int> h(128);
  cudaMalloc(&d, 512);
  reversed<<<2, 64>>>(d, verbose(3));
  reversed<<<2, 64>>>(up(h), unknown(2));
  one<<<1, 8>>>(d, launches(d, 5));
  one_racy<<<1, 16>>>(d, launches(d, 5));
  one<<<1, 8>>>(d, (many<<<1, 64>>>(d, unknown(3)), 4));
}

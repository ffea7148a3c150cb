// Cases of a switch that are powers of two, and intervals of 64 bits.
#include <cstdint>
#include <cstdlib>

template <int N> __global__ void tile(float *y) {
  __shared__ float s[N];
  s[threadIdx.x] = y[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  y[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}
__global__ void rows(float *y) { y[blockIdx.x * 64 + threadIdx.x] = 1; }

int main(int argc, char **argv) {
  int threads = atoi(argv[1]);
  int64_t n = atoll(argv[2]);
  float *y;
  cudaMalloc(&y, 512 * 4 * sizeof(float));
  switch (threads) {
  case 512: tile<512><<<4, threads>>>(y); break;
  case 256: tile<256><<<4, threads>>>(y); break;
  case 128: tile<128><<<4, threads>>>(y); break;
  case 64: tile<64><<<4, threads>>>(y); break;
  }
  if (n <= 0 || n > 32)
    return 1;
  rows<<<n, 64>>>(y);
  return cudaDeviceSynchronize();
}

// Results at places that a counter gives: the program zeroes it, and sizes leave as many places as there are inputs.
#include <cstdlib>

__global__ void compact(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[atomicAdd(count, 1)] = in[i];
}

// One place too few.
__global__ void compact_short(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    out[atomicAdd(count, 1)] = i;
}

// The counter goes on from one launch to the next.
__global__ void compact_on(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[atomicAdd(count, 1)] = in[i];
}

// Each row of the block has the same indices.
__global__ void compact_rows(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[atomicAdd(count, 1)] = in[i];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *in, *out, *count;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  int blocks = (n + 255) / 256;
  cudaMemset(count, 0, sizeof(int));
  compact<<<blocks, 256>>>(in, out, count, n);
  cudaMemset(count, 0, sizeof(int));
  compact_short<<<blocks, 256>>>(in, out, count, n);
  cudaMemset(count, 0, sizeof(int));
  compact_on<<<blocks, 256>>>(in, out, count, n);
  compact_on<<<blocks, 256>>>(in, out, count, n);
  cudaMemset(count, 0, sizeof(int));
  compact_rows<<<(n + 31) / 32, dim3(32, 8)>>>(in, out, count, n);
  return cudaDeviceSynchronize();
}

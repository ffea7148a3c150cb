// Pointers beyond the end of their allocation: nothing lies there.
#include <cstdlib>

__global__ void beyond(float *a) {
  a[threadIdx.x] = 1;
}

__global__ void beyond_all(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

__global__ void rest(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  if (n < 1 || n > 1000)
    return 1;
  float *few, *a, *whole;
  cudaMalloc(&few, 100 * sizeof(float));
  cudaMalloc(&a, n * sizeof(float)); // 3 * n are meant
  cudaMalloc(&whole, 3 * n * sizeof(float));
  beyond<<<1, 128>>>(few + 200);
  beyond_all<<<(n + 127) / 128, 128>>>(a + 2 * n, n);
  rest<<<(n + 127) / 128, 128>>>(whole + 2 * n, n);
  return cudaDeviceSynchronize();
}

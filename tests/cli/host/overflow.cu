// What a loop stores is within bounds only if no sum or product on the way overflows for numbers of its parts' ranges.
#include <cstdlib>
#include <thrust/device_vector.h>

__global__ void products(float *b, const float *a, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[x[i]];
}

__global__ void small(float *b, const float *a, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[x[i]];
}

__global__ void braces(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

int main() {
  const int n = 1000;
  int *h = (int *)malloc(n * sizeof(int)), *g = (int *)malloc(n * sizeof(int)), *x, *y;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  for (int i = 0; i < n; i++)
    h[i] = rand() * rand() % n;
  cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
  products<<<4, 256>>>(b, a, x, n);
  for (int i = 0; i < n; i++)
    g[i] = (rand() % 30) * (rand() % 30) % n;
  cudaMemcpy(y, g, n * sizeof(int), cudaMemcpyHostToDevice);
  small<<<4, 256>>>(b, a, y, n);
  thrust::device_vector<int> v{n}; /* one element */
  braces<<<4, 256>>>(thrust::raw_pointer_cast(v.data()), n);
}

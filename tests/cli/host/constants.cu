#include <cstdlib>
__constant__ int count;
__constant__ int table[8];
__constant__ int steps[2];
__constant__ int changed[8];
__device__ int start;
__device__ int begun;
__global__ void fill(int *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < count) a[i] = i; }
__global__ void place(int *a) { a[table[threadIdx.x]] = threadIdx.x; }
__global__ void step(int *a) { int i = threadIdx.x; a[steps[1] * i + steps[0]] = i; }
__global__ void from(int *a) { a[start + threadIdx.x] = threadIdx.x; }
__global__ void place_changed(int *a) { a[changed[threadIdx.x]] = threadIdx.x; }
__global__ void from_begun(int *a) { a[begun + threadIdx.x] = threadIdx.x; }
__global__ void begin(int *a) { begun = a[0]; }
__global__ void step_unsigned(int *a) { a[steps[1] * threadIdx.x + steps[0]] = threadIdx.x; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), zero = 0, h[8], s[2] = {1, 3}, *a, *b;
  const int same[8] = {0, 1, 1, 2, 3, 4, 5, 6};
  for (int i = 0; i < 8; i++) h[i] = 7 - i;
  cudaMemcpyToSymbol(count, &n, sizeof n);
  cudaMemcpyToSymbol(table, h, sizeof h);
  cudaMemcpyToSymbol(steps, s, sizeof s, 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(changed, h, sizeof h);
  cudaMalloc(&a, n * sizeof *a); cudaMalloc(&b, 32 * sizeof *b);
  fill<<<(n + 255) / 256, 256>>>(a);
  place<<<1, 8>>>(b);
  step<<<1, 8>>>(b);
  cudaMemcpyToSymbol(start, &zero, sizeof zero);
  from<<<1, 32>>>(b);
  cudaMemcpyToSymbol(changed, same, sizeof same);
  place_changed<<<1, 8>>>(b);
  cudaMemcpyToSymbol(begun, &zero, sizeof zero);
  begin<<<1, 1>>>(b);
  from_begun<<<1, 32>>>(b);
}

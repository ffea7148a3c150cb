// Two rows that are one: what a kernel alone is proved under is not assumed where a launch is seen.
#include <cuda_runtime.h>

__global__ void add(float **row, int n) {
  int i = threadIdx.x;
  if (i < n)
    row[blockIdx.x][i] += 1;
}

int main() {
  float *d, *rows[2], **device_rows;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMalloc(&device_rows, sizeof rows);
  rows[0] = rows[1] = d;
  cudaMemcpy(device_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
  add<<<2, 64>>>(device_rows, 64);
  return 0;
}

// Sizes of allocations that no parameter tells: inputs, counters, the smallest of several, a pitch.
#include <cstdlib>

__global__ void by_inputs(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i]++;
}
__global__ void by_constant(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i]++;
}
__global__ void chunks(int *a, int n) { a[threadIdx.x] = n; }
__global__ void chunks_more(int *a, int n) { a[threadIdx.x] = n; }
__global__ void chosen(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void chosen_more(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void rows(float *a, size_t pitch) { a[blockIdx.x * (pitch / sizeof(float)) + threadIdx.x] = 1; }
__global__ void rows_of_bytes(float *a, size_t pitch) { a[blockIdx.x * pitch + threadIdx.x] = 1; }

int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]), *a, *b, *c, *d;
  cudaMalloc(&a, n * sizeof(int));
  by_inputs<<<(m + 255) / 256, 256>>>(a, m);
  by_constant<<<4, 256>>>(a, 1000);
  cudaMalloc(&b, 64 * 128 * sizeof(int));
  for (int i = 0; i < 64; i++)
    chunks<<<1, 128>>>(b + i * 128, i);
  for (int i = 0; i <= 64; i++)
    chunks_more<<<1, 128>>>(b + i * 128, i);
  cudaMalloc(&c, 4096);
  cudaMalloc(&d, 2048);
  chosen<<<2, 256>>>(argc > 3 ? c : d);
  chosen_more<<<4, 256>>>(argc > 3 ? c : d);
  float *image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, 640 * sizeof(float), 480);
  rows<<<480, 640>>>(image, pitch);
  rows_of_bytes<<<480, 640>>>(image, pitch);
  return cudaDeviceSynchronize();
}

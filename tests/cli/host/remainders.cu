// Elements that are remainders of sizes of which the sign is not known: below the size, or below its negative.
#include <cstdlib>
__global__ void labels(const float *x, const int *label, float *out, int n, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i * d + label[i]];
}
__global__ void one_more(const float *x, const int *label, float *out, int n, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i * d + label[i]];
}
__global__ void negative(const float *x, const int *label, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[label[i]];
}
__global__ void bins(int *count, const unsigned *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&count[bin[i]], 1);
}
int main(int argc, char **argv) {
  if (argc != 4) return 1;
  const int n = atoi(argv[1]), d = atoi(argv[2]);
  const unsigned bins_of = strtoul(argv[3], 0, 10);
  int *label = (int *)malloc(n * sizeof(int)), *beyond = (int *)malloc(n * sizeof(int));
  unsigned *bin = (unsigned *)malloc(n * sizeof(unsigned));
  for (int i = 0; i < n; i++) label[i] = rand() % d;
  for (int i = 0; i < n; i++) beyond[i] = rand() % (d + 1);
  for (int i = 0; i < n; i++) bin[i] = rand() % bins_of;
  int *from, *wide, *count;
  unsigned *where;
  float *x, *out, *few;
  cudaMalloc(&from, n * sizeof(int));
  cudaMalloc(&wide, n * sizeof(int));
  cudaMalloc(&where, n * sizeof(unsigned));
  cudaMalloc(&x, n * d * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&few, 100 * sizeof(float));
  cudaMalloc(&count, bins_of * sizeof(int));
  cudaMemset(count, 0, bins_of * sizeof(int));
  cudaMemcpy(from, label, n * sizeof(int), cudaMemcpyHostToDevice);
  labels<<<(n + 255) / 256, 256>>>(x, from, out, n, d);
  cudaMemcpy(wide, beyond, n * sizeof(int), cudaMemcpyHostToDevice);
  one_more<<<(n + 255) / 256, 256>>>(x, wide, out, n, d);
  cudaMemcpy(from, label, n * sizeof(int), cudaMemcpyHostToDevice);
  if (d <= 100) negative<<<(n + 255) / 256, 256>>>(few, from, out, n);
  cudaMemcpy(where, bin, n * sizeof(unsigned), cudaMemcpyHostToDevice);
  bins<<<(n + 255) / 256, 256>>>(count, where, n);
}

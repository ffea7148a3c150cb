// Lists whose lengths come from a file, in arrays of at least one element: what keeps indices in them is said with the sizes of these arrays.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

__global__ void least(const int *begins, const int *list, const int *data, int *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = begins[i]; j < begins[i + 1]; j++)
      atomicMin(best, data[list[j]]);
}

int main(int, char **argv) {
  int n = atoi(argv[1]), m = 0, *begins, *list, *data, *best, *host;
  if (n < 1 || n > 1000000)
    return 1;
  FILE *f = fopen(argv[2], "rb");
  if (fread(&m, sizeof m, 1, f) != 1 || m < 0)
    return 1;
  m = std::max(m, 1);
  host = (int *)malloc((std::max(n, m) + 1) * sizeof(int));
  cudaMalloc(&begins, (n + 1) * sizeof(int));
  cudaMalloc(&list, m * sizeof(int));
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&best, sizeof(int));
  fread(host, sizeof(int), n + 1, f);
  cudaMemcpy(begins, host, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
  fread(host, sizeof(int), m, f);
  cudaMemcpy(list, host, m * sizeof(int), cudaMemcpyHostToDevice);
  fread(host, sizeof(int), n, f);
  cudaMemcpy(data, host, n * sizeof(int), cudaMemcpyHostToDevice);
  least<<<(n + 255) / 256, 256>>>(begins, list, data, best, n);
  return cudaDeviceSynchronize();
}

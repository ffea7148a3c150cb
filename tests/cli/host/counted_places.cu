// A counting sort: counters that another kernel has made sums of give places.
#include <cstdlib>

__global__ void count(const int *key, int *cursor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&cursor[key[i]], 1);
}
__global__ void sums(int *cursor) {
  for (int k = 0, sum = 0; k < 16; k++) {
    int own = cursor[k];
    cursor[k] = sum;
    sum += own;
  }
}
__global__ void place(const int *key, int *cursor, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[atomicAdd(&cursor[key[i]], 1)] = i;
}
__global__ void place_racy(const int *key, int *fresh, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[atomicAdd(&fresh[key[i]], 1)] = i; // all counters begin at 0
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *h = (int *)malloc(n * 4), *key, *cursor, *fresh, *out;
  for (int i = 0; i < n; i++)
    h[i] = rand() % 16;
  cudaMalloc(&key, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&cursor, 64);
  cudaMalloc(&fresh, 64);
  cudaMemset(cursor, 0, 64);
  cudaMemset(fresh, 0, 64);
  cudaMemcpy(key, h, n * 4, cudaMemcpyHostToDevice);
  count<<<(n + 255) / 256, 256>>>(key, cursor, n);
  sums<<<1, 1>>>(cursor);
  place<<<(n + 255) / 256, 256>>>(key, cursor, out, n);
  place_racy<<<(n + 255) / 256, 256>>>(key, fresh, out, n);
  return cudaDeviceSynchronize();
}

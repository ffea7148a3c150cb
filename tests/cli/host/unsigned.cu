// Sizes in unsigned numbers, which may wrap: what follows if they do not is used where nothing else proves, and listed.
#include <cstdlib>
__global__ void add(float *a, const float *b, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}
__global__ void narrow(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}
__global__ void image(float *a, unsigned w, unsigned h) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) a[y * w + x] += 1;
}
__global__ void hashed(int *a, unsigned n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
__global__ void guarded(int *a, size_t n) {
  if (threadIdx.x < n) a[threadIdx.x] = threadIdx.y;
}
int main(int argc, char **argv) {
  size_t n = strtoul(argv[1], 0, 10);
  float *a, *b;
  int *c, *d;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  add<<<(n + 255) / 256, 256>>>(a, b, n);
  narrow<<<(n + 255) / 256, 256>>>(a, n);
  unsigned w = strtoul(argv[2], 0, 10), h = strtoul(argv[3], 0, 10), bytes = w * h * sizeof(float);
  cudaMalloc(&b, bytes);
  image<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(b, w, h);
  cudaMalloc(&c, w * 2654435761u);
  hashed<<<(w + 255) / 256, 256>>>(c, w);
  cudaMalloc(&d, n * sizeof(int));
  if (n * sizeof(int) / sizeof(int) != n) guarded<<<1, dim3(32, 2)>>>(d, n);
}

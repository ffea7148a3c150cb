// What counters of host loops are: doubled, halved, counted down, taken from a table.
#include <cstdlib>

__global__ void butterfly(float *d, int n, int half) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n / 2)
    return;
  int i = t / half * half * 2 + t % half;
  float u = d[i], v = d[i + half];
  d[i] = u + v;
  d[i + half] = u - v;
}
__global__ void bitonic(float *v, int j, int kk) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, p = i ^ j;
  if (p > i && ((i & kk) == 0) == (v[i] > v[p])) {
    float a = v[i];
    v[i] = v[p];
    v[p] = a;
  }
}
__global__ void down(int *m, int nb, int i) {
  int t = threadIdx.x, b = blockIdx.x;
  m[((nb - b - 1) * 16 + t) * (nb * 16) + (b + nb - i) * 16] = 1;
}
__global__ void down_short(int *m, int nb, int i) {
  int t = threadIdx.x, b = blockIdx.x;
  m[((nb - b - 1) * 16 + t) * (nb * 16) + (b + nb - i) * 16] = 1;
}
__global__ void table(float *a, int n) { a[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] = 1; }
__global__ void tripled(float *d, int n, int s) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  d[t / s * s + s - 1] = 1;
}

int main(int argc, char **argv) {
  const int n = 1 << 16, sizes[] = {128, 256, 512, 1024, 2048};
  int nb = atoi(argv[1]);
  float *d, *a, *e;
  int *m, *k;
  if (nb < 1 || nb > 1000)
    return 1;
  cudaMalloc(&d, n * sizeof(float));
  for (int half = 1; half < n; half <<= 1)
    butterfly<<<n / 2 / 256, 256>>>(d, n, half);
  for (int kk = 2; kk <= n; kk <<= 1)
    for (int j = kk >> 1; j > 0; j >>= 1)
      bitonic<<<n / 512, 512>>>(d, j, kk);
  cudaMalloc(&m, nb * 16 * nb * 16 * sizeof(int));
  for (int i = nb - 1; i >= 1; i--)
    down<<<i, 16>>>(m, nb, i);
  cudaMalloc(&k, nb * 16 * nb * 16 * sizeof(int));
  for (int i = nb + 1; i >= 1; i--)
    down_short<<<i, 16>>>(k, nb, i);
  cudaMalloc(&a, 2048 * 2048 * sizeof(float));
  for (int size : sizes)
    table<<<dim3(size / 16, size / 16), dim3(16, 16)>>>(a, size);
  cudaMalloc(&e, 81 * sizeof(float)); // no multiple of 2
  for (int s = 2; s < 82; s *= 3)
    tripled<<<1, 81>>>(e, 81, s);
  return cudaDeviceSynchronize();
}

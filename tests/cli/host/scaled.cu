// Sizes that are passed as multiples or quotients of what arrays are made of.
#include <cstdlib>

__global__ void padded(float *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * n + x] = 1;
}
__global__ void twice(float *d, int dw, int dh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < dw && y < dh)
    d[y * dw + x] = 1;
}
__global__ void half(float *d, int w, int dw, int dh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < dw && y < dh)
    d[y * dw + x] = w;
}
__global__ void half_short(float *d, int w, int dw, int dh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < dw && y <= dh)
    d[y * dw + x] = w;
}
__global__ void pairs(float *o, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n)
    o[2 * i] = o[2 * i + 1] = 1;
}

int main(int argc, char **argv) {
  int w = atoi(argv[1]), h = atoi(argv[2]), n = atoi(argv[3]);
  size_t m = strtoul(argv[4], 0, 10);
  if (w < 2 || h < 2 || n < 1 || w > 16384 || h > 16384 || n > 8192)
    return 1;
  int up = (n + 31) / 32 * 32, dw = 2 * w, dh = 2 * h, qw = w / 2, qh = h / 2;
  float *a, *d, *q, *r, *o;
  cudaMalloc(&a, up * up * sizeof(float));
  cudaMalloc(&d, dw * dh * sizeof(float));
  cudaMalloc(&q, (size_t)qw * qh * sizeof(float));
  cudaMalloc(&r, (size_t)qw * qh * sizeof(float));
  cudaMalloc(&o, 2 * m * sizeof(float));
  padded<<<dim3(up / 32, up / 32), dim3(32, 32)>>>(a, up);
  twice<<<dim3((dw + 31) / 32, (dh + 7) / 8), dim3(32, 8)>>>(d, dw, dh);
  half<<<dim3((qw + 31) / 32, (qh + 7) / 8), dim3(32, 8)>>>(q, w, qw, qh);
  half_short<<<dim3((qw + 31) / 32, (qh + 8) / 8), dim3(32, 8)>>>(r, w, qw, qh);
  pairs<<<(m + 255) / 256, 256>>>(o, m);
  return cudaDeviceSynchronize();
}

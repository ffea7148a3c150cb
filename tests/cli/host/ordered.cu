// Sizes that conditions order: differences of them are not negative, and partial products fit where whole ones do.
#include <cstdlib>
__global__ void window(float *y, int h, int w, int r) {
  int ow = blockIdx.x * blockDim.x + threadIdx.x, oh = blockIdx.y * blockDim.y + threadIdx.y;
  if (ow < w - r + 1 && oh < h - r + 1) y[oh * (w - r + 1) + ow] = 1;
}
__global__ void halves(float *x, int c, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < c * (h / 2) * (w / 2)) x[i] = 1;
}
__global__ void reversed(float *x, int h, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < h - r) x[i] = 1;
}
__global__ void unordered(float *x, int a, int b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < b - a) x[i] = 1;
}
int main(int argc, char **argv) {
  int h = atoi(argv[1]), w = atoi(argv[2]), r = atoi(argv[3]), c = atoi(argv[4]);
  if (r < 1 || h < r || w < r || c < 1) return 1;
  float *y, *x, *z, *u;
  cudaMalloc(&y, sizeof(float) * (h - r + 1) * (w - r + 1));
  window<<<dim3((w - r + 16) / 16, (h - r + 16) / 16), dim3(16, 16)>>>(y, h, w, r);
  cudaMalloc(&x, sizeof(float) * c * (h / 2) * (w / 2));
  halves<<<(c * (h / 2) * (w / 2) + 255) / 256, 256>>>(x, c, h, w);
  cudaMalloc(&z, sizeof(float) * (h - r));
  reversed<<<(h - r + 255) / 256, 256>>>(z, h, r - 1);
  cudaMalloc(&u, sizeof(float) * (c - w));
  unordered<<<1, 256>>>(u, w, c);
}

#include <cstdlib>
__global__ void tail(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }
__global__ void tail_beyond(int *a, int n) { int i = threadIdx.x; if (i <= n) a[i] = i; }
__global__ void row_of(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
__global__ void before(int *a, int n) { int i = threadIdx.x; if (i < n) a[i - 1] = i; }
struct part { int *p; };
__global__ void in_struct(part s, int n) { int i = threadIdx.x; if (i < n) s.p[i - 1] = i; }
__global__ void before_start(int *a, int n) { int i = threadIdx.x; if (i < n) a[i - 11] = i; }
__global__ void before_end(int *a, int n) { int i = threadIdx.x; if (i <= n) a[i - 1] = i; }
__global__ void halo(const int *a, int *b, int n, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = -r; k <= r && i < n; k++) s += a[i + k];
  if (i < n) b[i] = s;
}
__global__ void halo_wide(const int *a, int *b, int n, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = -r; k <= r && i < n; k++) s += a[i + k];
  if (i < n) b[i] = s;
}
__global__ void framed(float *r, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) r[(y - 1) * (w + 2) + x - 1] = 1;
}
__global__ void framed_wide(float *r, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) r[(y - 1) * (w + 2) + x - 2] = 1;
}
__global__ void shift(int *a, const int *b, int n) { int i = threadIdx.x; if (i < n) a[i - 1] = b[i]; }
__global__ void unknown(int *a, int n) { int i = threadIdx.x; if (i < n) a[i] = i; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), k = atoi(argv[2]), *d, *e;
  cudaMalloc(&d, 100 * sizeof *d);
  tail<<<1, 64>>>(d + 40, 60);
  tail_beyond<<<1, 64>>>(&d[40], 60);
  before<<<1, 32>>>(d + 10, 10);
  part s = {d + 10};
  in_struct<<<1, 32>>>(s, 10);
  before_start<<<1, 32>>>(d + 10, 10);
  before_end<<<1, 128>>>(d + 10, 91);
  shift<<<1, 32>>>(d + 10, d + 10, 20);
  cudaMalloc(&e, 2 * n * sizeof *e);
  if (n > 0) row_of<<<(n + 255) / 256, 256>>>(e + n, n);
  int *f, *g, r = atoi(argv[3]);
  if (n < 1 || r < 0 || r > 64) return 1;
  cudaMalloc(&f, (n + 2 * r) * sizeof *f);
  cudaMalloc(&g, n * sizeof *g);
  halo<<<(n + 255) / 256, 256>>>(f + r, g, n, r);
  halo_wide<<<(n + 255) / 256, 256>>>(f + r, g, n, r + 1);
  int w = atoi(argv[4]), h = atoi(argv[5]);
  if (w < 1 || h < 1) return 1;
  float *m;
  cudaMalloc(&m, sizeof(float) * (w + 2) * (h + 2));
  framed<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m + w + 3, w, h);
  framed_wide<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m + w + 3, w, h);
  unknown<<<1, 64>>>(d + k, 20);
}

// Numbers that host code relates in ways which facts do not tell. What the relation excludes is no error; what no number excludes is one.
#include <cstdlib>
__global__ void permute(int *a, int n, int m) { // m and n have no common divisor
  int i = threadIdx.x;
  if (i < n) a[(i * m) % n] = i;
}
__global__ void shifted(int *a, int n, int l) { // n is 1 << l
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[(i << 1 & n - 1) | i >> l - 1] = i;
}
__global__ void behind(float *a, int n, int off) { // off is at least n
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = a[i + off];
}
__global__ void before(int *a, int n, int m) { // m is negative
  int i = threadIdx.x;
  if (i < n) a[i] = a[i - m];
}
__global__ void kept(float *a, float p) { // p is below 1
  int i = threadIdx.x;
  if (p >= 1.f) a[0] = i;
  else a[i] = p;
}
__global__ void half(int *a, int h, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < h) a[i] = a[i + d];
}
__global__ void neighbours(float *a, int n, int rounds) { // a race for each number of rounds
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++)
    if (i < n) a[i] += a[i + 1];
}
__global__ void beside(int *a, int n, int m) { // a race for each m
  int i = threadIdx.x;
  if (i < n) a[i] = a[i + 1] + m;
}
static int power(int n) {
  int m = 1;
  while (m < n) m *= 3;
  return m;
}
int main(int c, char **v) {
  int n = atoi(v[1]), l = atoi(v[2]), k = atoi(v[3]), *a;
  float *f, p = atof(v[4]);
  cudaMalloc(&a, 1 << 24);
  cudaMalloc(&f, 1 << 24);
  if (n == 8 || n == 16) permute<<<1, 256>>>(a, n, 3 % n);
  if (l >= 1 && l <= 20) shifted<<<((1 << l) + 255) / 256, 256>>>(a, 1 << l, l);
  if (k >= 1 && k <= 10000) behind<<<(k + 255) / 256, 256>>>(f, k, power(k));
  before<<<1, 100>>>(a + 1000, 100, c > 3 ? -100 : -250);
  if (p >= 0.f && p < 1.f) kept<<<1, 64>>>(f, p);
  if (k >= 2 && k <= 20) half<<<2, 64>>>(a, k / 2, 10);
  neighbours<<<(k + 255) / 256, 256>>>(f, k, power(l));
  beside<<<1, 100>>>(a, 100, power(l));
}

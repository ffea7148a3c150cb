// Floating-point numbers and null pointers that launches pass; what is computed from a number that is passed; variables without a value.
#include <cooperative_groups.h>
#include <cstdlib>
struct options {
  float *out, *bias;
  int n;
  float alpha;
};
__global__ void scale(int *a, float alpha, double beta) {
  if (alpha != 0.f || beta > 1.5)
    a[0] = threadIdx.x;
}
__global__ void scale_racy(int *a, float alpha) {
  if (alpha != 0.f)
    a[0] = threadIdx.x;
}
__global__ void shift(float *a, float *bias) {
  if (bias)
    bias[0] += a[threadIdx.x];
}
__global__ void shift_racy(float *a, float *bias) {
  if (!bias)
    a[0] += a[threadIdx.x];
}
__global__ void member(options p) {
  if (p.bias)
    p.bias[0] = p.out[threadIdx.x];
  if (p.alpha < 0)
    p.out[0] = p.out[threadIdx.x];
}
__global__ void member_racy(options p) {
  if (!p.bias && p.alpha == 2.5f)
    p.out[0] = p.out[threadIdx.x];
}
__global__ void odd(int *a, int n) {
  if (n % 2 == 0)
    a[0] = threadIdx.x;
}
__global__ void mode(int *a, int safe) {
  if (safe)
    a[threadIdx.x] = 1;
  else
    a[0] = threadIdx.x;
}
__global__ void rows(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[gridDim.x * blockDim.x - 1 - i];
}
__global__ void rows_cooperative(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[gridDim.x * blockDim.x - 1 - i];
}
__constant__ float factor;
__global__ void by_constant(int *a) { a[factor < 1.f ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void reached(float *a, float *bias) { a[threadIdx.x] += bias[threadIdx.x]; }
__global__ void reached_free(float *a, float *bias, int use) {
  if (use) a[threadIdx.x] += bias[threadIdx.x];
}
int main(int argc, char **argv) {
  int *a, *b, n = atoi(argv[1]), safe;
  float *f, two = 2.f;
  cudaMalloc(&a, 4096), cudaMalloc(&b, 4096), cudaMalloc(&f, 4096);
  scale<<<1, 256>>>(a, 0.f, 1.25);
  scale_racy<<<1, 256>>>(a, 0.5f);
  shift<<<1, 256>>>(f, nullptr);
  shift_racy<<<1, 256>>>(f, nullptr);
  options p = {};
  p.out = f;
  p.alpha = 2.5f;
  member<<<1, 256>>>(p);
  member_racy<<<1, 256>>>(p);
  if (n == 1 || n == 3)
    odd<<<1, 256>>>(a, n);
  if (argc > 2)
    safe = 1;
  mode<<<1, 256>>>(a, safe);
  rows<<<4, 256>>>(a, b);
  void *list[] = {&a, &b};
  cudaLaunchCooperativeKernel((void *)rows_cooperative, dim3(4), dim3(256), list, 0, 0);
  cudaMemcpyToSymbol(factor, &two, sizeof two);
  by_constant<<<1, 256>>>(a);
  reached<<<1, 256>>>(f, nullptr);
  reached_free<<<1, 256>>>(f, nullptr, 0);
}

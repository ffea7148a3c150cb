// Contents that host code computes: numbers that are not followed, and random ones that are not all of their range.
#include <cstdlib>
__constant__ int mode, even, given, table[32];
__global__ void by_mode(int *a) { a[mode == 1 ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void by_even(int *a) { a[even % 2 == 1 ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void by_given(int *a) { a[given == 1 ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void by_flags(int *a, const int *f) { a[f[threadIdx.x] == 1 ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void by_random(int *a, const int *r) { a[r[threadIdx.x] == 1 ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void by_table(int *a) { a[table[threadIdx.x]] = threadIdx.x; }
int main(int c, char **v) {
  int *a, *f, *r, h[64], m = c > 9 ? 2 : 0, e = atoi(v[1]) & ~1 & 255, g = atoi(v[2]), t[32];
  cudaMalloc(&a, 4096);
  cudaMalloc(&f, sizeof h);
  cudaMalloc(&r, sizeof h);
  cudaMemcpyToSymbol(mode, &m, sizeof m);
  cudaMemcpyToSymbol(even, &e, sizeof e);
  cudaMemcpyToSymbol(given, &g, sizeof g);
  for (int i = 0; i < 32; i++) t[i] = 31 - i;
  cudaMemcpyToSymbol(table, t, 64);
  cudaMemcpyToSymbol(table, t + 16, 64, 64);
  by_mode<<<1, 64>>>(a);
  by_even<<<1, 64>>>(a);
  by_given<<<1, 64>>>(a);
  for (int i = 0; i < 64; i++) h[i] = rand() % 5 * 2;
  cudaMemcpy(f, h, sizeof h, cudaMemcpyHostToDevice);
  by_flags<<<1, 64>>>(a, f);
  int k[64];
  for (int i = 0; i < 64; i++) k[i] = rand() % 5;
  cudaMemcpy(r, k, sizeof k, cudaMemcpyHostToDevice);
  by_random<<<1, 64>>>(a, r);
  by_table<<<1, 32>>>(a);
}

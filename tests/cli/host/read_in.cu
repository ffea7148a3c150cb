// What readers write, and how much they have read; what the program checks, sorts or overwrites; numbers of its command line.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

struct size {
  int n, m;
};
__global__ void how_much(int *o, int n) { if (threadIdx.x < n) o[threadIdx.x % 128] = threadIdx.x; }
__global__ void beside(int *o) { __shared__ int s[256]; s[threadIdx.x % 256] = threadIdx.x; o[0] = 1; }
__global__ void letters(int *o, int n) { if (threadIdx.x < n) o[threadIdx.x % 256] = threadIdx.x; }
__global__ void cases(int *o) { o[threadIdx.x % 6] = threadIdx.x; }
__global__ void overwritten(const int *flags, int *o) { if (flags[threadIdx.x]) o[0] = threadIdx.x; }
__global__ void rising(const int *keys, int *o) { if (keys[threadIdx.x] == keys[threadIdx.x + 1]) o[0] = threadIdx.x; }
__global__ void sorted(const int *keys, int *o) { if (keys[threadIdx.x] > keys[threadIdx.x + 1]) o[0] = threadIdx.x; }
__global__ void checked(const int *flags, int *o) { if (flags[threadIdx.x]) o[0] = threadIdx.x; }
__global__ void one_drawn(const int *flags, int *o) { if (flags[threadIdx.x]) o[0] = threadIdx.x; }
__global__ void optional(int *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i <= n) o[i] = 1; }
__global__ void cut(int *o, int n) { if (n < 1) o[0] = threadIdx.x; }

int opaque(int);

int main(int argc, char **argv) {
  int *o, *d, buffer[128], *h = (int *)malloc(1028);
  FILE *f = fopen(argv[1], "rb");
  cudaMalloc(&o, 4096);
  cudaMalloc(&d, 1028);
  int n = fread(buffer, 1, 128, f);
  how_much<<<1, 512>>>(o, n); // 128 at most
  size s;
  s.m = 256;
  if (scanf("%d", &s.n) != 1 || s.n < 1)
    return 1;
  beside<<<s.n, s.m>>>(o); // 256 threads
  int c = getchar();
  letters<<<1, 512>>>(o, c);
  switch (argc) {
  case 5:
  case 6: cases<<<1, argc>>>(o);
  }

  int *later;
  cudaMalloc(&later, 1024);
  fread(h, 4, 256, f);
  cudaMemcpy(later, h, 1024, cudaMemcpyHostToDevice);
  for (int i = 0; i < 256; i++)
    h[i] = opaque(i);
  cudaMemcpy(later, h, 1024, cudaMemcpyHostToDevice);
  overwritten<<<1, 256>>>(later, o);

  int *keys = (int *)malloc(1028), *ordered = (int *)malloc(1028), *flags = (int *)malloc(1024), *few = (int *)calloc(256, 4), *a, *b, *e, *g;
  for (int i = 0; i < 257; i++)
    keys[i] = 2 * i + rand() % 2;
  cudaMalloc(&a, 1028);
  cudaMemcpy(a, keys, 1028, cudaMemcpyHostToDevice);
  rising<<<1, 256>>>(a, o);
  for (int i = 0; i < 257; i++)
    ordered[i] = rand();
  std::sort(ordered, ordered + 257);
  cudaMalloc(&b, 1028);
  cudaMemcpy(b, ordered, 1028, cudaMemcpyHostToDevice);
  sorted<<<1, 256>>>(b, o);
  fread(flags, 4, 256, f);
  int some = 0;
  for (int i = 0; i < 256; i++)
    some += flags[i] != 0;
  if (some > 1)
    return 1;
  cudaMalloc(&e, 1024);
  cudaMemcpy(e, flags, 1024, cudaMemcpyHostToDevice);
  checked<<<1, 256>>>(e, o);
  few[3] = rand();
  cudaMalloc(&g, 1024);
  cudaMemcpy(g, few, 1024, cudaMemcpyHostToDevice);
  one_drawn<<<1, 256>>>(g, o);

  int m = argc > 2 ? atoi(argv[2]) : 1000;
  int *p;
  cudaMalloc(&p, m * 4);
  optional<<<(m + 255) / 256, 256>>>(p, m);
  int k = atoi(argv[3]);
  k = k > 0 ? k : 1;
  cut<<<1, 64>>>(o, k);
  return cudaDeviceSynchronize();
}

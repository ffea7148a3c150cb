// What is true on some paths only, of some copies only, or of some numbers only.
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct fields {
  int x;
  long n;
};
__device__ int *rows[4];
__device__ int *shifted;

__global__ void halves(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = 1;
}
__global__ void cleared(int *a, int n) {
  int i = threadIdx.x;
  if (i < n)
    a[i] = 1;
}
__global__ void twice(int n) {
  int i = threadIdx.x;
  if (i < n)
    rows[0][i] = rows[1][n - 1 - i];
}
__global__ void moved(int *a) { shifted[threadIdx.x] = a[threadIdx.x]; }
__global__ void mixed(int *a, int n) {
  if (n % 7 == 3)
    a[n] = 1;
}
__global__ void texts(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && n % 3 == 2)
    a[i + 1] = 1;
}

void run(const int *b, const int *e) { // in pairs only if there are some
  int n = (int)(e - b), *a;
  if (n % 2 == 0)
    printf("%d pairs\n", (int)((const int2 *)e - (const int2 *)b));
  cudaMalloc(&a, (n / 2) * 8);
  halves<<<(n + 255) / 256, 256>>>(a, n);
}

int main(int argc, char **argv) {
  int *list = (int *)malloc(argc * 4);
  run(list, list + argc);

  fields f;
  f.n = 5;
  int *few, got = scanf("%d", &f.x);
  if (f.x > 2) {
    void *none = nullptr;
    memcpy(&f.n, &none, 8); // n is 0
    got += scanf("%d", &f.x);
  }
  cudaMalloc(&few, 5 * 4);
  cleared<<<1, 256>>>(few, 10 - (int)f.n);

  int *h[4];
  for (int i = 0; i < 4; i++)
    cudaMalloc(&h[i], 4096);
  cudaMemcpyToSymbol(rows, h, 32);
  cudaMemcpyToSymbol(rows, h + 1, 8, 0); // the first row is the second, too
  twice<<<1, 256>>>(256);
  unsigned long long at = (unsigned long long)h[2] + 4;
  cudaMemcpyToSymbol(shifted, &at, 8);
  moved<<<1, 256>>>(h[2]);

  int n = atoi(argv[1]), *some, *more, m = 1024;
  if ((n ^ (n >> 3)) != 0x480)
    return 1;
  cudaMalloc(&some, n * 4);
  mixed<<<1, 32>>>(some, n);
  if (argc > 2) {
    if (strcmp(argv[2], "1024") && strcmp(argv[2], "4096"))
      return 1;
    m = atoi(argv[2]);
  }
  cudaMalloc(&more, m * 4);
  texts<<<(m + 255) / 256, 256>>>(more, m);
  return cudaDeviceSynchronize() + got;
}

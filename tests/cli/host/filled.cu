#include <cstdlib>
#include <vector>
__global__ void order(int *out, const int *perm, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[perm[i]] = i; }
__global__ void back(int *out, const int *perm, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[perm[i]] = i; }
__global__ void managed(int *out, const int *perm, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[perm[i]] = i; }
__global__ void sized(int *out, const int *perm, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[perm[i]] = i; }
__global__ void few(int *out, const int *perm) { out[perm[threadIdx.x]] = threadIdx.x; }
__global__ void look(int *out, const int *at, const int *in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[at[i]]; }
__global__ void beyond(int *out, const int *at, const int *in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[at[i]]; }
__global__ void fixed(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i <= n) a[i] = 0; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), blocks = (n + 255) / 256, *d, *s, *m, table[4], *four, *e;
  int *h = (int *)malloc(n * sizeof *h);
  cudaMalloc(&d, n * sizeof *d); cudaMalloc(&s, n * sizeof *s);
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMemcpy(s, h, n * sizeof *s, cudaMemcpyHostToDevice);
  order<<<blocks, 256>>>(d, s, n);
  for (int i = 0; i < n; i++) h[i] = n - 1 - i;
  cudaMemcpy(s, h, n * sizeof *s, cudaMemcpyHostToDevice);
  back<<<blocks, 256>>>(d, s, n);
  cudaMallocManaged(&m, n * sizeof *m);
  for (int i = 0; i < n; i++) m[i] = i;
  managed<<<blocks, 256>>>(d, m, n);
  std::vector<int> v(n);
  for (int i = 0; i < n; i++) v[i] = i;
  int *w;
  cudaMalloc(&w, v.size() * sizeof *w);
  cudaMemcpy(w, v.data(), v.size() * sizeof *w, cudaMemcpyHostToDevice);
  sized<<<blocks, 256>>>(d, w, n);
  for (int i = 0; i < 4; i++) table[i] = 3 * i % 4;
  cudaMalloc(&four, sizeof table); cudaMemcpy(four, table, sizeof table, cudaMemcpyHostToDevice);
  cudaMalloc(&e, sizeof table); cudaMemset(e, 0, sizeof table);
  few<<<1, 4>>>(e, four);
  fixed<<<1, 4>>>(four, 3);
  cudaMemcpy(four, table, sizeof table, cudaMemcpyHostToDevice);
  few<<<1, 4>>>(e, four);
  for (int i = 0; i < n; i++) h[i] = rand() % n;
  cudaMemcpy(s, h, n * sizeof *s, cudaMemcpyHostToDevice);
  look<<<blocks, 256>>>(d, s, m, n);
  for (int i = 0; i < n; i++) h[i] = rand() % (n + 1);
  cudaMemcpy(s, h, n * sizeof *s, cudaMemcpyHostToDevice);
  beyond<<<blocks, 256>>>(d, s, m, n);
  fixed<<<blocks, 256>>>(d, n);
}

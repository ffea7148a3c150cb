// Programs in one: what host code says that is easily overlooked. The kernels race, or leave their array, at launches that it excludes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

__global__ void found(int *a, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i * s] += i;
}
__global__ void places(int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[p[i]] += i;
}
__global__ void drawn_places(int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[p[i]] += i;
}
__global__ void narrow(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += i;
}
__global__ void character(int *a, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i * s] = i;
}
__global__ void digit(int *a, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i * s] = i;
}
__global__ void length(int *a, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i * s] = i;
}
__global__ void listed(int *a, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = n;
  a[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x];
}
struct pole {
  float weight;
  short kind;
};
__global__ void from_list(const pole *p, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float factor[4];
  for (int k = 0; k < 4; k++)
    factor[k] = k * 0.5f;
  if (i < n)
    out[i] = factor[p[i].kind] * p[i].weight;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *a, *b, *p, *host = (int *)malloc(4000000);
  if (n < 2 || n > 1000000)
    return 1;
  cudaMalloc(&a, n * 4ll * 1000);
  cudaMalloc(&b, n * 4ll);
  cudaMalloc(&p, n * 4);

  int s = atoi(argv[2]);
  std::vector<int> good = {1, 2, 4};
  if (std::find(good.begin(), good.end(), s) != good.end())
    found<<<(n + 255) / 256, 256>>>(a, n, s);

  std::vector<int> h;
  for (int i = 0; i < n; i++)
    h.push_back(i);
  cudaMemcpy(p, h.data(), n * 4, cudaMemcpyHostToDevice);
  places<<<(n + 255) / 256, 256>>>(a, p, n);
  int *q;
  cudaMalloc(&q, n * 4);
  for (int i = 0; i < n; i++)
    host[i] = rand() % n;
  cudaMemcpy(q, host, n * 4, cudaMemcpyHostToDevice);
  drawn_places<<<(n + 255) / 256, 256>>>(a, q, n);

  short m = n;
  int *few;
  cudaMalloc(&few, m * 4);
  if (m >= 1)
    narrow<<<(n + 255) / 256, 256>>>(few, n);

  int c = getchar(), d = 0;
  char text[10];
  if (c >= 1)
    character<<<(n + 255) / 256, 256>>>(a, n, c);
  if (scanf("%1d", &d) == 1 && d >= 1)
    digit<<<(n + 255) / 256, 256>>>(a, n, d);
  strncpy(text, argv[3], 9);
  text[9] = 0;
  int l = strlen(text);
  if (l >= 1)
    length<<<(n + 255) / 256, 256>>>(a, n, l);

  std::string name(argv[0]);
  int one = 1;
  void *arguments[] = {&b, &one};
  cudaLaunchKernel((void *)listed, dim3(n / 128), dim3(128), arguments, 0, 0);

  std::vector<pole> poles(n);
  for (int i = 0; i < n; i++)
    poles[i].kind = i % 4;
  pole *kinds;
  float *result;
  cudaMalloc(&kinds, n * sizeof(pole));
  cudaMalloc(&result, n * 4);
  cudaMemcpy(kinds, poles.data(), n * sizeof(pole), cudaMemcpyHostToDevice);
  from_list<<<(n + 255) / 256, 256>>>(kinds, result, n);
  return cudaDeviceSynchronize();
}

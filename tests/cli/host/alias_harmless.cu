// Pointers that a container held, which may be one: that matters only where the kernel accesses both, and writes to one of them.
#include <cstdlib>
#include <list>

struct data {
  float *in, *out, *x, *y;
};
__global__ void uses_none(data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d.out[i] = d.in[n - 1 - i];
}
__global__ void reads_both(data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d.out[i] = d.x[n - 1 - i] + d.y[i] + d.in[i];
}
__global__ void writes_one(data d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d.x[i] = d.y[n - 1 - i] + d.in[i];
}
__global__ void takes_address(data d, float **where, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *p = where[0] ? d.x : d.y;
  if (i < n)
    p[i] = d.y[n - 1 - i];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  data d;
  float **where;
  std::list<float *> p;
  for (int i = 0; i < 2; i++) {
    float *q;
    cudaMalloc(&q, n * sizeof(float));
    p.push_back(q);
  }
  cudaMalloc(&d.in, n * sizeof(float));
  cudaMalloc(&d.out, n * sizeof(float));
  cudaMalloc(&where, sizeof(float *));
  d.x = p.front();
  d.y = p.back();
  uses_none<<<(n + 255) / 256, 256>>>(d, n);
  reads_both<<<(n + 255) / 256, 256>>>(d, n);
  writes_one<<<(n + 255) / 256, 256>>>(d, n);
  takes_address<<<(n + 255) / 256, 256>>>(d, where, n);
  return cudaDeviceSynchronize();
}

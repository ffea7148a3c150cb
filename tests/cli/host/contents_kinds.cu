// What arrays hold that host code does not show: what only some contents show is a warning, what others show too is an error.
#include <cstdlib>

struct config {
  int safe;
  float width;
};

__global__ void by_config(const config *c, int *out) {
  int i = threadIdx.x;
  if (c->safe == 0)
    out[0] = i;
  else
    out[i] = i;
}

__global__ void by_any(const int *c, int *out) {
  if (c[threadIdx.x] != 5)
    out[0] = threadIdx.x;
}

// Every byte is set: each number is -1.
__global__ void by_fill(const int *c, int *out) {
  if (c[threadIdx.x] != -1)
    out[0] = threadIdx.x;
}

int main(int argc, char **argv) {
  config host = {1, 2.f}, *c;
  int *out, *filled, *read = (int *)malloc(1024);
  for (int i = 0; i < 256; i++)
    read[i] = atoi(argv[i + 1]);
  cudaMalloc(&c, sizeof host);
  cudaMalloc(&out, 1024);
  cudaMalloc(&filled, 1024);
  cudaMemcpy(c, &host, sizeof host, cudaMemcpyHostToDevice);
  by_config<<<1, 256>>>(c, out);
  cudaMemset(filled, 0xff, 1024);
  by_fill<<<1, 256>>>(filled, out);
  cudaMemcpy(filled, read, 1024, cudaMemcpyHostToDevice);
  by_any<<<1, 256>>>(filled, out);
  return cudaDeviceSynchronize();
}

// The size of an allocation in bytes, of which nobody says that they are whole elements.
#include <cstdlib>

__global__ void in_bytes(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *out;
  cudaMalloc(&out, atoi(argv[2]));
  in_bytes<<<(n + 255) / 256, 256>>>(out, n);
  return cudaDeviceSynchronize();
}

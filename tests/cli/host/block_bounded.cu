// A block that the program bounds: blocks of 64 threads are right, and those of 128 are none of the program's.
#include <stdlib.h>

__global__ void fold(int *out) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 64];
}

int main(int argc, char **argv) {
  int b = atoi(argv[1]), *out;
  if (b > 65)
    return 1;
  cudaMalloc(&out, 1000 * b * sizeof(int));
  fold<<<1000, b>>>(out);
}

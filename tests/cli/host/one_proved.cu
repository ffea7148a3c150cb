// A kernel that is proved at one launch, under an assumption, and at another one is not: what the first rests on is told.
#include <cstdlib>

__global__ void copy(float *to, const float *from, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    to[i] = from[i + 1];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, (n + 1) * sizeof(float));
  copy<<<(n + 255) / 256, 256>>>(a, b, n);
  float *both = rand() % 7 == 3 ? a : b;
  copy<<<1, 256>>>(a, both, n - 1);
  return 0;
}

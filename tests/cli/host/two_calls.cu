// Two calls of a function that launches: the numbers of both stand at one place.
#include <cstdlib>

__global__ void fill(int *a, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}

static void run(long w, long h) {
  int m = (int)(w * h), *a;
  cudaMalloc(&a, m * sizeof(int));
  fill<<<(m + 255) / 256, 256>>>(a, w * h);
}

int main(int argc, char **argv) {
  run(atol(argv[1]), atol(argv[2]));
  run(atol(argv[3]), atol(argv[4]));
  return 0;
}

// Numbers that are negative.
#include <cstdlib>

__global__ void prime(int *a, int n) {
  if (n == 7)
    a[0] = threadIdx.x;
}

__global__ void square(int *a, int n) {
  if (n == 1)
    a[0] = threadIdx.x;
}

__global__ void remainder(int *a, int n) {
  if (n == 3)
    a[0] = threadIdx.x;
}

__global__ void remainder_racy(int *a, int n) {
  if (n == -3)
    a[0] = threadIdx.x;
}

int main(int argc, char **argv) {
  int w = atoi(argv[1]), h = atoi(argv[2]), *a;
  if (w > -2 || h > -2)
    return 1;
  cudaMalloc(&a, 1024);
  prime<<<1, 256>>>(a, w * h);
  square<<<1, 256>>>(a, w * w);
  remainder<<<1, 256>>>(a, w % 4);
  remainder_racy<<<1, 256>>>(a, w % 4);
  return 0;
}

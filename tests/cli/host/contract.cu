#include <wp_contract.h>
__global__ void scale(int *a, int n) {
  wp_requires(n > 0 && blockDim.x == 128);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}
int main() {
  int *a;
  cudaMalloc(&a, 1000 * sizeof(int));
  scale<<<8, WIDTH>>>(a, 1000);
  scale<<<8, 128>>>(a, 1000);
}

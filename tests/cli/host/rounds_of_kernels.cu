// A pointer to a kernel that a loop chooses and compares: launches of each kernel that it may be. One that a function
// may have got is launched by somebody unknown.
#include <cstdlib>
#define KERNEL(name)                               \
  __global__ void name(int *a, int n) {            \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < n) a[i] = threadIdx.y;                 \
  }
KERNEL(one) KERNEL(two) KERNEL(three) KERNEL(kept) KERNEL(tall)
typedef void (*kernel_t)(int *, int);
void keep(kernel_t k);
int main(int argc, char **argv) {
  int n = atoi(argv[1]), special = 0;
  int *a;
  cudaMalloc(&a, n * 4);
  kernel_t k;
  for (int round = 0; round < 5; round++) {
    switch (round) {
    case 0: k = &one; break;
    case 1: k = &two; break;
    case 2: k = &three; break;
    case 3: k = &kept; break;
    }
    if (k == &one || k == &three) special++;
    k<<<(n + 255) / 256, 256>>>(a, n);
  }
  if (argc > special) keep(kept);
  kernel_t last = &two;
  for (int round = 0; round < n; round++) {
    last<<<1, dim3(16, last == &tall ? 2 : 1)>>>(a, 16);
    last = argv[round] ? &tall : &one;
  }
}

// Kernels that are launched through pointers: launches of each kernel that the pointer may be, where all of them are known.
#include <cstdlib>
template <class T> __global__ void fill(T *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y;
}
#define KERNEL(name)                               \
  __global__ void name(int *a, int n) {            \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < n) a[i] = threadIdx.y;                 \
  }
KERNEL(passed) KERNEL(listed) KERNEL(small) KERNEL(large) KERNEL(first) KERNEL(second) KERNEL(chosen) KERNEL(other)
KERNEL(racy) KERNEL(kept)
typedef void (*kernel_t)(int *, int);
static void go(kernel_t k, int *a, int n) { k<<<(n + 255) / 256, 256>>>(a, n); }
kernel_t changed[] = {kept, kept};
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *f;
  int *a;
  cudaMalloc(&f, n * 4);
  cudaMalloc(&a, n * 4);
  auto k = &fill<float>;
  k<<<(n + 255) / 256, 256>>>(f, n);
  go(passed, a, n);
  void *args[] = {&a, &n};
  cudaLaunchKernel((void *)listed, dim3((n + 255) / 256), dim3(256), args, 0, 0);
  cudaLaunchKernel(argc > 5 ? (void *)chosen : (void *)other, dim3((n + 255) / 256), dim3(256), args, 0, 0);
  kernel_t by_size = n > 100 ? large : small;
  by_size<<<(n + 255) / 256, 256>>>(a, n);
  static const kernel_t table[] = {first, second};
  table[argc & 1]<<<(n + 127) / 128, 128>>>(a, n);
  kernel_t also = argc > 3 ? racy : passed;
  also<<<1, dim3(32, 2)>>>(a, 32);
  if (argc > 4) changed[1] = *(kernel_t *)argv[2];
  changed[argc & 1]<<<(n + 127) / 128, 128>>>(a, n);
}

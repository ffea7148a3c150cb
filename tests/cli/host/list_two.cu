static __global__ void k(int *a, int m, int n) { a[threadIdx.x / (n > 1 ? 2 : 1)] = threadIdx.x; }
void other() { int *a; cudaMalloc(&a, 4096); int one = 1, two = 2; void *list[] = {&a, &one, &two}; cudaLaunchKernel((void *)k, dim3(1), dim3(64), list, 0, 0); }

// Kernels of one name with different parameters, each of its file alone, launched through a list: which one it is is not told.
static __global__ void k(int *a, int n, int m) { a[threadIdx.x / (n > 1 ? 2 : 1)] = threadIdx.x; }
void other();
int main() { int *a; cudaMalloc(&a, 4096); int one = 1, two = 2; void *list[] = {&a, &one, &two}; cudaLaunchKernel((void *)k, dim3(1), dim3(64), list, 0, 0); other(); }

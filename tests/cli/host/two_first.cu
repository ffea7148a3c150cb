#include "scale.h"
__global__ void row(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() {
    int *a;
    cudaMalloc(&a, 1024 * 4);
    row<<<4, 256>>>(a, 1024);
    scale(a, 1024);
    return 0;
}

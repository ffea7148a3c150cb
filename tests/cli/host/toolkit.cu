#include <cuda_runtime.h>
#include <cub/version.cuh>
__global__ void fill(int *p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x] = n; }
int main() {
    int *p;
    cudaMalloc(&p, 4096 * sizeof(int));
    fill<<<16, 256>>>(p, 3);
    cudaFree(p);
}

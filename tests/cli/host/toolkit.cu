#include <cuda_runtime.h>
#include <cub/version.cuh>
__global__ void fill(int *p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x] = n; }
int main() {
    int *p;
    float *q;
    cudaMalloc(&p, 4096 * sizeof(int));
    cudaMalloc(&q, 4096 * sizeof(float));
    fill<<<16, 256>>>(p, 3);
    cudaFree(q);
    cudaFree(p);
}

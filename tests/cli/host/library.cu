#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
__global__ void fill(int *p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void halves(int *p) { p[threadIdx.x / 2] = threadIdx.x; }
static int *memory;
static int rows = 1;
int main() {
    int *p, sizes[3] = {1, 2, 3};
    void *scratch = nullptr;
    size_t bytes = 0;
    cudaMalloc(&p, 4096 * sizeof(int));
    cudaMalloc(&memory, 4096 * sizeof(int));
    fill<<<16, 256>>>(p, 3);
    cub::DeviceReduce::Sum(scratch, bytes, p, p, 64);
    thrust::for_each(thrust::host, sizes, sizes + 3, [](int n) { halves<<<rows, n>>>(memory); });
    return 0;
}

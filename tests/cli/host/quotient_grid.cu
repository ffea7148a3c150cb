// Grids that are quotients by a size that the kernel multiplies with again.
#include <cassert>
#include <cstdlib>

__global__ void parts(float *sums, int size) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned k = i * size; k < (i + 1) * size; k++)
        sums[i] += k % 2;
}

// The grid has nothing to do with the size.
__global__ void others(float *sums, int size) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned k = i * size; k < (i + 1) * size; k++)
        sums[i] += k % 2;
}

int main(int argc, char **argv) {
    const int length = 922521600, size = atoi(argv[1]), count = atoi(argv[2]);
    const int threads = length / size;
    assert(length % size == 0);
    assert(threads % 256 == 0);
    float *sums, *more;
    cudaMalloc(&sums, sizeof(float) * threads);
    cudaMalloc(&more, sizeof(float) * 256 * count);
    parts<<<threads / 256, 256>>>(sums, size);
    others<<<count, 256>>>(more, size);
    return 0;
}

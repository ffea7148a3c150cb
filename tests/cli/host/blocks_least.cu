// Blocks of as many threads as there are elements, at most 256, and as many of them as are needed: a quotient by a number that may be 0 or
// negative, with which the program would not go on.
#include <algorithm>
#include <cstdlib>

__global__ void scale(float *__restrict__ to, const int *__restrict__ from, const int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = 2.0f * from[i];
}

__global__ void fill(float *to) {
    to[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

__global__ void fill_more(float *to) {
    to[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

int main(int argc, char **argv) {
    const int n = atoi(argv[1]);
    int *from;
    float *to;
    cudaMalloc((void **)&from, n * sizeof(int));
    cudaMalloc((void **)&to, n * sizeof(float));
    const int threads = std::min(n, 256), blocks = (n + threads - 1) / threads;
    dim3 grid(blocks), block(threads);
    scale<<<grid, block>>>(to, from, n);
    fill<<<n / threads, threads>>>(to);
    fill_more<<<blocks, threads>>>(to);
}

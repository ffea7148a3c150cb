#include <cstdio>
#include <cstdlib>

__global__ void add(float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
}

static int ceil_div(int a, int b) {
    return (a + b - 1) / b;
}

static const int threads = 256;

void run(float *a, float *b, int n) {
    add<<<ceil_div(n, threads), threads>>>(a, b, n);
}

int main(int argc, char **argv) {
    float *x, *y;
    if (argc < 2) return 1;
    int n = atoi(argv[1]);
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&y, n * sizeof *y);
    cudaMemset(x, 0, n * sizeof *x);
    run(x, y, n);
    add<<<1, 64>>>(x, x, 64);
    cudaFree(x);
    cudaFree(y);
}

// Claims that the bounds need discharge what the proof of races assumes of sizes without them.
#include <cstdlib>

__global__ void add(float *a, const float *b, long n) {
    long i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += b[i];
}

// The claims say nothing of m.
__global__ void add_beside(float *a, const float *b, long n, int m) {
    long i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < m; k += gridDim.x * blockDim.x)
        a[n + k] = 0.0f;
    if (i < n)
        a[i] += b[i];
}

int main(int argc, char **argv) {
    long n = 1;
    for (int i = 0; i < argc; i++)
        n = n * atoi(argv[i]);
    const int m = atoi(argv[1]);
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    add<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaMalloc(&a, (n + m) * sizeof(float));
    add_beside<<<(n + 255) / 256, 256>>>(a, b, n, m);
    return 0;
}

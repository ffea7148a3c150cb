#include <cstdio>
__global__ void fill(float *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
int main() {
    int n;
    float *a;
    if (scanf("%d", &n) != 1 || n < 1)
        return 1;
    printf("%d\n", n);
    cudaMalloc(&a, n * sizeof(float));
    fill<<<(n + 127) / 128, 128>>>(a, n);
}

#include <cstdlib>
__global__ void rows(float *a, int pitch) {
    a[(blockIdx.y * blockDim.y + threadIdx.y) * pitch + blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void wide_rows(float *a, int pitch) {
    a[(blockIdx.y * blockDim.y + threadIdx.y) * pitch + blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void fill(int *a, int n) {
    a[threadIdx.x] = n;
}
__global__ void fill_more(int *a, int n) {
    a[threadIdx.x] = n;
}
int main(int argc, char **argv) {
    float *a;
    int *b, n, m;
    size_t bytes;
    cudaMallocPitch((void **)&a, &bytes, 2048 * sizeof(float), 2048);
    rows<<<dim3(128, 128), dim3(16, 16)>>>(a, (int)(bytes / sizeof(float)));
    wide_rows<<<dim3(129, 128), dim3(16, 16)>>>(a, (int)(bytes / sizeof(float))); // rows of 2064
    n = atoi(argv[1]);
    m = atoi(argv[2]);
    cudaMalloc(&b, n * sizeof(int));
    if (n == m && m > 0)
        fill<<<1, m>>>(b, n);
    if (n >= m && m > 0)
        fill_more<<<1, m + 1>>>(b, n);
}

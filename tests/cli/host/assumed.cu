#include <cstdlib>
__global__ void scale(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}
__global__ void fill(int *c, int w) {
    int r = blockIdx.y * 16 + threadIdx.y, q = blockIdx.x * 16 + threadIdx.x;
    if (r < w && q < w)
        c[r * w + q] = r;
}
__global__ void fill_anyhow(int *c, int w) {
    int r = blockIdx.y * 16 + threadIdx.y, q = blockIdx.x * 16 + threadIdx.x;
    if (r < w && q < w)
        c[r * w + q] = r;
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), w = atoi(argv[2]), v = atoi(argv[3]), *c, *d;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    scale<<<(n + 255) / 256, 256>>>(b, a, n);
    cudaMalloc(&c, w * w * sizeof(int));
    dim3 grid((w + 15) / 16, (w + 15) / 16), block(16, 16);
    fill<<<grid, block>>>(c, w);
    cudaMalloc(&d, (unsigned)v * (unsigned)v * sizeof(int));
    fill_anyhow<<<dim3((v + 15) / 16, (v + 15) / 16), block>>>(d, v);
}

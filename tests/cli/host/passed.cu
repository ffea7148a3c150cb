#include <cstdlib>
__global__ void turn(float *out, const float *in, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}
__global__ void turn_back(float *out, const float *in, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}
__global__ void turn_long(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), m = atoi(argv[2]);
    size_t k = atol(argv[3]);
    float *a, *b, *c, *d;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    turn<<<(n + 255) / 256, 256>>>(b, a, n);
    cudaMalloc(&c, 1024 * sizeof(float));
    cudaMalloc(&d, 1024 * sizeof(float));
    if (m <= 1024)
        turn_back<<<4, 256>>>(d, c, m);
    float *e, *f;
    cudaMalloc(&e, k * sizeof(float));
    cudaMalloc(&f, k * sizeof(float));
    turn_long<<<(k + 255) / 256, 256>>>(f, e, k);
}

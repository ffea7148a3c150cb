#include <cstdlib>
__global__ void last_byte(short *a) {
    ((char *)a)[threadIdx.x] = 1;
}
__global__ void behind(short *a) {
    ((char *)a)[threadIdx.x] = 1;
}
__global__ void each_byte(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((char *)a)[i] = 1;
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), *bytes;
    short *a, *b;
    cudaMalloc(&a, 33);
    last_byte<<<1, 33>>>(a);
    cudaMalloc(&b, 33);
    behind<<<1, 34>>>(b);
    cudaMalloc(&bytes, n);
    each_byte<<<(n + 255) / 256, 256>>>(bytes, n);
}

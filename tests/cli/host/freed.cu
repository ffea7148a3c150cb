__global__ void fill(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
int main() {
    int *a;
    cudaMalloc(&a, 4096);
    for (int i = 0; i < 2; i++) {
        fill<<<4, 256>>>(a);
        cudaFree(a);
    }
}

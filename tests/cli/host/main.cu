__global__ void fill(int *a, int value);
int main() {
    int *a;
    cudaMalloc(&a, 4096);
    fill<<<4, 256>>>(a, 1);
    cudaFree(a);
}

// Kernels that read one axis, with launches that fix the others: that says nothing of every launch, nor of other launches.
__global__ void along(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i + (int)clock();
}
void run(int *a, int n, int rows) { along<<<dim3((n + 255) / 256, 1), 256>>>(a, n); }
__global__ void around(int *a) { a[(blockIdx.x * 2 + threadIdx.x) % 64] = clock(); }
void run_around(int *a, int rows) {
    around<<<dim3(8, rows), 2>>>(a);
    around<<<8, 2>>>(a);
}


__device__ static void put(int *s, int i, int v) {
    s[i] = v;
}

__global__ void k(int *a, int n) {
    __shared__ int s[65];
    put(s, threadIdx.x, n);
    a[0] = s[threadIdx.x + 1];
    __syncthreads();
}

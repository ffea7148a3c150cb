/* The inclusive prefix sums of each block's part of `in` (Hillis and Steele). Block 256. */
#include <cuda_runtime.h>

__global__ void scan(const int *in, int *out, int n) {
    __shared__ int sums[2][256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, from = 0;
    sums[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int sum = sums[from][t];
        if (t >= d)
            sum += sums[from][t - d];
        from = 1 - from;
        sums[from][t] = sum;
        __syncthreads();
    }
    if (i < n)
        out[i] = sums[from][t];
}

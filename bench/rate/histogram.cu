/* How often each of 256 values occurs: counted per block, then added up. Block 256. */
#include <cuda_runtime.h>

__global__ void histogram(const unsigned *in, unsigned *bins, int n) {
    __shared__ unsigned counts[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    counts[t] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&counts[in[i] & 255], 1u);
    __syncthreads();
    atomicAdd(&bins[t], counts[t]);
}

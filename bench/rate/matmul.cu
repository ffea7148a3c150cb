/* c = a * b, in tiles: a has n rows of k floats, b has k rows of n. Block (16,16). */
#include <cuda_runtime.h>

#define TILE 16

__global__ void matmul(const float *a, const float *b, float *c, int n, int k) {
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0;
    for (int start = 0; start < k; start += TILE) {
        a_tile[y][x] = a[row * k + start + x];
        b_tile[y][x] = b[(start + y) * n + column];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

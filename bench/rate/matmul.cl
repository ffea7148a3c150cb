/* matmul.cu in OpenCL C. */
#define TILE 16

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n,
                     int k) {
    __local float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int column = get_group_id(0) * TILE + x, row = get_group_id(1) * TILE + y;
    float sum = 0;
    for (int start = 0; start < k; start += TILE) {
        a_tile[y][x] = a[row * k + start + x];
        b_tile[y][x] = b[(start + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; i++)
            sum += a_tile[y][i] * b_tile[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

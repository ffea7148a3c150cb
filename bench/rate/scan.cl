/* scan.cu in OpenCL C. */
__kernel void scan(__global const int *in, __global int *out, int n) {
    __local int sums[2][256];
    int t = get_local_id(0), i = get_group_id(0) * get_local_size(0) + t, from = 0;
    sums[0][t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < get_local_size(0); d *= 2) {
        int sum = sums[from][t];
        if (t >= d)
            sum += sums[from][t - d];
        from = 1 - from;
        sums[from][t] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        out[i] = sums[from][t];
}

/* histogram.cu in OpenCL C. */
__kernel void histogram(__global const unsigned *in, __global unsigned *bins, int n) {
    __local unsigned counts[256];
    int t = get_local_id(0), i = get_group_id(0) * get_local_size(0) + t;
    counts[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        atomic_add(&counts[in[i] & 255], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[t], counts[t]);
}

/* reduction.cu in OpenCL C. */
__kernel void reduction(__global const float *in, __global float *out, int n) {
    __local float sums[256];
    int t = get_local_id(0), i = get_group_id(0) * get_local_size(0) + t;
    sums[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s)
            sums[t] += sums[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = sums[0];
}

// Blocks that a kernel is written for: in others its shared memory is not initialised whole, and what a run shows
// rests on that. The constants of these kernels say 256 threads, 16 x 16 threads, rows of 32.

// expect: reduce race=refuted
__global__ void reduce(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d && s[t + d] > s[t]) s[t] = s[t + d]; // race: read-write s
    }
    if (t == 0) out[blockIdx.x] = s[0]; // may-race: read-write s
}

// expect: reduce_ordered race=proved|unproved
__global__ void reduce_ordered(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d && s[t + d] > s[t]) s[t] = s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// A loop over queries whose last reads meet the next round's first writes.
// expect: match race=refuted
__global__ void match(unsigned *out, const unsigned *query, const unsigned *train, unsigned queries, unsigned count) {
    __shared__ unsigned best[256];
    unsigned f = blockDim.x * blockIdx.x + threadIdx.x, t = threadIdx.x;
    bool is_valid = f < count;
    for (unsigned j = 0; j < queries; j++) {
        best[t] = 1000; // race: read-write best @end
        if (is_valid) best[t] = __popc(train[f] ^ query[j]); // may-race: read-write best @end
        __syncthreads();
        if (t < 128 && best[t + 128] < best[t]) best[t] = best[t + 128];
        __syncthreads();
        if (is_valid) out[(j * gridDim.x + blockIdx.x) * blockDim.x + t] = best[0] + t; // @end
    }
}

// expect: match_ordered race=proved|unproved
__global__ void match_ordered(unsigned *out, const unsigned *query, const unsigned *train, unsigned queries, unsigned count) {
    __shared__ unsigned best[256];
    unsigned f = blockDim.x * blockIdx.x + threadIdx.x, t = threadIdx.x;
    bool is_valid = f < count;
    for (unsigned j = 0; j < queries; j++) {
        best[t] = 1000;
        if (is_valid) best[t] = __popc(train[f] ^ query[j]);
        __syncthreads();
        if (t < 128 && best[t + 128] < best[t]) best[t] = best[t + 128];
        __syncthreads();
        if (is_valid) out[(j * gridDim.x + blockIdx.x) * blockDim.x + t] = best[0] + t; // may-unproved: race
        __syncthreads();
    }
}

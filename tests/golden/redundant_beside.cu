// A barrier whose removal leaves every pair of accesses ordered is told of where the race of an unrelated array is open, too.
// RUN: check --only=race,divergence,advice

// expect: beside race=refuted
__global__ void beside(int *out, int *count, const int *in) {
    __shared__ int s[256];
    int i = threadIdx.x;
    s[i] = in[i];
    __syncthreads(); // redundant-barrier:
    s[i] = s[i] + 1;
    out[blockIdx.x * blockDim.x + i] = s[i];
    count[0] = i; // race: write-write count
}

// The twin reads a neighbour: the barrier is needed.
// expect: beside_needed race=refuted
__global__ void beside_needed(int *out, int *count, const int *in) {
    __shared__ int s[256];
    int i = threadIdx.x;
    s[i] = in[i];
    __syncthreads();
    int v = s[i ^ 1] + 1;
    out[blockIdx.x * blockDim.x + i] = v;
    count[0] = i; // race: write-write count
}

// The racy array itself needs the barrier.
// expect: concerned race=refuted
__global__ void concerned(int *count, const int *in) {
    __shared__ int s[256];
    int i = threadIdx.x;
    s[i ^ 1] = in[i]; // @first
    s[i] = i; // race: write-write s @first; missing-barrier: before; may-race: * s; may-race: * s @first
    __syncthreads();
    if (i == 0) count[blockIdx.x] = s[2];
}

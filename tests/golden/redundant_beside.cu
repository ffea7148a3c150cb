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

// Divergence of another barrier is open: what is said is said of launches without it.
// expect: diverges race=unproved divergence=refuted
__global__ void diverges(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int i = threadIdx.x;
    s[i] = in[i];
    __syncthreads(); // redundant-barrier:
    s[i] = s[i] + 1;
    if (i < n)
        __syncthreads(); // divergence: never-arrives; may-unproved: race divergent-barriers; redundant-barrier:
    out[blockIdx.x * blockDim.x + i] = s[i];
}

// Without the first barrier, and n = 0, nothing orders what two threads do with one element.
// expect: diverges_needed race=refuted divergence=refuted
__global__ void diverges_needed(int *out, const int *in, int n) {
    __shared__ int s[256];
    int i = threadIdx.x;
    s[i] = in[i];
    __syncthreads();
    s[i] = s[i] + 1; // race: read-write s @read
    if (i < n)
        __syncthreads(); // divergence: never-arrives; may-unproved: race divergent-barriers
    out[blockIdx.x * blockDim.x + i] = s[i ^ 1]; // @read
}

// Some lanes miss a shuffle, all threads reach each barrier.
// expect: shuffled divergence=refuted
__global__ void shuffled(int *out, const int *in, int n) {
    __shared__ int s[256];
    int i = threadIdx.x, v = 0;
    s[i] = in[i];
    __syncthreads(); // redundant-barrier:
    v = s[i];
    if (i < n)
        v += __shfl_down_sync(0xffffffff, v, 1); // divergence: *
    out[blockIdx.x * blockDim.x + i] = v;
}

// Accesses may leave their array: what is said is said of launches in which none does.
// expect: strays race=unproved
__global__ void strays(int *out, const int *in) {
    __shared__ int s[256], t[256];
    int i = threadIdx.x;
    s[i] = 0; // may-unproved: race
    t[i] = 0; // may-unproved: race
    __syncthreads(); // redundant-barrier:
    if (in[i] > 0)
        s[i] = in[i];
    t[i] += s[i]; // may-unproved: race
    out[blockIdx.x * blockDim.x + i] = t[i];
}

// expect: strays_needed race=unproved
__global__ void strays_needed(int *out, const int *in) {
    __shared__ int s[256], t[256];
    int i = threadIdx.x;
    s[i] = 0; // may-unproved: race
    t[i] = 0; // may-unproved: race
    __syncthreads();
    t[i] += s[i ^ 1]; // may-unproved: race
    out[blockIdx.x * blockDim.x + i] = t[i];
}

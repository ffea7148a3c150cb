// Floats that are integers divided by a power of two are exact: indices and guards computed with them are typed.
// RUN: check --only=race

// expect: doubled race=proved
__global__ void doubled(int *out) {
    int i = (int)(threadIdx.x * 2.0f);
    out[i] = threadIdx.x;
}

// expect: halved race=refuted
__global__ void halved(int *out) {
    int i = (int)(threadIdx.x * 0.5f);
    out[i] = threadIdx.x; // race: write-write out typed
}

// expect: divided race=proved
__global__ void divided(int *out) {
    __shared__ int s[1024];
    int i = threadIdx.x;
    s[i] = i;
    if ((float)i / 4.0f < 0.25f) out[blockIdx.x] = s[i];
}

// expect: divided_wide race=refuted
__global__ void divided_wide(int *out) {
    __shared__ int s[1024];
    int i = threadIdx.x;
    s[i] = i;
    if ((float)i / 4.0f < 0.5f) out[blockIdx.x] = s[i]; // race: write-write out
}

// Rounding up with doubles is exact for every int.
// expect: tiles race=proved
__global__ void tiles(int *out, int n) {
    int count = (int)ceil(n / 32.0);
    if (n > 0 && n <= 32 && count != 1) out[0] = threadIdx.x;
}

// expect: tiles_wide race=refuted
__global__ void tiles_wide(int *out, int n) {
    int count = (int)ceil(n / 32.0);
    if (n > 0 && n <= 33 && count != 1) out[0] = threadIdx.x; // race: write-write out
}

// A float has 24 bits: (float)n of a large n is rounded, and nothing is taken as exact.
// expect: rounded race=unproved|refuted
__global__ void rounded(int *out, int n) {
    int m = (int)((float)n * 1.0f);
    if (n > 0 && n < 0x7fffff00 && m != n) out[0] = threadIdx.x; // may-race: write-write out
}

// Negative numbers are cut towards zero.
// expect: negative race=proved
__global__ void negative(int *out) {
    int i = (int)((float)((int)threadIdx.x - 64) / 2.0f);
    if (threadIdx.x == 63 && i != 0) out[0] = blockIdx.x;
}

// expect: negative_even race=refuted
__global__ void negative_even(int *out) {
    int i = (int)((float)((int)threadIdx.x - 64) / 2.0f);
    if (threadIdx.x == 62 && i != 0) out[0] = blockIdx.x; // race: write-write out
}

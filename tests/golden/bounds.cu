// RUN: check --only=bounds
// Arrays of known extent.
// expect: inside bounds=proved
__global__ void inside(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = (int)blockIdx.x;
}

// expect: outside bounds=refuted
__global__ void outside(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x + 1] = (int)blockIdx.x; // bounds: s
}

// expect: below bounds=refuted
__global__ void below(int *out) {
  __shared__ int s[1024];
  int i = (int)threadIdx.x - 1;
  s[i] = (int)blockIdx.x; // bounds: s
}

// Safe exactly for blocks of at most 256 threads.
// expect: narrow bounds=unproved|refuted
__global__ void narrow(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = (int)blockIdx.x; // bounds: s [*]
}

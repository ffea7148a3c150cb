// An index that wraps below 0 leads far beyond its array in shared memory, and back by addresses of 32 bits: that none does is assumed.
// RUN: check --only=race --block 8,1,1

// expect: below race=proved
// assume: every access of 's' stays inside it
__global__ void below() {
  __shared__ int s[16][8];
  const unsigned t = threadIdx.x;
  s[0][t] = t;
  s[1][t - 2] = t;
}

// Here none can: offsets are small, or proved.
// expect: near race=proved
// assume: !every access of
__global__ void near(int n) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  __syncthreads();
  if (n >= 0 && n < 64 && threadIdx.x == 0)
    s[n] = 1;
}

// What a type or a requirement says of a size is not assumed.
// RUN: check --only=race,divergence --block=64 --grid=1 --requires=m>64

// An int is below 2^31.
// expect: of_type race=proved
// assume: !2^31
__global__ void of_type(int *a, int n) {
  __shared__ int s[2][64];
  int p = 0;
  for (int j = 0; j < n; j++) {
    s[p][threadIdx.x] = j + (int)threadIdx.x;
    __syncthreads();
    a[threadIdx.x] += s[p][63 - threadIdx.x];
    p ^= 1;
  }
}

// expect: required race=proved
// assume: !m >= 0
__global__ void required(int *a, int m) {
  for (int j = 0; j < 4; j++)
    a[j * m + (int)threadIdx.x] = j;
}

// A requirement that contradicts what the index suggests: every launch with two blocks races.
// expect: contradicted race=proved
__global__ void contradicted(int *a, int m) {
  a[blockIdx.x * (unsigned)m + threadIdx.x] = (int)blockIdx.x;
}

// What an access alone lacks to stay in its array: rows of its index, which no second access has.
// RUN: check --only=bounds

// expect: toggled bounds=refuted
__global__ void toggled(int n) {
  __shared__ int s[256];
  int *p = s;
  for (int i = threadIdx.x; i < 64; i += 16)
    p[n ^ (i & 127)] = i; // bounds: s
}

// expect: toggled_low bounds=proved
__global__ void toggled_low(int n) {
  __shared__ int s[256];
  int *p = s;
  for (int i = threadIdx.x; i < 64; i += 16)
    p[(n & 127) ^ (i & 127)] = i;
}

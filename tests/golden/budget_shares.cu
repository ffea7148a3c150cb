// RUN: check --only=race --budget=1000000 --search=off
// Pairs that the solver cannot decide do not keep later ones from being asked.

// expect: last_plain race=refuted
__global__ void last_plain(int *a, int *b, int *c, int *d, int *out, int p, int q) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (p <= 0 || q <= 0)
    return;
  a[t * t * p + t * q] = t;     // may-unproved: race
  b[t * t * t * p + t * q] = t; // may-unproved: race
  c[t * t * q * q + t * p] = t; // may-unproved: race
  d[t * t * q + t * t * p] = t; // may-unproved: race
  out[0] = t;                   // race: write-write out
}

// expect: last_own race=unproved
__global__ void last_own(int *a, int *b, int *c, int *d, int *out, int p, int q) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (p <= 0 || q <= 0)
    return;
  a[t * t * p + t * q] = t;     // may-unproved: race
  b[t * t * t * p + t * q] = t; // may-unproved: race
  c[t * t * q * q + t * p] = t; // may-unproved: race
  d[t * t * q + t * t * p] = t; // may-unproved: race
  out[t] = t; // may-unproved: race
}

// The pairs of the last array have steps of their own, too.
// expect: last_array race=refuted
__global__ void last_array(int *a, int *b, int *c, int *d, int *out, int p, int q) {
  __shared__ int s[1025];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (p <= 0 || q <= 0)
    return;
  a[t * t * p + t * q] = t;     // may-unproved: race
  b[t * t * t * p + t * q] = t; // may-unproved: race
  c[t * t * q * q + t * p] = t; // may-unproved: race
  d[t * t * q + t * t * p] = t; // may-unproved: race
  s[threadIdx.x] = t; // @set
  out[t] = s[threadIdx.x + 1]; // race: read-write s @set; may-unproved: race
}

// expect: last_array_free race=unproved
__global__ void last_array_free(int *a, int *b, int *c, int *d, int *out, int p, int q) {
  __shared__ int s[1025];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (p <= 0 || q <= 0)
    return;
  a[t * t * p + t * q] = t;     // may-unproved: race
  b[t * t * t * p + t * q] = t; // may-unproved: race
  c[t * t * q * q + t * p] = t; // may-unproved: race
  d[t * t * q + t * t * p] = t; // may-unproved: race
  s[threadIdx.x] = t;
  __syncthreads();
  out[t] = s[threadIdx.x + 1]; // may-unproved: race
}

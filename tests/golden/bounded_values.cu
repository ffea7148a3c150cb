// Loop-carried values without a closed form have the bounds that every round keeps.
// Halves that are rounded up, for blocks of any size.
// expect: halves_free race=proved
__global__ void halves_free(int *a) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = (blockDim.x + 1) / 2, m = blockDim.x; m > 1; m = half, half = (half + 1) / 2) {
    if (t < half && t + half < m)
      s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0)
    a[blockIdx.x * blockDim.x] = s[0];
}

// expect: halves_racy race=refuted
__global__ void halves_racy(int *a) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = (blockDim.x + 1) / 2, m = blockDim.x; m > 1; m = half, half = (half + 1) / 2) {
    if (t < m - 1)
      s[t] += s[t + half]; // race: read-write s ; may-same-value: s; may-race: write-write s
    __syncthreads();
  }
  if (t == 0)
    a[blockIdx.x * blockDim.x] = s[0];
}

// Each thread walks through a table of its own.
// expect: walk_free race=proved
__global__ void walk_free(int *a, unsigned seed, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, r = seed & 255;
  for (int k = 0; k < n; k++) {
    a[i * 256 + r] = k;
    r = (r * r * 5 + 3) % 256;
  }
}

// expect: walk_racy race=refuted
__global__ void walk_racy(int *a, unsigned seed, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, r = seed & 255;
  for (int k = 0; k < n; k++) {
    a[i * 2 + r] = i; // race: write-write a
    r = (r * 5 + 3) % 256;
  }
}

// Two values, each below its bound because the other one is.
// expect: shifted_free race=proved
__global__ void shifted_free(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, p = 3, q = 7;
  for (int k = 0; k < n; k++) {
    a[i * 8 + (p ^ q)] = k;
    unsigned next = (p * q + 1) & 7;
    p = q;
    q = next;
  }
}

// What grows has no bound.
// expect: grows_racy race=refuted
__global__ void grows_racy(int *a, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, p = 1, q = 1;
  for (int k = 0; k < n; k++) {
    a[i * 4 + p] = i; // race: write-write a
    unsigned next = p + q;
    p = q;
    q = next;
  }
}

// Dot products of bytes and of halves, on vectors and on packed integers.
// expect: bytes race=proved
__global__ void bytes(const char4 *a, const uchar4 *b, const int *c, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __dp4a(a[i], a[n - 1 - i], __dp4a(c[i], 7, 0)) + (int)__dp4a(b[i], b[i], 3u);
}

// expect: halves race=proved
__global__ void halves(const short2 *a, const char4 *b, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __dp2a_lo(a[i], b[i], __dp2a_hi(a[i], b[i], 1));
}

// expect: places race=unproved
__global__ void places(const char4 *a, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[__dp4a(a[i], a[i], 0) & 1] = i; // race: write-write out [warning]; unproved: race
}

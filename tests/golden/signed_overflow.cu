// Signed sums are taken not to overflow, which C leaves undefined; unsigned ones may wrap.
// expect: signed_free race=proved
// assume: overflow
__global__ void signed_free(const int *p) {
  __shared__ int s[4];
  int t = (int)threadIdx.x, v = *p;
  if (t + v < v + 1)
    s[0] = t;
}

// expect: unsigned_racy race=refuted
__global__ void unsigned_racy(const unsigned *p) {
  __shared__ int s[4];
  unsigned t = threadIdx.x, v = *p;
  if (t + v < v + 1)
    s[0] = (int)t; // race: write-write s
}

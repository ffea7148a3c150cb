// A fill of 2^63 bytes or more touches nothing, as far as races go: no array is that large. Where the extent is
// known it is out of bounds.
// RUN: check --only=race,divergence,bounds
// expect: huge race=proved
__global__ void huge(char *a, unsigned long long n) {
  if (n >= 1ull << 63)
    memset(a, threadIdx.x, n);
}

// expect: large race=refuted
__global__ void large(char *a, unsigned long long n) {
  if (n >= 1ull << 7)
    memset(a, threadIdx.x, n); // race: write-write a
}

// expect: known race=proved bounds=refuted|unproved
__global__ void known(char *a, unsigned long long n) {
  __shared__ char s[64];
  if (n >= 1ull << 63)
    memset(s, threadIdx.x, n); // bounds: s [*]; may-unproved: bounds *
}

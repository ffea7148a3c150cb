// After 2^32 rounds a 32-bit counter is 0 again, but the round is not the first.
// expect: first_again race=refuted|unproved
__global__ void first_again() {
  __shared__ int s[4];
  int first = 1;
  unsigned wraps = 0;
  for (unsigned i = 0; wraps < 2; i++) {
    if (i == 0 && !first)
      s[0] = (int)threadIdx.x; // may-race: write-write s [*]; may-unproved: race
    first = 0;
    if (i == 0xffffffffu)
      wraps++;
  }
}

// expect: shifted_out race=refuted|unproved
__global__ void shifted_out() {
  __shared__ int s[4];
  unsigned v = 1, i = 0, wraps = 0;
  do {
    if (i == 3 && v == 0)
      s[0] = (int)threadIdx.x; // may-race: write-write s [*]; may-unproved: race
    v <<= 1;
    i++;
    if (i == 0)
      wraps++;
  } while (wraps < 2);
}

// A value of 8 bits is gone after 8 rounds, and stays so when the lowest bits of the ordinal return.
// expect: narrow_racy race=refuted
__global__ void narrow_racy(int *o, int n) {
  unsigned char v = 1;
  for (int i = 0; i < n; i++) {
    if (i == 256 && v == 0)
      o[0] = (int)threadIdx.x; // race: write-write o
    v <<= 1;
  }
}

// expect: narrow_free race=proved
__global__ void narrow_free(int *o, int n) {
  unsigned char v = 1;
  for (int i = 0; i < n; i++) {
    if (i == 256 && v == 1)
      o[0] = (int)threadIdx.x;
    v <<= 1;
  }
}

// expect: narrow_long race=refuted|unproved
__global__ void narrow_long(int *o, long n) {
  unsigned v = 7;
  for (long i = 0; i < n; i++) {
    if (i == 1l << 32 && v == 0)
      o[0] = (int)threadIdx.x; // may-race: write-write o [*]; may-unproved: race
    v >>= 1;
  }
}

// Steps of three bits, and more rounds than the product of ordinal and step has room for.
// expect: steps_long race=refuted|unproved
__global__ void steps_long(int *o, int n, unsigned v) {
  for (int i = 0; i < n; i++) {
    if (i == 2000000000)
      o[v + threadIdx.x / 2] = (int)threadIdx.x; // may-race: write-write o [*]; may-unproved: race
    v >>= 3;
  }
}

// A test that holds again says nothing about the rounds before: left in round 3.
// expect: left_before race=proved|unproved
__global__ void left_before(int *o) {
  for (int i = 0; (i & 3) < 3; i++)
    if (i == 5)
      o[0] = (int)threadIdx.x; // may-race: write-write o [*]; may-unproved: race data-dependent
}

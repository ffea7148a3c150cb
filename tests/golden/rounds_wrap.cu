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

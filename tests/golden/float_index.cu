// An index computed in floating point: never proved, whatever is found.
// expect: float_racy race=refuted|unproved
__global__ void float_racy() {
  __shared__ unsigned s[1024];
  unsigned i = (unsigned)((float)threadIdx.x * 0.5f);
  s[i] = threadIdx.x; // may-race: write-write s [*]; may-unproved: race
}

// Two quotients of the same numbers.
// expect: quotients_racy race=refuted|unproved
__global__ void quotients_racy(int n) {
  __shared__ int s[4];
  int t = (int)threadIdx.x;
  if ((t + n) / 5 == 3 && t / (n + 5) == 4)
    s[0] = t; // may-race: write-write s [*]; may-unproved: race
}

// expect: quotients_free race=proved
__global__ void quotients_free(int n) {
  __shared__ int s[4];
  int t = (int)threadIdx.x;
  if ((t + n) / 5 == 3 && (t + n) / 5 == 4)
    s[0] = t;
}

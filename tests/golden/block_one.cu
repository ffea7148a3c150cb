// RUN: check --only=race,divergence --block 1
// A block of one thread has no partner; other blocks remain.
// expect: lonely_free race=proved
__global__ void lonely_free() {
  __shared__ unsigned s[1];
  s[0] = s[0] + 1;
}

// expect: lonely_racy race=refuted
__global__ void lonely_racy(unsigned *a) {
  a[0] = blockIdx.x; // race: write-write a
}

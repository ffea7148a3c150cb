// A pointer chosen per thread: the parity keeps halves apart, the remainder of 3 does not.
// expect: choose_free race=proved
__global__ void choose_free() {
  __shared__ unsigned a[1024], b[1024];
  unsigned t = threadIdx.x;
  unsigned *p = t % 2 ? a : b;
  p[t / 2] = t;
}

// Threads 4 and 5 both store a[2].
// expect: choose_racy race=refuted
__global__ void choose_racy() {
  __shared__ unsigned a[1024], b[1024];
  unsigned t = threadIdx.x;
  unsigned *p = t % 3 ? a : b;
  p[t / 2] = t; // race: write-write a
}

// Whether all threads arrive rests on what c holds, which no write beyond b may change.
// expect: told race=refuted divergence=proved
// assume: every access of an array of unknown size stays inside it
__global__ void told(int *b, const int *c, int n) {
  if (c[n] > 0)
    __syncthreads();
  b[0] = threadIdx.x; // race: write-write b
}

// Nothing is written that c could be.
// expect: unwritten race=proved divergence=proved
// assume: !every access
__global__ void unwritten(const int *c, int n) {
  if (c[n] > 0)
    __syncthreads();
}

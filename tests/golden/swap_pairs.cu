// Neighbours exchange their elements: one of each pair does it, or both.
__device__ void exchange(int *x, int *y) {
  int v = *x; // @x
  *x = *y; // @y; race: read-write s @y; may-race: write-write s @z
  *y = v; // @z; race: read-write s @x
}

// expect: pairs_free race=proved
__global__ void pairs_free() {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if (t % 2 == 0)
    exchange(&s[t], &s[t ^ 1]);
}

// expect: pairs_racy race=refuted
__global__ void pairs_racy() {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if (t % 1 == 0)
    exchange(&s[t], &s[t ^ 1]);
}

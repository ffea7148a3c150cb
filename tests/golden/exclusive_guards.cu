// Two stores under guards that exclude each other.
// expect: guards_free race=proved
__global__ void guards_free() {
  __shared__ unsigned s[1024];
  unsigned t = threadIdx.x;
  if (t < 16)
    s[t] = t;
  else
    s[t - 0] = t;
}

// expect: guards_racy race=refuted
__global__ void guards_racy() {
  __shared__ unsigned s[1024];
  unsigned t = threadIdx.x;
  if (t < 16)
    s[t] = t; // race: write-write s @high
  else
    s[t - 16] = t; // @high
}

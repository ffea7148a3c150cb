// Control flow by goto.
// expect: goto_free race=proved
__global__ void goto_free() {
  __shared__ unsigned s[2048];
  unsigned t = threadIdx.x;
  if (t & 1)
    goto odd;
  s[t] = t;
  return;
odd:
  s[t] = t + 1;
}

// expect: goto_racy race=refuted
__global__ void goto_racy() {
  __shared__ unsigned s[2048];
  unsigned t = threadIdx.x;
  if (t & 1)
    goto odd;
  s[t] = t + 5000; // race: write-write s @odd
  return;
odd:
  s[t + 1] = t; // @odd
}

// RUN: check --only=race,divergence,bounds
// What stands in front of a loop's test is executed once more than what stands behind it, and no more.
// (bounds are unchecked and not proved because the size of out is not known)
// expect: header_free race=proved bounds=unchecked
__global__ void header_free(int *out, int n) {
  __shared__ int s[256];
  if (n > 255)
    return;
  int v = 0;
  for (int i = 0;; i++) {
    v += s[i];
    if (i >= n)
      break;
  }
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *out = v;
}

// One more element than there is.
// expect: header_beyond bounds=refuted
__global__ void header_beyond(int *out, int n) {
  __shared__ int s[256];
  if (n > 256)
    return;
  int v = 0;
  for (int i = 0;; i++) {
    v += s[i]; // bounds: s
    if (i >= n)
      break;
  }
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *out = v;
}

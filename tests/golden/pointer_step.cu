// `*p++` over four cells of each thread, or over five.
// expect: step_free race=proved
__global__ void step_free() {
  __shared__ int s[4097];
  int *p = s + 4 * threadIdx.x;
  for (int k = 0; k < 4; k++)
    *p++ = (int)threadIdx.x;
}

// expect: step_racy race=refuted
__global__ void step_racy() {
  __shared__ int s[4097];
  int *p = s + 4 * threadIdx.x;
  for (int k = 0; k < 5; k++)
    *p++ = (int)threadIdx.x; // race: write-write s
}

// Loops that shift are decided by cases of the shifted value; what an array
// holds at it, or anywhere else, is not known by the case.
// expect: chosen_racy race=refuted
__global__ void chosen_racy(const int *a) {
  __shared__ int last;
  for (unsigned s = 1; s < 256; s <<= 1) {
    if (a[s] == 1)
      last = threadIdx.x; // race: write-write last
    __syncthreads();
  }
}

// expect: chosen_free race=proved
__global__ void chosen_free(const int *a) {
  __shared__ int last;
  for (unsigned s = 1; s < 256; s <<= 1) {
    if (a[s] == 1 && threadIdx.x == s - 1)
      last = threadIdx.x;
    __syncthreads();
  }
}

// expect: switched_racy race=refuted
__global__ void switched_racy(const int *on) {
  __shared__ int s[512];
  int t = threadIdx.x;
  for (int d = 256; d > 0; d >>= 1) {
    if (on[0] == 1 && t < d)
      s[t] += s[t + d - 1]; // race: read-write s
    __syncthreads();
  }
}

// expect: switched_free race=proved
__global__ void switched_free(const int *on) {
  __shared__ int s[512];
  int t = threadIdx.x;
  for (int d = 256; d > 0; d >>= 1) {
    if (on[0] == 1 && t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
}

// What floats say of the step is not known either.
// expect: rounded_racy race=refuted
__global__ void rounded_racy() {
  __shared__ int last;
  for (unsigned s = 1; s < 256; s <<= 1) {
    if ((int)(0.5f * s) == 8)
      last = threadIdx.x; // race: write-write last
    __syncthreads();
  }
}

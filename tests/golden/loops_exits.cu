// Unsynchronised loops with do, while, break and continue.
// expect: break_free race=proved
__global__ void break_free(const int *b, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (b[i] < 0)
      break;
    if (b[i] == 7)
      continue;
    s[i] = (int)threadIdx.x;
  }
}

// expect: break_racy race=refuted
__global__ void break_racy(const int *b, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += 1) {
    if (b[i] < 0)
      break;
    if (b[i] == 7)
      continue;
    s[i] = (int)threadIdx.x; // race: write-write s
  }
}

// expect: do_free race=proved
__global__ void do_free(int n) {
  extern __shared__ int s[];
  int i = threadIdx.x;
  do {
    s[i] = (int)threadIdx.x;
    i += blockDim.x;
  } while (i < n);
}

// expect: do_racy race=refuted
__global__ void do_racy(int n) {
  extern __shared__ int s[];
  int i = threadIdx.x;
  do {
    s[i] = (int)threadIdx.x; // race: write-write s
    i += 2;
  } while (i < n);
}

// The loop leaves after its first store.
// expect: once_free race=proved
__global__ void once_free(int n) {
  extern __shared__ int s[];
  int i = threadIdx.x;
  while (true) {
    s[i] = (int)threadIdx.x;
    i += 1;
    if (i > 0)
      break;
  }
}

// One value, at a place that the kernel itself has written: the places are equal or the
// writes do not meet, so the values are equal where they do.
// expect: marks_free race=proved
__global__ void marks_free(unsigned *place, int *seen) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = place[i];
  place[i] = i;
  seen[p] = 1; // same-value: seen
}

// Each index another place, as the kernel leaves them.
// expect: marks_racy race=unproved
__global__ void marks_racy(unsigned *place, int *seen) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = place[i];
  place[i] = i;
  seen[p] = (int)i; // race: write-write seen [warning]; unproved: race needs-precondition
}

// Bytes of one word and of the next: equal values, unequal bytes.
// expect: halves_racy race=refuted|unproved
__global__ void halves_racy(unsigned *place, char *seen) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = place[i];
  place[i] = i;
  *(short *)(seen + p) = 1; // race: write-write seen
}

// What a thread reads back at a signed index is what it stored.
// expect: read_back_free race=proved
__global__ void read_back_free() {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = t;
  int y = s[t];
  s[y] = 0;
}

// expect: read_back_racy race=refuted
__global__ void read_back_racy() {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = t + 1; // @stored
  int y = s[t]; // @read
  s[y] = 0;     // race: write-write s @stored; race: read-write s @read; may-same-value: s
}

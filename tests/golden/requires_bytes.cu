// RUN: check --requires=e.low>=1
// The kernel reads the halves as one number: what is said of a half is said of its bytes.
struct halves { unsigned char low, high; };

// expect: excluded race=proved
__global__ void excluded(int *a, halves e) {
  unsigned short both = *(unsigned short *)&e;
  int i = threadIdx.x;
  if (i < 9 && blockIdx.x == 0)
    a[both == 256 ? 0 : i] = i;
}

// expect: allowed race=refuted
__global__ void allowed(int *a, halves e) {
  unsigned short both = *(unsigned short *)&e;
  int i = threadIdx.x;
  if (i < 9 && blockIdx.x == 0)
    a[both == 257 ? 0 : i] = i; // race: write-write a
}
